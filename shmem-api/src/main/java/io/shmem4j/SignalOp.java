// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/** What a put-with-signal does to the signal, {@code SHMEM_SIGNAL_*}. */
public enum SignalOp {
    /** Store the value. */
    SET,
    /** Add the value. */
    ADD
}
