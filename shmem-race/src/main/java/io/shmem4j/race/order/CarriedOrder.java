// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.spi.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The order that words and locks carry: the updates that a reader of a word, or the next owner of a lock, is ordered
 * after. A hash table from words to lists of updates, each with thread, agent, tick, and the value if known.
 *
 * <pre>
 *   0   key (long), 0 for a free record | 8 lock (int) | 12 updates (int)
 *   16  updates: 8 bytes agent and tick | 8 bytes value
 * </pre>
 * An update replaces earlier ones except the latest few, because a wait that one of these would have ended does not
 * depend on later updates. If a list overflows, two updates of one agent are merged into one that represents all before
 * it. If there are too many agents or words, readers take over everything. This may miss races but reports none that
 * don't exist.
 *
 * <p>A wait for a sum depends on every addition without which the sum would have been too small. Without such an
 * addition, those that depend on it would not have happened either: later ones of its thread, and those of other
 * threads, for which it is marked.
 */
public final class CarriedOrder {
    private static final int UPDATES = 62;
    /** The latest updates are always kept, even if later ones follow them. */
    private static final int LATEST = 12;
    private static final int RECORD = 16 + (UPDATES + 1) * 16;
    private static final int RECORDS = 1 << 14;
    private static final int PROBES = 64;
    private static final int FULL = UPDATES + 1;
    static final long BYTES = ((long) RECORDS * RECORD + 4095) & -4096;
    /** The new value depends on the old one, as in an addition. */
    private static final long KEEPS = 1L << 63;
    /** The entry represents all updates of its agent up to this one. */
    private static final long PREFIX = 1L << 62;
    /** Updates of other threads depend on it, or it replaced updates other than additions by its thread. */
    private static final long MORE = 1L << 61;
    /** Value: its own addend plus those of the entries it replaced. */
    private static final long ADDS = 1L << 47;
    private final SharedState state;
    private final Words words;

    /** Effect of an update: stores a value, adds one, or changes the word in another way. */
    public enum Effect {
        SETS(0), ADDS(KEEPS | CarriedOrder.ADDS), CHANGES(KEEPS);

        private final long bits;

        Effect(long bits) {
            this.bits = bits;
        }
    }

    private static final class Update {
        private long who;
        private long value;

        Update(long who, long value) {
            this.who = who;
            this.value = value;
        }

        boolean is(long one) {
            return (who & one) != 0;
        }

        int thread() {
            return (int) (who >>> 48) & 0x1fff;
        }

        int agent() {
            return (int) (who >>> 32) & 0x7fff;
        }

        int tick() {
            return (int) who;
        }

        boolean isKnownTo(ThreadRaces reader) {
            return reader.knows(thread(), agent(), tick());
        }

        boolean isSame(Update other) {
            return thread() == other.thread() && agent() == other.agent();
        }
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

    /** Adds an update. The thread's clock shows which earlier updates it has seen. */
    void update(long key, int thread, int agent, int tick, Effect effect, long value, ThreadRaces by) {
        long record = find(key, true);
        if (record < 0) {
            return;
        }
        // Threads without a number store 0, which makes readers take over everything.
        long who = effect.bits | (long) Math.max(0, thread) << 48 | (long) agent << 32 | tick;
        state.acquire(record + 8);
        try {
            List<Update> all = load(record);
            if (all != null) {
                store(record, kept(all, new Update(who, value), by));
            }
        } finally {
            state.release(record + 8);
        }
    }

    /** {@return a word's updates, or null if they didn't fit} */
    private List<Update> load(long record) {
        int count = words.getInt(record + 12);
        if (count == FULL) {
            return null;
        }
        List<Update> all = new ArrayList<>(count + 1);
        for (int i = 0; i < count; i++) {
            all.add(new Update(words.getLong(record + 16 + 16L * i), words.getLong(record + 24 + 16L * i)));
        }
        return all;
    }

    private void store(long record, List<Update> all) {
        boolean fits = all.size() <= UPDATES || shorten(all);
        for (int i = 0; fits && i < all.size(); i++) {
            words.setLong(record + 16 + 16L * i, all.get(i).who);
            words.setLong(record + 24 + 16L * i, all.get(i).value);
        }
        words.setInt(record + 12, fits ? all.size() : FULL);
    }

