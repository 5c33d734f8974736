// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.spi.Words;
import java.util.function.LongPredicate;

/**
 * What whoever sees the value of a word, or gets a lock, may rely on: the updates that have led to the value. A hash
 * table of words, each with a list of updates: thread, agent, tick, and the value where it is known.
 *
 * <pre>
 *   0   key (long), 0 for a free record | 8 lock (int) | 12 updates (int)
 *   16  updates: 8 bytes who and when | 8 bytes value
 * </pre>
 * An update takes the place of those that it comes after, but for the latest: a wait that one of them would have ended
 * relies on no later one, whatever it has seen. Where there are more of one agent than room, two of them become one
 * that stands for all before it; where there are more agents, or more words, whoever asks takes over all that is known:
 * so races may be missed, and none is invented.
 *
 * <p>Of additions a wait relies on those without which the sum would not have been enough. Without one there would not
 * have been those either that came because of it: its thread's later ones, which are known, and others', for which it
 * is marked.
 */
final class CarriedOrder {
    private static final int UPDATES = 62;
    /** So many of the latest updates are kept though later ones come after them. */
    private static final int LATEST = 12;
    private static final int RECORD = 16 + (UPDATES + 1) * 16;
    private static final int RECORDS = 1 << 14;
    private static final int PROBES = 64;
    private static final int FULL = UPDATES + 1;
    static final long BYTES = ((long) RECORDS * RECORD + 4095) & -4096;
    /** An update that keeps what was before, such as an addition. */
    private static final long KEEPS = 1L << 63;
    /** Stands for all updates of the agent up to this one. */
    private static final long PREFIX = 1L << 62;
    /** Other threads' updates have come after it, or it stands for updates that are not additions of its thread. */
    private static final long MORE = 1L << 61;
    /** Its value is what it adds, and what older ones have added that it has taken the place of. */
    private static final long ADDS = 1L << 47;
    private static final long THREAD = 0x1fffL << 48;
    /** Thread and agent. */
    private static final long SAME = THREAD | 0x7fffL << 32;

    private final SharedState state;
    private final Words words;

    /** What an update does to a word: gives it a value, adds one, or changes it in another way. */
    enum Effect {
        SETS(0), ADDS(KEEPS | CarriedOrder.ADDS), CHANGES(KEEPS);

        private final long bits;

        Effect(long bits) {
            this.bits = bits;
        }
    }

    /** Takes updates over. */
    interface Reader {
        /** {@return whether an update came before what the reader does} */
        boolean knows(int thread, int agent, int tick);

        /**
         * Takes an update over.
         *
         * @param agent of its operation, 0 where that was over when the call was
         * @param all   whether it stands for all operations of the agent before it, too
         */
        void update(int thread, int agent, int tick, boolean all);

        /** Takes over all that any PE has done. */
        void everything();
    }

    CarriedOrder(SharedState state) {
        this.state = state;
        this.words = state.words;
    }

    static long word(int pe, long offset) {
        return (long) pe + 1 << 44 | offset;
    }

    static long lock(long offset) {
        return 1L << 62 | offset;
    }

    /**
     * Adds an update.
     *
     * @param by tells which updates it follows anyway
     */
    void update(long key, int thread, int agent, int tick, Effect effect, long value, Reader by) {
        long record = find(key, true);
        if (record < 0) {
            return;
        }
        // A thread without a number has 0: whoever relies on it takes over everything.
        long who = effect.bits | (long) Math.max(0, thread) << 48 | (long) agent << 32 | tick;
        state.acquire(record + 8);
        try {
            int count = words.getInt(record + 12);
            if (count == FULL) {
                return;
            }
            put(record, count, who, value);
            int kept = 0;
            for (int i = 0; i < count; i++) {
                long each = words.getLong(record + 16 + 16L * i) | effect.bits & KEEPS;
                boolean known = by.knows(thread(each), agent(each), tick(each));
                if ((each & THREAD) != (who & THREAD) && (known || fenced(each, who, by))) {
                    each |= MORE;
                }
                if (i >= count - LATEST || !known) {
                    put(record, kept++, each, words.getLong(record + 24 + 16L * i));
                } else {
                    handOn(record, each, i, count);
                }
            }
            put(record, kept, words.getLong(record + 16 + 16L * count), words.getLong(record + 24 + 16L * count));
            words.setInt(record + 12, kept < UPDATES ? kept + 1 : shortened(record));
        } finally {
            state.release(record + 8);
        }
    }

    /** {@return whether a thread's fence may stand between an update of another thread of its PE and its own} */
    private boolean fenced(long each, long who, Reader by) {
        return thread(each) > 0 && thread(who) > 0 && state.agents.pe(thread(each)) == state.agents.pe(thread(who))
            && by.knows(thread(each), 0, tick(each));
    }

    /** The next update of its thread takes the place of one, or the latest. */
    private void handOn(long record, long each, int at, int latest) {
        int to = at + 1;
        while (to < latest && (words.getLong(record + 16 + 16L * to) & THREAD) != (each & THREAD)) {
            to++;
        }
        long next = words.getLong(record + 16 + 16L * to);
        boolean added = (each & next & ADDS) != 0 && ((each ^ next) & THREAD) == 0 && (each & PREFIX) == 0;
        put(record, to, next | (added ? each & MORE : MORE), words.getLong(record + 24 + 16L * to) + (added
            ? words.getLong(record + 24 + 16L * at) : 0));
    }

