// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/** State of a PE's library; the order is part of the control file's format. */
public enum PeState {
    STARTED,
    RUNNING,
    FINISHED
}