    /** {@return the earlier updates that are still relevant, and the new one} */
    private List<Update> kept(List<Update> all, Update latest, ThreadRaces by) {
        List<Update> kept = new ArrayList<>(all.size() + 1);
        int count = all.size();
        all.add(latest);
        for (int i = 0; i < count; i++) {
            Update each = all.get(i);
            boolean known = each.isKnownTo(by);
            each.who |= latest.who & KEEPS;
            if (each.thread() != latest.thread() && (known || fenced(each, latest, by))) {
                each.who |= MORE;
            }
            if (i >= count - LATEST || !known) {
                kept.add(each);
            } else {
                handOn(each, all.subList(i + 1, all.size()));
            }
        }
        kept.add(latest);
        return kept;
    }

    /** {@return whether a fence may have ordered two updates by threads of one PE} */
    private boolean fenced(Update each, Update own, ThreadRaces by) {
        return each.thread() > 0 && own.thread() > 0 && state.agents.pe(each.thread()) == state.agents.pe(own.thread())
            && by.knows(each.thread(), 0, each.tick());
    }

    /** Merges a dropped update into the next one of its thread, otherwise into the latest one. */
    private static void handOn(Update each, List<Update> later) {
        Update next = later.stream().filter(other -> other.thread() == each.thread()).findFirst().orElse(
            later.getLast());
        boolean added = each.is(ADDS) && next.is(ADDS) && each.thread() == next.thread() && !each.is(PREFIX);
        next.who |= added ? each.who & MORE : MORE;
        next.value += added ? each.value : 0;
    }

    /** Merges two updates of one agent and {@return whether there were two} */
    private static boolean shorten(List<Update> all) {
        for (Update first : all) {
            for (int i = all.indexOf(first) + 1; i < all.size(); i++) {
                Update each = all.get(i);
                if (each.isSame(first)) {
                    first.who = each.who & (first.who | ~ADDS) | PREFIX;
                    first.value += each.value;
                    all.remove(i);
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Orders a reader after the updates that have led to a value.
     *
     * @param enough which other values would have ended the wait; null if the program uses the value itself
     */
    void read(long key, long value, LongPredicate enough, ThreadRaces reader) {
        long record = find(key, false);
        if (record == -1) {
            return;
        }
        List<Update> all = null;
        if (record >= 0) {
            state.acquire(record + 8);
            try {
                all = load(record);
            } finally {
                state.release(record + 8);
            }
        }
        if (all == null) {
            reader.everything();
            return;
        }
        // Whether some update stored exactly this value.
        boolean exact = all.stream().anyMatch(each -> !each.is(KEEPS | PREFIX) && each.value == value);
        all.removeIf(each -> each.isKnownTo(reader));
        Seen seen = new Seen(all, value, enough, exact);
        for (int i = all.size() - 1; i >= 0; i--) {
            Update each = all.get(i);
            if (seen.needs(i, each)) {
                reader.update(each.thread(), each.agent(), each.tick(), each.is(PREFIX));
            }
        }
    }

    /** A value that was read, and the updates unknown to the reader. */
    private static final class Seen {
        private final List<Update> updates;
        private final long value;
        private final LongPredicate enough;
        private final boolean exact;
        /** Whether all updates are additions; {@code sets}: whether all store values and one of them ends the wait. */
        private final boolean adds;
        private final boolean sets;

        Seen(List<Update> updates, long value, LongPredicate enough, boolean exact) {
            this.updates = updates;
            this.value = value;
            this.enough = enough;
            this.exact = exact;
            this.adds = enough != null && updates.stream().allMatch(each -> each.is(ADDS));
            this.sets = updates.stream().noneMatch(each -> each.is(KEEPS)) && updates.stream().anyMatch(this::isEnough);
        }

        private boolean isEnough(Update each) {
            return enough != null && !each.is(PREFIX) && enough.test(each.value);
        }

        /** {@return whether the reader depends on the update} */
        boolean needs(int at, Update update) {
            if (update.is(PREFIX) && (adds || sets) || update.is(MORE) && adds) {
                return true;
            }
            if (adds) {
                return !enough.test(value - updates.stream().skip(at).filter(each -> each.thread() == update.thread())
                    .mapToLong(each -> each.value).sum());
            }
            if (sets) {
                return isEnough(update) && updates.stream().limit(at).noneMatch(each -> each.isSame(update)
                    && isEnough(each));
            }
            return !exact || update.is(KEEPS) || !update.is(PREFIX) && update.value == value;
        }
    }

    /** {@return the key's record, -1 if there is none, or -2 if the table is full} */
    private long find(long key, boolean make) {
        long hash = key * 0x9E3779B97F4A7C15L >>> 40;
        for (int probe = 0; probe < PROBES; probe++) {
            long record = SharedState.CARRIED + (hash + probe) % RECORDS * RECORD;
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