    private void put(long record, int index, long who, long value) {
        words.setLong(record + 16 + 16L * index, who);
        words.setLong(record + 24 + 16L * index, value);
    }

    /** Takes two updates of an agent together, where there is one too many; {@return how many are left} */
    private int shortened(long record) {
        for (int first = 0; first < UPDATES; first++) {
            for (int i = first + 1; i <= UPDATES; i++) {
                long each = words.getLong(record + 16 + 16L * i);
                long before = words.getLong(record + 16 + 16L * first);
                if (((each ^ before) & SAME) == 0) {
                    put(record, first, each & (before | ~ADDS) | PREFIX, words.getLong(record + 24 + 16L * first)
                        + words.getLong(record + 24 + 16L * i));
                    for (int j = i + 1; j <= UPDATES; j++) {
                        put(record, j - 1, words.getLong(record + 16 + 16L * j), words.getLong(record + 24 + 16L * j));
                    }
                    return UPDATES;
                }
            }
        }
        return FULL;
    }

    /**
     * Gives a reader what has led to a value.
     *
     * @param enough with which values it would have gone on, too; null if it uses the value itself
     */
    void read(long key, long value, LongPredicate enough, Reader reader) {
        long record = find(key, false);
        if (record == -1) {
            return;
        }
        if (record < 0) {
            reader.everything();
            return;
        }
        long[] updates;
        int count;
        state.acquire(record + 8);
        try {
            count = words.getInt(record + 12);
            updates = new long[2 * Math.min(count, UPDATES)];
            for (int i = 0; i < updates.length; i++) {
                updates[i] = words.getLong(record + 16 + 8L * i);
            }
        } finally {
            state.release(record + 8);
        }
        if (count == FULL) {
            reader.everything();
            return;
        }
        Seen seen = new Seen(updates, value, enough, reader);
        for (int i = updates.length - 2; i >= 0; i -= 2) {
            if (updates[i] != 0 && seen.needs(i)) {
                reader.update(thread(updates[i]), agent(updates[i]), tick(updates[i]), (updates[i] & PREFIX) != 0);
            }
        }
    }

    /** A value and the updates before it; those are 0 that its reader knows. */
    private static final class Seen {
        private final long[] updates;
        private final long value;
        private final LongPredicate enough;
        /** Whether an update gave the word just this value. */
        private boolean exact;
        /** Whether all updates are additions, and whether all give values, one of which is enough. */
        private boolean adds;
        private boolean sets;

        Seen(long[] updates, long value, LongPredicate enough, Reader reader) {
            this.updates = updates;
            this.value = value;
            this.enough = enough;
            this.adds = enough != null;
            this.sets = enough != null;
            boolean any = false;
            for (int i = 0; i < updates.length; i += 2) {
                long each = updates[i];
                exact |= (each & (KEEPS | PREFIX)) == 0 && updates[i + 1] == value;
                if (reader.knows(thread(each), agent(each), tick(each))) {
                    updates[i] = 0;
                } else {
                    adds &= (each & ADDS) != 0;
                    sets &= each > 0;
                    any |= isEnough(i);
                }
            }
            sets &= any;
        }

        private boolean isEnough(int i) {
            return enough != null && (updates[i] & PREFIX) == 0 && enough.test(updates[i + 1]);
        }

        private boolean isSame(int i, int j) {
            return updates[j] != 0 && ((updates[i] ^ updates[j]) & SAME) == 0;
        }

        /** {@return whether the reader has not gone on without an update} */
        boolean needs(int at) {
            if ((updates[at] & PREFIX) != 0 && (adds || sets) || (updates[at] & MORE) != 0 && adds) {
                return true;
            }
            if (adds) {
                long without = value;
                for (int i = at; i < updates.length; i += 2) {
                    without -= ((updates[at] ^ updates[i]) & THREAD) == 0 ? updates[i + 1] : 0;
                }
                return !enough.test(without);
            }
            if (sets) {
                boolean first = isEnough(at);
                for (int i = 0; i < at; i += 2) {
                    first &= !isSame(at, i) || !isEnough(i);
                }
                return first;
            }
            return !exact || updates[at] < 0 || (updates[at] & PREFIX) == 0 && updates[at + 1] == value;
        }
    }

    private static int thread(long who) {
        return (int) (who >>> 48) & 0x1fff;
    }

    private static int agent(long who) {
        return (int) (who >>> 32) & 0x7fff;
    }

    private static int tick(long who) {
        return (int) who;
    }

    /** {@return the record of a key, -1 if there is none, -2 where there is no room for it} */
    private long find(long key, boolean make) {
        long hash = key * 0x9E3779B97F4A7C15L >>> 40;
        for (int probe = 0; probe < PROBES; probe++) {
            long record = state.carriedAt + (hash + probe) % RECORDS * RECORD;
            long found = words.getLongAcquire(record);
            if (found == 0 && make) {
                found = words.compareAndExchangeLong(record, 0, key);
                found = found == 0 ? key : found;
            }
            if (found == key) {
                return record;
            }
            if (found == 0) {
                return -1;
            }
        }
        return -2;
    }
}
