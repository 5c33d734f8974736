// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.spi.JobMemory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongBinaryOperator;

/**
 * A hash table on all PEs that maps longs to counts, sums or minima of longs. Each key has an owner, whose part of the
 * table is probed linearly from the key's hash.
 *
 * <p>Entries can only be merged, so it is several times as fast as a {@link GlobalMap}, which can also replace and
 * remove, and which reports the last operation of a dead PE.
 *
 * <p>{@link #get} and {@link #merge} are linearizable. The exception is a merge of a key on another node, or on a
 * simulated machine of another PE: it is complete after {@link #barrier}. Merges of one key by one PE keep their order.
 *
 * <p>Correctness: a slot has two words, key and value, 0 if empty. A key is set once, by compare-and-swap, and stays. A
 * merge takes effect with the compare-and-swap of the value, a get with its load of the value or of the empty slot. A
 * PE that can't access the slot directly sends a message to the key's owner, whose handler does the same.
 *
 * <p>The table does not grow by itself; {@link #reserve} enlarges it, on all PEs together.
 */
public final class GlobalCounts implements AutoCloseable {
    /** Result for a key without a value; it can be neither a key nor a value. */
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
    private int sendMerge;
    private int sendRefusal;
    /** Key of a merge of this PE that another PE refused for lack of room, or ABSENT. */
    private final AtomicLong refused = new AtomicLong(ABSENT);
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
     * Makes an empty table; collective.
     *
     * @param shmem   the library
     * @param entries number of keys that the table has room for; it is full at a third more
     * @param merger  combines the old and the new value in {@link #merge}, the same on all PEs
     * @return the table
     */
    public static GlobalCounts allocate(Shmem shmem, long entries, LongBinaryOperator merger) {
        return new GlobalCounts(shmem, entries, merger);
    }

    private GlobalCounts(Shmem shmem, long entries, LongBinaryOperator merger) {
        if (entries < 1) {
            throw new IllegalArgumentException(Fault.where() + ": a table has room for 1 or more entries, not "
                + entries);
        }
        if (Library.outlives() && shmem.shared().nPes() < shmem.nPes()) {
            throw new IllegalStateException(Fault.where() + ": GlobalCounts send messages to other nodes, which a "
                + "death loses; in a job on several nodes that outlives its PEs take a GlobalMap");
        }
        this.shmem = shmem;
        this.n = shmem.nPes();
        this.merger = merger;
        this.near = new boolean[n];
        allocate(entries);
        this.account = Account.of(table);
        for (int pe = 0; pe < n; pe++) {
            near[pe] = pe == shmem.myPe() || !JobMemory.charged() && shmem.ptr(table, pe) != null;
        }
        this.messages = shmem.shared().nPes() == n ? null : Messages.allocate(shmem);
        if (messages != null) {
            askGet = messages.answerer((from, words) -> read(words.get()));
            sendMerge = messages.handler((from, words) -> {
                if (!isRoomFor(words.get(), words.get(1), shmem.myPe())) {
                    messages.send(from, sendRefusal, words.get());
                }
            });
            sendRefusal = messages.handler((from, words) -> refused.set(words.get()));
            messages.open();
        }
    }

    private IllegalStateException full(long key) {
        return new IllegalStateException(Fault.where() + ": the table has no room for key " + key + " on PE "
            + owner(hash(key)) + ", which has " + (mask + 1) + " places; call reserve on all PEs in time");
    }

    private void allocate(long entries) {
        long places = Math.max(16, Long.highestOneBit((long) (Math.ceilDiv(entries, (long) n) / FULL)) << 1);
        table = shmem.allocateLongs(WORDS * places).named("GlobalCounts");
        mask = places - 1;
    }

    /** {@return a hash in which each bit of the key flips half of the bits} */
    private static long hash(long key) {
        long h = (key ^ key >>> 32) * 0xd6e8feb86659fd93L;
        h = (h ^ h >>> 32) * 0xd6e8feb86659fd93L;
        return h ^ h >>> 32;
    }

    /** {@return the PE whose part has a key with a hash} */
    private int owner(long hash) {
        return (int) ((hash >>> 32) * n >>> 32);
    }

    /** {@return the index of the key's value in its owner's part, or NOT_FOUND} */
    private long find(long key, int pe, boolean claims) {
        long stored = key ^ ABSENT;
        for (long place = hash(key) & mask, probes = 0; probes <= mask; place = place + 1 & mask, probes++) {
            long there = shmem.atomicFetch(table, WORDS * place, pe);
            if (there == 0) {
                if (!claims) {
                    return NOT_FOUND;
                }
                there = shmem.compareSwap(table, WORDS * place, 0L, stored, pe);
            }
            if (there == stored || there == 0) {
                return WORDS * place + 1;
            }
        }
        return NOT_FOUND;
    }

    private void check(long key, long value) {
        if (key == ABSENT || value == ABSENT) {
            throw new IllegalArgumentException(Fault.where() + ": Long.MIN_VALUE is no key and no value of"
                + " GlobalCounts");
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
        int pe = owner(hash(key));
        if (!near[pe]) {
            return messages.ask(pe, askGet, key).join();
        }
        long at = find(key, pe, false);
        return at == NOT_FOUND ? ABSENT : shmem.atomicFetch(table, at, pe) ^ ABSENT;
    }

    /**
     * Joins a value with that of a key by the table's merger, or sets it where the key is new.
     *
     * @param key   the key
     * @param value the value
     * @throws IllegalArgumentException if one of them, or what the merger makes, is {@code Long.MIN_VALUE}; the value
     *     stays. In a merge on another node this ends the job
     * @throws IllegalStateException if the table is full; of a key on another node {@link #barrier}, {@link #size} or
     *     {@link #reserve} throws, whichever comes first
     */
    public void merge(long key, long value) {
        check(key, value);
        int pe = owner(hash(key));
        if (!near[pe]) {
            messages.send(pe, sendMerge, key, value);
        } else if (!isRoomFor(key, value, pe)) {
            throw full(key);
        }
    }

    /** Merges if there is room, and {@return whether there is} */
    private boolean isRoomFor(long key, long value, int pe) {
        long at = find(key, pe, true);
        if (at == NOT_FOUND) {
            return false;
        }
        if (account == null) {
            join(at, value, pe);
        } else {
            account.value("merge " + value, key, ABSENT, () -> join(at, value, pe),
                before -> before == ABSENT ? (Long) value : (Long) merger.applyAsLong(before, value));
        }
        return true;
    }

    /** {@return the value before} */
    private long join(long at, long value, int pe) {
        long before = shmem.atomicFetch(table, at, pe);
        while (true) {
            long after = before == 0 ? value : merger.applyAsLong(before ^ ABSENT, value);
            if (after == ABSENT) {
                throw new IllegalArgumentException(Fault.where() + ": the merger makes Long.MIN_VALUE of "
                    + (before ^ ABSENT) + " and " + value + ", which is no value of GlobalCounts");
            }
            long seen = shmem.compareSwap(table, at, before, after ^ ABSENT, pe);
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
        report(meet());
    }

    /** Completes merges, and {@return what says that one of this PE had no room, or null}. */
    private IllegalStateException meet() {
        if (messages != null) {
            messages.finish();
        }
        shmem.barrierAll();
        long key = refused.getAndSet(ABSENT);
        return key == ABSENT ? null : full(key);
    }

    /** Throws what a merge was refused with; last in a collective, which the other PEs complete. */
    private static void report(IllegalStateException refusal) {
        if (refusal != null) {
            throw refusal;
        }
    }

    /**
     * {@return number of keys} Collective, with a barrier before.
     *
     * @throws IllegalStateException if there was no room for a merge of this PE
     */
    public long size() {
        IllegalStateException refusal = meet();
        long[] count = new long[1];
        forEachOwn((key, value) -> count[0]++);
        long size = shmem.world().sumReduce(count[0]);
        report(refusal);
        return size;
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
     * Makes room for more keys, where there is less. Collective, with a barrier before and after.
     *
     * @param entries how many keys the table should have room for, those that it has included
     * @throws IllegalStateException if there was no room for an earlier merge of this PE; there is room now
     */
    public void reserve(long entries) {
        IllegalStateException refusal = meet();
        SymmetricLongs old = table;
        long places = mask + 1;
        allocate(Math.max(entries, (long) (places * n * FULL) / 2));
        for (long place = 0; place < places; place++) {
            long value = old.get(WORDS * place + 1);
            if (value != 0) {
                table.set(find(old.get(WORDS * place) ^ ABSENT, shmem.myPe(), true), value);
            }
        }
        old.free();
        report(refusal);
    }

    /** Frees the memory; collective. */
    public void free() {
        if (messages != null) {
            messages.free();
        }
        table.free();
    }

    /**
     * Gives the memory back without waiting; the next allocation or free of all PEs frees it.
     *
     * @throws IllegalStateException if this PE's merges are not complete, as {@link Messages#close} throws it; the
     *     memory is given back all the same
     */
    @Override
    public void close() {
        try {
            if (messages != null) {
                messages.close();
            }
        } finally {
            table.close();
        }
    }
}
