// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/** How far a PE's library has come; the order is part of the control file's format. */
public enum PeState {
    STARTED,
    RUNNING,
    FINISHED
}
