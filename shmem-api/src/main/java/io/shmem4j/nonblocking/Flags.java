// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

import io.shmem4j.AllocationHint;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;

/**
 * The flags of a team's collectives: one set for each collective that may be pending. Collective number {@code k} uses
 * set {@code k % sets}. At each member a set has
 *
 * <pre>
 *   entered[member]   the last collective that the member has entered; the member is the only writer
 *   taken             number of copies that other members have made from this one, in all collectives of the set
 * </pre>
 *
 * <p>Both only grow. A member begins number {@code k + sets} when its part of {@code k} is complete, which includes the
 * acknowledgements of all members that copy from it. So the new number in {@code entered} replaces one that no member
 * waits for or that it implies, and {@code taken} gets no late additions. A recovery raises the number to a common
 * value on all members, and a member resets {@code taken} before it enters again.
 */
final class Flags {
    private final Shmem shmem;
    final int me;
    /** World numbers of the members. */
    final int[] members;
    private final int sets;
    private final int stride;
    /** The words {@code entered} of all sets, then a word {@code taken} for each. */
    private final SymmetricLongs words;
    private final long taken;
    private final long[] expected;

    Flags(Shmem shmem, Team team, int sets) {
        this.shmem = shmem;
        this.me = team.myPe();
        this.members = new int[Math.max(0, team.nPes())];
        for (int i = 0; i < members.length; i++) {
            members[i] = team.translate(i, shmem.world());
        }
        this.sets = sets;
        this.stride = shmem.nPes();
        this.taken = (long) sets * stride;
        this.words = shmem.allocateLongs(taken + sets, AllocationHint.SIGNAL_REMOTE)
            .named("flags of non-blocking collectives");
        this.expected = new long[sets];
    }

    int size() {
        return members.length;
    }

    /**
     * Forgets collectives that a death has interrupted. No member copies from this one before it enters its next
     * collective, and a recovery completes the operations that members had begun.
     */
    void reset() {
        for (int set = 0; set < sets; set++) {
            words.set(taken + set, 0);
            expected[set] = 0;
        }
        shmem.fence();
    }

    int world(int member) {
        return members[member];
    }

    /** Announces to all other members that they may continue, or copy from this one. */
    void enter(long number, boolean toCopy) {
        long flag = number % sets * stride + me;
        for (int i = 1; i < members.length; i++) {
            shmem.signalSet(words.signal(flag), number, world((me + i) % members.length));
        }
        if (toCopy) {
            expected[(int) (number % sets)] += members.length - 1;
        }
    }

    boolean hasEntered(int member, long number) {
        return words.getAcquire(number % sets * stride + member) >= number;
    }

    /** Acknowledges to a member that this one has copied its data. */
    void acknowledge(int member, long number) {
        shmem.signalAdd(words.signal(taken + number % sets), 1, world(member));
    }

    boolean allTaken(long number) {
        int set = (int) (number % sets);
        return words.getAcquire(taken + set) >= expected[set];
    }

    /** Refuses a call after the memory has been freed. */
    void requireOpen() {
        words.heapOffset();
    }

    void close() {
        words.close();
    }

    void free() {
        words.free();
    }
}
