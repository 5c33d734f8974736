// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;

/**
 * A request for a snapshot of a running job, and its answer, in the job's control file.
 *
 * <pre>
 *   0   state (byte): 0 nothing, 1 wanted, 2 written, 3 failed, 4 the wish is being written
 *   1   asker's process (7 bytes)
 *   8   length of the text (int) | 12 text: the file that is wanted, or why it failed; UTF-8
 * </pre>
 * State and asker are one word. An asker claims it by compare-and-set, so nobody else has the text while its process
 * lives, wherever it is stopped; it writes the text and publishes. PE 0 reads at its next checkpoint and publishes the
 * answer in the same way. Both are release stores, read with acquire.
 */
public final class SnapshotRequest {
    private static final int NOTHING = 0;
    private static final int WANTED = 1;
    private static final int WRITTEN = 2;
    private static final int FAILED = 3;
    private static final int CLAIMED = 4;
    private static final int STATE = 0xff;
    private static final VarHandle LONG = JAVA_LONG.varHandle();
    private static final long LENGTH = 8;
    private static final int TEXT = 12;

    private final MemorySegment memory;

    SnapshotRequest(MemorySegment control) {
        memory = control.asSlice(ControlLayout.SNAPSHOT, TEXT + ControlLayout.SNAPSHOT_TEXT_BYTES);
    }

    /**
     * Asks for a snapshot, and {@return whether no other process is asking} The request of a process that is gone is
     * replaced, a name that is too long refused.
     */
    public boolean want(String file, long pid) {
        byte[] name = file.getBytes(StandardCharsets.UTF_8);
        if (name.length > ControlLayout.SNAPSHOT_TEXT_BYTES) {
            throw new IllegalArgumentException("the name of the file has " + name.length + " bytes, more than "
                + ControlLayout.SNAPSHOT_TEXT_BYTES);
        }
        long before = word();
        boolean free = switch ((int) before & STATE) {
            case NOTHING, WRITTEN, FAILED -> true;
            default -> ProcessHandle.of(before >>> Byte.SIZE).isEmpty();
        };
        if (!free || !LONG.compareAndSet(memory, 0L, before, word(pid, CLAIMED))) {
            return false;
        }
        text(name);
        return LONG.compareAndSet(memory, 0L, word(pid, CLAIMED), word(pid, WANTED));
    }

    private long word() {
        return (long) LONG.getAcquire(memory, 0L);
    }

    private static long word(long pid, int state) {
        return pid << Byte.SIZE | state;
    }

    private int state() {
        return (int) word() & STATE;
    }

    /** Takes the wish of a process back, unless it has been answered. */
    public void forget(long pid) {
        LONG.compareAndSet(memory, 0L, word(pid, WANTED), word(pid, NOTHING));
    }

    public boolean answered() {
        int state = state();
        return state == WRITTEN || state == FAILED;
    }

    /** {@return why the snapshot was not written, null if it was; once there is an answer} */
    public String problem() {
        return state() == FAILED ? text() : null;
    }

    /** {@return the file that is wanted, null when none is} */
    String wanted() {
        long before = word();
        String file = ((int) before & STATE) == WANTED ? text() : null;
        return word() == before ? file : null;
    }

    void answer(String problem) {
        if (problem != null) {
            text(ControlFile.utf8(problem, ControlLayout.SNAPSHOT_TEXT_BYTES));
        }
        LONG.setRelease(memory, 0L, word(word() >>> Byte.SIZE, problem == null ? WRITTEN : FAILED));
    }

    private void text(byte[] text) {
        memory.set(JAVA_INT, LENGTH, text.length);
        MemorySegment.copy(text, 0, memory, JAVA_BYTE, TEXT, text.length);
    }

    private String text() {
        int length = Math.clamp(memory.get(JAVA_INT, LENGTH), 0, ControlLayout.SNAPSHOT_TEXT_BYTES);
        return new String(memory.asSlice(TEXT, length).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
    }
}
