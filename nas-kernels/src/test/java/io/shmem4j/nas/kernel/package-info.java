// SPDX-License-Identifier: Apache-2.0
/** Tests. */
package io.shmem4j.nas.kernel;
