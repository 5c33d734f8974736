// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/** The operation of a put-with-signal on the signal, {@code SHMEM_SIGNAL_*}. */
public enum SignalOp {
    /** Store the value. */
    SET,
    /** Add the value. */
    ADD
}
