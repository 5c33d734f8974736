// SPDX-License-Identifier: Apache-2.0
/** Tests of the parts of {@code bench compare}. */
package io.shmem4j.bench.compare;
