// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.collective.team.Group;
import io.shmem4j.engine.Fault;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.util.HashMap;
import java.util.Map;

/**
 * The teams of active sets. A set's first use creates its team, which lives until the session ends.
 *
 * <p>That first call involves the set's own PEs only, so no parent team can meet. They meet in the set's {@code pSync}
 * array instead, whose elements are all 0 before and after:
 * <pre>
 *   pSync[0] arrivals, on the first PE        pSync[2] slot that this PE proposes
 *   pSync[1] rounds complete, on the first PE pSync[3] PEs that have left, on the first PE
 * </pre>
 * Ordering: arrivals and departures are atomic additions, full fences. A PE stores its proposal before it arrives, and
 * the others read it after the round is complete. The first PE clears the array after all others have left and before
 * it returns, so the program can use the array again. A call that times out leaves the array as it is.
 */
final class ActiveSets {
    static final int SYNC_WORDS = 4;
    private static final int PROPOSED = 2 * Long.BYTES;
    private static final int LEFT = 3 * Long.BYTES;

    private record Key(int start, int stride, int size) {
    }

    private static final class ActiveSet {
        private volatile Team team;
        /** Whether a first call has begun and not ended; a plain field, because an Error leaves no room for a call. */
        private boolean unfinished;
    }

    /** Shared by threads of one PE, which may use several sets for the first time at once. */
    private final Map<Key, ActiveSet> sets = new HashMap<>();

    /** {@return the team of a set; its first use is collective over the set's PEs} */
    Team team(SessionLibrary library, int start, int logStride, int size, SymmetricLongs pSync) {
        Backend backend = library.backend();
        check(start, logStride, size, backend);
        Key key = new Key(start, size == 1 ? 1 : 1 << logStride, size);
        ActiveSet set;
        synchronized (sets) {
            set = sets.computeIfAbsent(key, _ -> new ActiveSet());
            if (set.team != null && set.team.isMember()) {
                return set.team;
            }
            if (set.unfinished) {
                throw new IllegalStateException(Fault.where() + ": an error has cut off the first call on this active "
                    + "set on this PE, or another thread is still in it; it may have ended on other PEs, so this PE "
                    + "can't use the set");
            }
            set.unfinished = true;
        }
        try {
            set.team = make(library, key, pSync);
        } catch (RuntimeException e) {
            set.unfinished = false;
            throw e;
        }
        set.unfinished = false;
        return set.team;
    }

    /** {@return whether a team belongs to an active set, so the program can't free it} */
    boolean has(Team team) {
        synchronized (sets) {
            return sets.values().stream().anyMatch(set -> set.team == team);
        }
    }

    private static void check(int start, int logStride, int size, Backend backend) {
        int nPes = backend.nPes();
        if (size < 1 || start < 0 || logStride < 0 || logStride > Integer.SIZE - 2
            || start + (size - 1L) * (1L << logStride) >= nPes) {
            throw new IllegalArgumentException(Fault.where() + ": PE_start " + start + ", logPE_stride " + logStride
                + ", PE_size " + size + " is no active set of PEs 0 to " + (nPes - 1));
        }
        int distance = backend.pe() - start;
        if (distance < 0 || distance % (1 << logStride) != 0 || distance >> logStride >= size) {
            throw new IllegalArgumentException(Fault.where() + ": this PE is not in the active set PE_start " + start
                + ", logPE_stride " + logStride + ", PE_size " + size);
        }
    }

    private static Team make(SessionLibrary library, Key key, SymmetricLongs pSync) {
        Backend backend = library.backend();
        backend.attached().requireUncut(backend.pe());
        long words = Symmetric.at(pSync, 0, SYNC_WORDS);
        int me = (backend.pe() - key.start) / key.stride;
        Group members = new Group(backend, key.start, key.stride, key.size, me, -1);
        SetMeeting meeting = new SetMeeting(members, words);
        int slot;
        try {
            int first = (key.start * 31 + key.stride) * 31 + key.size;
            slot = library.slots().claim(members, first, words + PROPOSED, meeting::sync);
        } catch (RuntimeException e) {
            meeting.leave();
            throw e;
        }
        meeting.leave();
        Group group = new Group(backend, key.start, key.stride, key.size, me, slot);
        return library.teams.adopt(new Team(library, new Collectives(group), TeamConfig.NONE, "the active set of "
            + key.size + " PEs from PE " + key.start + " by " + key.stride));
    }

    /** A barrier of the set's PEs in pSync. */
    private static final class SetMeeting {
        private final Group members;
        private final Backend backend;
        private final long words;
        private final int root;
        private long round;

        SetMeeting(Group members, long words) {
            this.members = members;
            this.backend = members.backend();
            this.words = words;
            this.root = members.world(0);
        }

        void sync() {
            round++;
            if (backend.fetchAddLong(root, words, 1) + 1 == round * members.size()) {
                backend.atomicSetLong(root, words + Long.BYTES, round);
            }
            await(words + Long.BYTES, round);
        }

        /** Leaves the array all zero. */
        void leave() {
            backend.putLong(backend.pe(), words + PROPOSED, 0);
            if (members.me() != 0) {
                backend.fetchAddLong(root, words + LEFT, 1);
                return;
            }
            await(words + LEFT, members.size() - 1);
            for (int i = 0; i < SYNC_WORDS; i++) {
                backend.putLong(root, words + (long) i * Long.BYTES, 0);
            }
        }

        /** Waits for a word of the first PE. The word is remote, so the wait polls it and never sleeps for long. */
        private void await(long word, long least) {
            if (backend.getLong(root, word) >= least) {
                return;
            }
            Waiter waiter = backend.waiter();
            waiter.begin(root, SystemLayout.BELL, WaitKind.COLLECTIVE, word, root);
            try {
                while (backend.getLong(root, word) < least) {
                    waiter.pause();
                }
            } catch (WaitTimeoutException e) {
                backend.attached().cut(e);
                throw e;
            } finally {
                waiter.end();
            }
        }
    }
}
