// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.irregular.message.Reply;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongBinaryOperator;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * A hash map of longs to longs on all PEs. A key belongs to one PE, in whose table the search for a place begins at the
 * key's hash and goes on from place to place.
 *
 * <p>Every single operation is linearizable: it happens at one moment between its call and its return, for all PEs.
 * Only {@link #merge} of a key on another node, and on simulated machines of another PE, returns before: it has
 * happened after {@link #barrier}, and merges of one PE of one key happen in their order.
 *
 * <p>Why it is right: a place has two words, key and value, 0 where there is none. A key is set once, by
 * compare-and-swap, and stays. All changes of a value are single atomics of that word, and an operation happens with
 * the last of them, or with its load of the value, or of the empty place where the key would be. A PE that can't load
 * and store the place sends a message to the key's owner, whose handler does the same.
 *
 * <p>The table does not grow by itself. {@link #reserve} makes it larger, on all PEs together.
 */
public final class GlobalMap {
    /** The value of a key that is not in the map; neither a key nor a value of the map. */
    public static final long ABSENT = Long.MIN_VALUE;

    private static final int WORDS = 2;
    private static final double FULL = 0.75;
    private static final long NOT_FOUND = -1;

    private final Shmem shmem;
    private final int n;
    private final LongBinaryOperator merger;
    private final boolean[] near;
    private final Messages messages;
    private int askGet;
    private int askPut;
    private int askReplace;
    private int sendMerge;
    private int sendRefusal;
    /** Keys of this PE's operations that other PEs had no room for. */
    private final Set<Long> refused = ConcurrentHashMap.newKeySet();
    private SymmetricLongs table;
    private final Account account;
    private long mask;

    /** Action on an entry. */
    @FunctionalInterface
    public interface EntryAction {
        /**
         * Gets an entry.
         *
         * @param key   its key
         * @param value its value
         */
        void accept(long key, long value);
    }

    /**
     * Makes an empty map; collective.
     *
     * @param shmem   the library
     * @param entries how many keys it should have room for; it is full at a third more
     * @param merger  what {@link #merge} does with the old value and the new one, the same on all PEs
     */
    public GlobalMap(Shmem shmem, long entries, LongBinaryOperator merger) {
        if (entries < 1) {
            throw new IllegalArgumentException(Fault.where() + ": a map has room for 1 or more entries, not "
                + entries);
        }
        this.shmem = shmem;
        this.n = shmem.nPes();
        this.merger = merger;
        this.near = new boolean[n];
        allocate(entries);
        this.account = Account.of(table);
        for (int pe = 0; pe < n; pe++) {
            near[pe] = pe == shmem.myPe() || !shmem.simulated() && shmem.ptr(table, pe) != null;
        }
        this.messages = shmem.shared().nPes() == n ? null : new Messages(shmem);
        if (messages != null) {
            askGet = messages.answerer((from, words) -> read(words.get()));
            askPut = messages.answerer((from, words) -> tryFor(from, words.get(),
                () -> exchange(words.get(), words.get(1))));
            askReplace = messages.answerer((from, words) -> tryFor(from, words.get(),
                () -> compareExchange(words.get(), words.get(1), words.get(2))));
            sendMerge = messages.handler((from, words) -> tryFor(from, words.get(), () -> {
                merge(words.get(), words.get(1));
                return ABSENT;
            }));
            sendRefusal = messages.handler((from, words) -> refused.add(words.get()));
            messages.open();
        }
    }

    /** Does an operation for another PE, which throws where there is no room, as it would for an own one. */
    private long tryFor(int from, long key, LongSupplier operation) {
        try {
            return operation.getAsLong();
        } catch (FullException e) {
            messages.send(from, sendRefusal, key);
            return ABSENT;
        }
    }

    /** {@return the answer of another PE} Its refusal has come before. */
    private long answer(Reply<Long> reply, long key) {
        long answer = reply.join();
        if (!refused.isEmpty() && refused.remove(key)) {
            throw full(key);
        }
        return answer;
    }

    private FullException full(long key) {
        return new FullException(Fault.where() + ": the map has no room for key " + key + " on PE " + owner(hash(key))
            + ", which has " + (mask + 1) + " places; call reserve on all PEs in time");
    }

    /** There is no place for a key. */
    private static final class FullException extends IllegalStateException {
        private static final long serialVersionUID = 1;

        FullException(String message) {
            super(message);
        }
    }

    private void allocate(long entries) {
        long places = Math.max(16, Long.highestOneBit((long) (Math.ceilDiv(entries, (long) n) / FULL)) << 1);
        table = shmem.allocateLongs(WORDS * places).named("GlobalMap");
        mask = places - 1;
    }

    /** {@return a number that any bit of the key changes in half of its bits} */
    private static long hash(long key) {
        long h = (key ^ key >>> 32) * 0xd6e8feb86659fd93L;
        h = (h ^ h >>> 32) * 0xd6e8feb86659fd93L;
        return h ^ h >>> 32;
    }

    /** {@return the PE whose table has a key with a hash} */
    private int owner(long hash) {
        return (int) ((hash >>> 32) * n >>> 32);
    }

    /** {@return the index of the key's value in its owner's table, or NOT_FOUND} */
    private long find(long key, long hash, int pe) {
        long stored = key ^ ABSENT;
        for (long place = hash & mask, probes = 0; probes <= mask; place = place + 1 & mask, probes++) {
            long there = shmem.atomicFetch(table, WORDS * place, pe);
            if (there == stored) {
                return WORDS * place + 1;
            }
            if (there == 0) {
                return NOT_FOUND;
            }
        }
        return NOT_FOUND;
    }

    /** {@return the index of the key's value in its owner's table, where the key is put if it is not there yet} */
    private long findOrClaim(long key, long hash, int pe) {
        long stored = key ^ ABSENT;
        for (long place = hash & mask, probes = 0; probes <= mask; place = place + 1 & mask, probes++) {
            long there = shmem.atomicFetch(table, WORDS * place, pe);
            if (there == 0) {
                there = shmem.compareSwap(table, WORDS * place, 0L, stored, pe);
            }
            if (there == stored || there == 0) {
                return WORDS * place + 1;
            }
        }
        throw full(key);
    }

    private void check(long key, long value) {
        if (key == ABSENT || value == ABSENT) {
            throw new IllegalArgumentException(Fault.where() + ": Long.MIN_VALUE is no key and no value of a"
                + " GlobalMap");
        }
    }

    /**
     * {@return the value of a key, or {@link #ABSENT}}
     *
     * @param key the key
     * @throws IllegalArgumentException if it is {@code Long.MIN_VALUE}
     */
    public long get(long key) {
        check(key, 0);
        return account == null ? read(key) : account.value("get", key, ABSENT, () -> read(key), value -> value);
    }

    private long read(long key) {
        long hash = hash(key);
        int pe = owner(hash);
        if (!near[pe]) {
            return messages.ask(pe, askGet, key).join();
        }
        long at = find(key, hash, pe);
        return at == NOT_FOUND ? ABSENT : shmem.atomicFetch(table, at, pe) ^ ABSENT;
    }

    /**
     * Sets the value of a key.
     *
     * @param key   the key
     * @param value the value
     * @return the value before, or {@link #ABSENT}
     * @throws IllegalArgumentException if one of them is {@code Long.MIN_VALUE}
     * @throws IllegalStateException if the map is full
     */
    public long put(long key, long value) {
        check(key, value);
        return account == null ? exchange(key, value)
            : account.value("put " + value, key, ABSENT, () -> exchange(key, value), before -> value);
    }

    private long exchange(long key, long value) {
        long hash = hash(key);
        int pe = owner(hash);
        if (!near[pe]) {
            return answer(messages.ask(pe, askPut, key, value), key);
        }
        return shmem.swap(table, findOrClaim(key, hash, pe), value ^ ABSENT, pe) ^ ABSENT;
    }

    /**
     * Takes a key out. Its place stays taken until {@link #reserve}.
     *
     * @param key the key
     * @return the value before, or {@link #ABSENT}
     * @throws IllegalArgumentException if the key is {@code Long.MIN_VALUE}
     */
    public long remove(long key) {
        long before = get(key);
        while (before != ABSENT) {
            long seen = replace(key, before, ABSENT);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
        return ABSENT;
    }

    /**
     * Sets the value of a key if it has a certain one.
     *
     * @param key      the key
     * @param expected the value that it must have, {@link #ABSENT} for none
     * @param value    the new value, {@link #ABSENT} to take it out
     * @return the value before; the expected one where it has been replaced
     * @throws IllegalArgumentException if the key is {@code Long.MIN_VALUE}
     * @throws IllegalStateException if the map is full
     */
    public long replace(long key, long expected, long value) {
        check(key, 0);
        return account == null ? compareExchange(key, expected, value)
            : account.value("replace " + expected + " by " + value, key, ABSENT,
                () -> compareExchange(key, expected, value), before -> before == expected ? (Long) value : before);
    }

    private long compareExchange(long key, long expected, long value) {
        long hash = hash(key);
        int pe = owner(hash);
        if (!near[pe]) {
            return answer(messages.ask(pe, askReplace, key, expected, value), key);
        }
        return shmem.compareSwap(table, findOrClaim(key, hash, pe), expected ^ ABSENT, value ^ ABSENT, pe) ^ ABSENT;
    }

    /**
     * Replaces the value of a key by what follows from it.
     *
     * @param key    the key
     * @param update gets the value or {@link #ABSENT}, gives the new one, and may be asked again
     * @return the new value
     * @throws IllegalArgumentException if the key is {@code Long.MIN_VALUE}
     * @throws IllegalStateException if the map is full
     */
    public long update(long key, LongUnaryOperator update) {
        long before = get(key);
        while (true) {
            long after = update.applyAsLong(before);
            long seen = replace(key, before, after);
            if (seen == before) {
                return after;
            }
            before = seen;
        }
    }

    /**
     * Joins a value with that of a key by the map's merger, or sets it where the key is new.
     *
     * @param key   the key
     * @param value the value
     * @throws IllegalArgumentException if one of them is {@code Long.MIN_VALUE}
     * @throws IllegalStateException if the map is full; of a key on another node {@link #barrier} throws
     */
    public void merge(long key, long value) {
        check(key, value);
        long hash = hash(key);
        int pe = owner(hash);
        if (!near[pe]) {
            messages.send(pe, sendMerge, key, value);
        } else if (account == null) {
            join(key, hash, pe, value);
        } else {
            account.value("merge " + value, key, ABSENT, () -> join(key, hash, pe, value),
                before -> before == ABSENT ? (Long) value : (Long) merger.applyAsLong(before, value));
        }
    }

    /** {@return the value before} */
    private long join(long key, long hash, int pe, long value) {
        long at = findOrClaim(key, hash, pe);
        long before = shmem.atomicFetch(table, at, pe);
        while (true) {
            long after = (before == 0 ? value : merger.applyAsLong(before ^ ABSENT, value)) ^ ABSENT;
            long seen = shmem.compareSwap(table, at, before, after, pe);
            if (seen == before) {
                return before ^ ABSENT;
            }
            before = seen;
        }
    }

    /**
     * Completes the merges of all PEs and waits for them; collective.
     *
     * @throws IllegalStateException if there was no room for a merge of this PE
     */
    public void barrier() {
        if (messages != null) {
            messages.finish();
        }
        shmem.barrierAll();
        if (!refused.isEmpty()) {
            long key = refused.iterator().next();
            refused.clear();
            throw full(key);
        }
    }

    /** {@return number of keys with a value} Collective, with a barrier before. */
    public long size() {
        barrier();
        long[] count = new long[1];
        forEachOwn((key, value) -> count[0]++);
        return shmem.world().sumReduce(count[0]);
    }

    /**
     * Does something with each entry that this PE has.
     *
     * @param action gets them
     */
    public void forEachOwn(EntryAction action) {
        for (long place = 0; place <= mask; place++) {
            long value = table.getAcquire(WORDS * place + 1);
            if (value != 0) {
                action.accept(table.get(WORDS * place) ^ ABSENT, value ^ ABSENT);
            }
        }
    }

    /**
     * Makes room for more keys, where there is less, and drops the places of keys that were taken out. Collective, with
     * a barrier before and after.
     *
     * @param entries how many keys the map should have room for, those that it has included
     */
    public void reserve(long entries) {
        barrier();
        SymmetricLongs old = table;
        long places = mask + 1;
        allocate(Math.max(entries, (long) (places * n * FULL) / 2));
        for (long place = 0; place < places; place++) {
            long value = old.get(WORDS * place + 1);
            if (value != 0) {
                long key = old.get(WORDS * place) ^ ABSENT;
                table.set(findOrClaim(key, hash(key), shmem.myPe()), value);
            }
        }
        shmem.free(old);
    }

    /** Frees the memory; collective. */
    public void free() {
        if (messages != null) {
            messages.free();
        }
        shmem.free(table);
    }
}
