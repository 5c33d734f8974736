// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/** How memory will be used, {@code SHMEM_MALLOC_*}; hints never change what a program computes. */
public enum AllocationHint {
    /** Target of atomics. The block starts on its own cache line. */
    ATOMICS_REMOTE,
    /** Target of signals. The block starts on its own cache line. */
    SIGNAL_REMOTE
}
