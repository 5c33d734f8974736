// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/** Kind of a PE's wait, as published for hang reports; the order is part of the control file's format. */
public enum WaitKind {
    NONE("running"),
    INIT("init"),
    ALLOCATE("allocate"),
    FREE("free"),
    BARRIER("barrierAll"),
    SYNC("sync"),
    VARIABLE("waitUntil"),
    SIGNAL("Signal.waitUntil"),
    LOCK("ShmemLock.lock"),
    COLLECTIVE("collective"),
    FINISH("finish"),
    RECOVER("recover"),
    SURVIVORS("survivors"),
    SEND("Channel.send"),
    TAKE("Channel.take"),
    /** For an MPI message; the detail is {@link #message}. */
    RECEIVE("MPI Recv"),
    /** For room or the receive of an MPI message; the detail is {@link #message}. */
    DELIVER("MPI Send");

    private final String text;

    WaitKind(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** {@return the detail of a wait: a tag, -1 for any, and the number of messages that wait for other receives} */
    public static long message(int tag, int others) {
        return (long) others << Integer.SIZE | Integer.toUnsignedLong(tag);
    }

    /** {@return whether it may last until another JVM has started} */
    public boolean awaitsStarts() {
        return this == INIT || this == ALLOCATE || this == RECOVER || this == SURVIVORS;
    }

    /** {@return whether it ends when all PEs of a group have made the same call} */
    public boolean ofGroup() {
        return this != NONE && this != VARIABLE && this != SIGNAL && this != LOCK && compareTo(SEND) < 0;
    }
}
