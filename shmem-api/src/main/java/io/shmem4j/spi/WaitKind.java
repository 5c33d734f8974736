// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/** What a PE waits for, as published for hang reports; the order is part of the control file's format. */
public enum WaitKind {
    /** Not waiting. */
    NONE("running"),
    /** All PEs to initialise. */
    INIT("init"),
    /** A symmetric allocation's barrier. */
    ALLOCATE("allocation"),
    /** A symmetric free's barrier. */
    FREE("free"),
    /** barrier_all. */
    BARRIER("barrier_all"),
    /** sync on a team. */
    SYNC("sync"),
    /** wait_until on a variable of this PE. */
    VARIABLE("wait_until"),
    /** A signal of this PE. */
    SIGNAL("signal_wait_until"),
    /** A lock. */
    LOCK("set_lock"),
    /** A collective operation. */
    COLLECTIVE("collective"),
    /** The other PEs to finish. */
    FINISH("finalize");

    private final String text;

    WaitKind(String text) {
        this.text = text;
    }

    /** {@return the words for a report} */
    public String text() {
        return text;
    }

    /** {@return whether it ends when all PEs of a group have made the same call} */
    public boolean ofGroup() {
        return this != NONE && this != VARIABLE && this != SIGNAL && this != LOCK;
    }
}
