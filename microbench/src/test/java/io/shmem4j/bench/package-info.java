// SPDX-License-Identifier: Apache-2.0
/** Tests of the driver, in one JVM and as jobs under oshrun. */
package io.shmem4j.bench;
