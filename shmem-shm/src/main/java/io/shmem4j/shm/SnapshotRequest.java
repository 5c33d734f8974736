// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A request for a snapshot of a running job, and its answer, in the job's control file.
 *
 * <pre>
 *   0   state (int): 0 nothing, 1 wanted, 2 written, 3 failed, 4 the wish is being written
 *   4   length of the text (int) | 8 text: the file that is wanted, or why it failed; UTF-8
 *   1032  process of the one who wants (long)
 * </pre>
 * The one who wants claims the state by compare-and-set, writes the text, and publishes; PE 0 reads at its next
 * checkpoint and publishes the answer in the same way. Both are release stores, read with acquire.
 */
public final class SnapshotRequest {
    private static final int NOTHING = 0;
    private static final int WANTED = 1;
    private static final int WRITTEN = 2;
    private static final int FAILED = 3;
    private static final int CLAIMED = 4;
    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final VarHandle LONG = JAVA_LONG.varHandle();
    private static final int TEXT = 8;
    private static final int PROCESS = TEXT + ControlLayout.SNAPSHOT_TEXT_BYTES;

    private final MemorySegment memory;

    SnapshotRequest(MemorySegment control) {
        memory = control.asSlice(ControlLayout.SNAPSHOT, PROCESS + Long.BYTES);
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
        if (!claim(pid)) {
            return false;
        }
        text(name);
        INT.setRelease(memory, 0L, WANTED);
        return true;
    }

    private boolean claim(long pid) {
        long other = (long) LONG.getAcquire(memory, (long) PROCESS);
        boolean gone = other != 0 && ProcessHandle.of(other).isEmpty();
        for (int free : gone ? new int[] {NOTHING, WRITTEN, FAILED, WANTED, CLAIMED}
            : new int[] {NOTHING, WRITTEN, FAILED}) {
            if ((free != CLAIMED || LONG.compareAndSet(memory, (long) PROCESS, other, pid))
                && INT.compareAndSet(memory, 0L, free, CLAIMED)) {
                LONG.setRelease(memory, (long) PROCESS, pid);
                return true;
            }
        }
        return false;
    }

    /** Takes the wish back, unless it has been answered. */
    public void forget() {
        INT.compareAndSet(memory, 0L, WANTED, NOTHING);
    }

    public boolean answered() {
        int state = (int) INT.getAcquire(memory, 0L);
        return state == WRITTEN || state == FAILED;
    }

    /** {@return why the snapshot was not written, null if it was; once there is an answer} */
    public String problem() {
        return (int) INT.getAcquire(memory, 0L) == FAILED ? text() : null;
    }

    /** {@return the file that is wanted, null when none is} */
    String wanted() {
        return (int) INT.getAcquire(memory, 0L) == WANTED ? text() : null;
    }

    void answer(String problem) {
        if (problem != null) {
            byte[] why = problem.getBytes(StandardCharsets.UTF_8);
            text(Arrays.copyOf(why, Math.min(why.length, ControlLayout.SNAPSHOT_TEXT_BYTES)));
        }
        INT.setRelease(memory, 0L, problem == null ? WRITTEN : FAILED);
    }

    private void text(byte[] text) {
        memory.set(JAVA_INT, 4, text.length);
        MemorySegment.copy(text, 0, memory, JAVA_BYTE, TEXT, text.length);
    }

    private String text() {
        int length = Math.clamp(memory.get(JAVA_INT, 4), 0, ControlLayout.SNAPSHOT_TEXT_BYTES);
        return new String(memory.asSlice(TEXT, length).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
    }
}
