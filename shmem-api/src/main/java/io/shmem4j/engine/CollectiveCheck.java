// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.collective.team.Group;
import io.shmem4j.error.SymmetricMismatchException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Compares the calls of a team's members, at the highest level of checking.
 *
 * <p>Every member publishes a hash of its call, all meet, and every member compares all hashes, so either all members
 * see a difference or none does. After a difference they publish their calls as text, meet again, and all fail with the
 * same report.
 * <pre>
 *   record at the end of the team's slot:  0 hash, even calls | 8 hash, odd calls | 16 length (int) | 20 words, UTF-8
 * </pre>
 * Two hashes alternate: a member publishes its next but one hash after all have met for the next one, and have thus
 * compared this one.
 */
public final class CollectiveCheck {
    private static final int LENGTH = 16;
    private static final int WORDS = 20;
    private static final int MOST_WORDS = SystemLayout.CHECK_RECORD_BYTES - WORDS;

    private final Collectives collectives;
    private final Group group;
    private final Backend backend;
    private final long record;
    private final String team;
    private final AtomicReference<Thread> inside = new AtomicReference<>();
    private volatile String running;
    private long calls;

    public CollectiveCheck(Collectives collectives, String team) {
        this.collectives = collectives;
        this.group = collectives.group();
        this.backend = group.backend();
        this.record = SystemLayout.checkRecord(group.slot(), backend.nPes());
        this.team = team;
    }

    /**
     * Compares a call before the collective runs.
     *
     * @param root  number of the root, or -1
     * @param words further arguments that must be equal
     * @param local further text about this member's call, for the report only
     */
    public void enter(Routine routine, int root, String words, String local) {
        String call = routine.text() + words;
        Thread caller = Thread.currentThread();
        // A collective that failed has not called leave, so this thread may still be registered.
        Thread other = inside.compareAndExchange(null, caller);
        if (other != null && other != caller) {
            throw new IllegalStateException(Fault.where() + " in thread \"" + Thread.currentThread().getName()
                + "\": thread \"" + other.getName() + "\" is in another collective of " + team + " (" + running
                + "); a team does one at a time");
        }
        running = call;
        group.calls().name(routine, root < 0 ? -1 : group.world(root));
        calls++;
        long hash = hash(call);
        long turn = record + Long.BYTES * (calls & 1);
        backend.putLong(me(), turn, hash);
        collectives.sync(WaitKind.COLLECTIVE);
        for (int i = 0; i < group.size(); i++) {
            if (backend.getLong(group.world(i), turn) != hash) {
                String report = report(call + local);
                leave();
                throw new SymmetricMismatchException(report);
            }
        }
    }

    public void leave() {
        inside.set(null);
    }

    private String report(String call) {
        byte[] text = (call + " at " + Fault.callSite()).getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, MOST_WORDS);
        MemorySegment mine = JobMemory.slice(backend.pe(), record, SystemLayout.CHECK_RECORD_BYTES);
        mine.set(ValueLayout.JAVA_INT, LENGTH, length);
        MemorySegment.copy(text, 0, mine, ValueLayout.JAVA_BYTE, WORDS, length);
        collectives.sync(WaitKind.COLLECTIVE);
        String[] all = new String[group.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = words(group.world(i));
        }
        collectives.sync(WaitKind.COLLECTIVE);
        return Fault.where() + ": the members of " + team + " disagree in a collective, which all must call alike:"
            + Fault.lines(all.length, i -> all[i], (pes, words) -> pes + ": " + words);
    }

    private String words(int pe) {
        byte[] text = new byte[Math.clamp(backend.getInt(pe, record + LENGTH), 0, MOST_WORDS)];
        backend.read(pe, record + WORDS, text, 0, ValueLayout.JAVA_BYTE, text.length);
        return new String(text, StandardCharsets.UTF_8);
    }

    private int me() {
        return group.world(group.me());
    }

    private static long hash(String call) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < call.length(); i++) {
            hash = (hash ^ call.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }
}
