// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.engine.Fault;
import java.lang.invoke.VarHandle;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/**
 * Keys and values of words in the memory of all PEs, in shards, each with a lock. An entry is a block of the shard's
 * heap; all else is an index of the blocks that {@link #repair} can make anew.
 *
 * <pre>
 * shard:  lock | entries | bits of the index | words in use | hand | ... | free lists | touched | index | heap
 * block:  state 1, version 30, size 32 | tag 32, words of the key 12, of the value 20 | key | value
 * </pre>
 * An entry appears when its block becomes live, and disappears when that becomes free. A PE that died between the two
 * stores of a replacement leaves two live blocks of the key: the one with the later version counts. The heap can be
 * walked from block to block at any moment: a block is split by storing the header of the rest first, and the words in
 * use grow after the header of a new last block is there.
 *
 * <p>Readers take no lock: what they have read counts if the lock was free and the same before and after.
 */
final class Shards extends Whole {
    static final int MOST_SHARDS = 64;
    static final long LEAST_WORDS = 1 << 12;

    private static final int ENTRIES = 1;
    private static final int BITS = 2;
    private static final int USED = 3;
    private static final int HAND = 4;
    private static final int LISTS = 8;
    private static final int TOUCHED = 80;
    private static final int LIST_COUNT = TOUCHED - LISTS;
    /** Sizes up to this many units have a free list each, larger ones one for each power of two. */
    private static final int EXACT = 32;
    private static final int UNIT = 4;
    private static final int FIRST_BITS = 4;
    private static final int HEADER = 2;
    private static final long LIVE = 1L << 32;
    private static final int VERSION_SHIFT = 33;
    private static final int VERSION_BITS = 30;
    private static final int KEY_SHIFT = 20;
    private static final int MOST_KEY_WORDS = (1 << 12) - 1;
    private static final int MOST_VALUE_WORDS = (1 << KEY_SHIFT) - 1;
    /** Evictions for one entry before the heap is tidied up. */
    private static final int EVICTIONS = 8;
    private static final long NONE = -1;

    private final int shards;
    private final long shardWords;
    private final int mostBits;
    private final int touchedWords;
    private final long index;
    private final long heap;
    private final boolean evicts;
    /** Bits of the index whose pages are known to exist, by PE and shard. */
    private final byte[] provided;

    /**
     * Uses words as {@link Whole} does.
     *
     * @param words how many each PE has, at least {@link #LEAST_WORDS}
     */
    Shards(Region region, Region slots, int me, int n, IntPredicate lives, long words, boolean evicts) {
        super(region, slots, me, n, lives);
        this.shards = Math.clamp(Long.highestOneBit(words / LEAST_WORDS), 1, MOST_SHARDS);
        this.shardWords = words / shards & -UNIT;
        this.mostBits = Math.min(30, Long.SIZE - 1 - Long.numberOfLeadingZeros(shardWords / 8));
        this.touchedWords = 1 << mostBits - 3;
        this.index = TOUCHED + touchedWords;
        this.heap = index + (1L << mostBits) + UNIT - 1 & -UNIT;
        this.evicts = evicts;
        this.provided = new byte[n * shards];
    }

    // ---- reading -----------------------------------------------------------------------------------------------

    /**
     * {@return the words of a key's value in an array, or null}
     *
     * @param room gives an array of a length or longer
     */
    long[] get(long[] key, IntFunction<long[]> room) {
        long hash = hash(key);
        int pe = pe(hash);
        long base = base(hash);
        while (true) {
            long seen = awaitFree(pe, base);
            long place = find(key, tag(hash), pe, base);
            long[] value = place == NONE ? null : value(block(place, pe, base), pe, base, room);
            VarHandle.loadLoadFence();
            if (region.peek(base, pe) == seen) {
                if (evicts && value != null) {
                    touch(tag(hash), pe, base);
                }
                return value;
            }
        }
    }

    private void touch(int tag, int pe, long base) {
        long at = base + TOUCHED + (tag & touchedWords - 1);
        if (region.peek(at, pe) == 0) {
            region.set(at, 1, pe);
        }
    }

    /** {@return the place in the index of a key, or NONE} */
    private long find(long[] key, int tag, int pe, long base) {
        int mask = mask(pe, base);
        int place = tag & mask;
        for (int probes = 0; probes <= mask; probes++, place = place + 1 & mask) {
            long entry = region.peek(base + index + place, pe);
            if (entry == 0) {
                return NONE;
            }
            if ((int) (entry >>> Integer.SIZE) == tag && hasKey(key, blockOf(entry, base), pe, base)) {
                return place;
            }
        }
        return NONE;
    }

    private boolean hasKey(long[] key, long block, int pe, long base) {
        if (keyWords(region.peek(block + 1, pe)) != key.length
            || block - base + HEADER + key.length > shardWords) {
            return false;
        }
        for (int i = 0; i < key.length; i++) {
            if (region.peek(block + HEADER + i, pe) != key[i]) {
                return false;
            }
        }
        return true;
    }

    /** {@return the words of a block's value; empty if the block was reused during the read} */
    private long[] value(long block, int pe, long base, IntFunction<long[]> room) {
        long shape = region.peek(block + 1, pe);
        int count = (int) shape & MOST_VALUE_WORDS;
        long from = block + HEADER + keyWords(shape);
        if (from + count > base + shardWords) {
            return room.apply(0);
        }
        long[] value = room.apply(count);
        region.get(value, 0, from, count, pe);
        return value;
    }

    /** {@return number of entries} */
    long size() {
        long size = 0;
        for (int pe = 0; pe < n; pe++) {
            for (int shard = 0; shard < shards; shard++) {
                size += region.peek(shard * shardWords + ENTRIES, pe);
            }
        }
        return size;
    }

    /** Gives entries of all PEs to an action, those of a shard as they were at one moment. */
    void forEach(BiConsumer<long[], long[]> action) {
        for (int pe = 0; pe < n; pe++) {
            for (int shard = 0; shard < shards; shard++) {
                for (long[][] entry : entries(pe, shard * shardWords)) {
                    action.accept(entry[0], entry[1]);
                }
            }
        }
    }

    private long[][][] entries(int pe, long base) {
        enter();
        try {
            hold(pe, base);
            long[][][] entries = new long[(int) region.peek(base + ENTRIES, pe)][][];
            int count = 0;
            long used = region.peek(base + USED, pe);
            for (long at = 0; at < used; at += size(region.peek(base + heap + at, pe))) {
                long block = base + heap + at;
                if (isLive(region.peek(block, pe))) {
                    entries[count++] = new long[][] {key(block, pe), value(block, pe, base, long[]::new)};
                }
            }
            release(pe, base);
            return entries;
        } catch (RuntimeException | Error e) {
            // A copy may exhaust the heap of Java.
            cutOff();
            throw e;
        } finally {
            inside = null;
        }
    }

    // ---- changing ----------------------------------------------------------------------------------------------

    /**
     * Changes the value of a key.
     *
     * @param change gets the value or null, gives the new one, null for none, or the same array to change nothing
     * @return the value before, or null
     * @throws IllegalStateException if there is no room
     */
    long[] change(long[] key, UnaryOperator<long[]> change) {
        if (key.length > MOST_KEY_WORDS) {
            throw tooLong("key", key.length, MOST_KEY_WORDS);
        }
        long hash = hash(key);
        int tag = tag(hash);
        int pe = pe(hash);
        long base = base(hash);
        enter();
        try {
            begin(pe, base);
            int shard = pe * shards + (int) (hash & shards - 1);
            requireIndex(bits(pe, base), shard, pe, base);
            long place = find(key, tag, pe, base);
            long[] before = place == NONE ? null : value(block(place, pe, base), pe, base, long[]::new);
            long[] after = change.apply(before);
            if (after != before) {
                if (after == null) {
                    remove(place, pe, base);
                } else if (before == null) {
                    grow(shard, pe, base);
                    store(key, tag, after, pe, base);
                } else if (before.length != 1 || after.length != 1) {
                    store(key, tag, after, pe, base);
                } else if (before[0] != after[0]) {
                    happen(block(place, pe, base) + HEADER + key.length, after[0], pe);
                }
            }
            end(after != before, pe, base);
            return before;
        } catch (RuntimeException | Error e) {
            cutOff();
            throw e;
        } finally {
            inside = null;
        }
    }

    private String where() {
        return "PE " + me + ", " + Fault.routine() + " called at " + Fault.callSite();
    }

    private IllegalArgumentException tooLong(String what, int words, int most) {
        return new IllegalArgumentException(where() + ": a " + what + " of a GlobalMap has up to " + most
            + " words of 8 bytes, not " + words);
    }

    private void store(long[] key, int tag, long[] value, int pe, long base) {
        if (value.length > MOST_VALUE_WORDS) {
            throw tooLong("value", value.length, MOST_VALUE_WORDS);
        }
        int size = HEADER + key.length + value.length + UNIT - 1 & -UNIT;
        long block = allocate(size, pe, base);
        // Making room may have moved the key's place, or evicted it.
        long place = find(key, tag, pe, base);
        long[] words = new long[size];
        words[1] = (long) tag << Integer.SIZE | (long) key.length << KEY_SHIFT | value.length;
        System.arraycopy(key, 0, words, HEADER, key.length);
        System.arraycopy(value, 0, words, HEADER + key.length, value.length);
        region.put(block + 1, words, 1, size - 1, pe);
        long version = releases(pe, base) & (1L << VERSION_BITS) - 1;
        happen(block, size | LIVE | version << VERSION_SHIFT, pe);
        if (place == NONE) {
            insert(tag, block, pe, base);
            region.set(base + ENTRIES, region.peek(base + ENTRIES, pe) + 1, pe);
        } else {
            long old = block(place, pe, base);
            region.set(base + index + place, entry(tag, block, base), pe);
            free(old, pe, base);
        }
    }

    private void remove(long place, int pe, long base) {
        long block = block(place, pe, base);
        happen(block, size(region.peek(block, pe)), pe);
        forget(place, block, pe, base);
    }

    /** Takes a block that is free now out of the index. */
    private void forget(long place, long block, int pe, long base) {
        close(place, pe, base);
        push(block, pe, base);
        region.set(base + ENTRIES, region.peek(base + ENTRIES, pe) - 1, pe);
    }

    private void free(long block, int pe, long base) {
        region.set(block, size(region.peek(block, pe)), pe);
        push(block, pe, base);
    }

    // ---- the index ---------------------------------------------------------------------------------------------

    private void insert(int tag, long block, int pe, long base) {
        int mask = mask(pe, base);
        int place = tag & mask;
        while (region.peek(base + index + place, pe) != 0) {
            place = place + 1 & mask;
        }
        region.set(base + index + place, entry(tag, block, base), pe);
    }

    /** Empties a place of the index, and moves entries behind it that would not be found any more. */
    private void close(long place, int pe, long base) {
        int mask = mask(pe, base);
        int hole = (int) place;
        for (int next = hole + 1 & mask;; next = next + 1 & mask) {
            long entry = region.peek(base + index + next, pe);
            if (entry == 0 || next == place) {
                break;
            }
            int home = (int) (entry >>> Integer.SIZE) & mask;
            if ((next - home & mask) >= (next - hole & mask)) {
                region.set(base + index + hole, entry, pe);
                hole = next;
            }
        }
        region.set(base + index + hole, 0, pe);
    }

    private void grow(int shard, int pe, long base) {
        int bits = bits(pe, base);
        if (bits < mostBits && 2 * region.peek(base + ENTRIES, pe) >= 1L << bits) {
            requireIndex(bits + 1, shard, pe, base);
            repair(pe, base);
        }
    }

    /** Takes the pages of all but the heap, for an index of some bits. */
    private void requireIndex(int bits, int shard, int pe, long base) {
        if (provided[shard] < bits) {
            region.require(base, index + (1L << bits), pe);
            provided[shard] = (byte) bits;
        }
    }

    // ---- the heap ----------------------------------------------------------------------------------------------

    /** {@return a free block of a size} */
    private long allocate(int size, int pe, long base) {
        for (int tries = 0; size <= shardWords - heap; tries++) {
            boolean indexed = region.peek(base + ENTRIES, pe) < (1L << mostBits) - (1L << mostBits - 3);
            // Evicted blocks are the first ones of their lists.
            long block = indexed ? take(size, !evicts || tries % EVICTIONS == 0, pe, base) : NONE;
            if (block != NONE) {
                return block;
            }
            if (evicts ? tries % EVICTIONS == EVICTIONS - 1 : tries == 0) {
                repair(pe, base);
            } else if (!evicts || !evict(pe, base)) {
                break;
            }
        }
        throw new IllegalStateException(where() + ": a GlobalMap has no room for " + size * Long.BYTES
            + " bytes in a part of PE " + pe + ", which has " + (shardWords - heap) * Long.BYTES + (evicts ? ""
            : "; make it with more bytes, or such that it evicts"));
    }

    /**
     * {@return a block of a size, or NONE} Takes the first block of each list that fits, then unused words. A later
     * block of the size's own list is taken only if {@code searches}.
     */
    private long take(int size, boolean searches, int pe, long base) {
        long own = base + LISTS + list(size);
        for (long list = own; list < base + LISTS + LIST_COUNT; list++) {
            if (first(list, pe, base) >= size) {
                return cut(list, size, pe, base);
            }
        }
        long used = region.peek(base + USED, pe);
        if (heap + used + size <= shardWords) {
            region.require(base + heap + used, size, pe);
            region.set(base + heap + used, size, pe);
            region.set(base + USED, used + size, pe);
            return base + heap + used;
        }
        for (long link = own; searches && region.peek(link, pe) != 0; link = linked(link, pe, base) + 1) {
            if (first(link, pe, base) >= size) {
                return cut(link, size, pe, base);
            }
        }
        return NONE;
    }

    /** {@return the block that a link points to} */
    private long linked(long link, int pe, long base) {
        return base + heap + (region.peek(link, pe) - 1) * UNIT;
    }

    /** {@return the size of the block that a link points to, or 0} */
    private int first(long link, int pe, long base) {
        return region.peek(link, pe) == 0 ? 0 : size(region.peek(linked(link, pe, base), pe));
    }

    /** Unlinks the block that a link points to, frees its remainder, and {@return the block} */
    private long cut(long link, int size, int pe, long base) {
        long block = linked(link, pe, base);
        int has = size(region.peek(block, pe));
        region.set(link, region.peek(block + 1, pe), pe);
        if (has > size) {
            region.set(block + size, has - size, pe);
            region.set(block, size, pe);
            push(block + size, pe, base);
        }
        return block;
    }

    private void push(long block, int pe, long base) {
        long list = base + LISTS + list(size(region.peek(block, pe)));
        region.set(block + 1, region.peek(list, pe), pe);
        region.set(list, (block - base - heap) / UNIT + 1, pe);
    }

    /** {@return the free list of blocks of a size; those of later lists are larger} */
    private static int list(int size) {
        int units = size / UNIT;
        return units <= EXACT ? units : EXACT + Integer.SIZE - Integer.numberOfLeadingZeros(units / EXACT);
    }

    /** Removes an entry that has not been read since the hand came by last; {@return false where there is none}. */
    private boolean evict(int pe, long base) {
        long used = region.peek(base + USED, pe);
        long hand = region.peek(base + HAND, pe);
        boolean again = false;
        for (long walked = 0; walked <= 2 * used; ) {
            if (hand >= used) {
                if (again && walked == 0) {
                    return false;
                }
                again = true;
                hand = 0;
            }
            long block = base + heap + hand;
            long header = region.peek(block, pe);
            hand += size(header);
            walked += size(header);
            if (!isLive(header)) {
                continue;
            }
            int tag = (int) (region.peek(block + 1, pe) >>> Integer.SIZE);
            long touched = base + TOUCHED + (tag & touchedWords - 1);
            if (region.peek(touched, pe) != 0) {
                region.set(touched, 0, pe);
                continue;
            }
            long place = find(key(block, pe), tag, pe, base);
            region.set(block, size(header), pe);
            forget(place, block, pe, base);
            region.set(base + HAND, hand, pe);
            return true;
        }
        return false;
    }

    // ---- repair ------------------------------------------------------------------------------------------------

    /** Joins free blocks, and makes the index, the free lists and the number of entries anew. */
    @Override
    void repair(int pe, long base) {
        long used = region.peek(base + USED, pe);
        int live = 0;
        for (long at = 0; at < used; at += size(region.peek(base + heap + at, pe))) {
            live += isLive(region.peek(base + heap + at, pe)) ? 1 : 0;
        }
        int bits = Math.clamp(Integer.SIZE - Integer.numberOfLeadingZeros(2 * live), Math.min(FIRST_BITS, mostBits),
            mostBits);
        if (!region.provides(base, index + (1L << bits), pe)) {
            bits = bits(pe, base);
        }
        region.set(base + BITS, bits, pe);
        region.set(base + HAND, 0, pe);
        zero(base + LISTS, LIST_COUNT, pe);
        zero(base + index, 1L << bits, pe);
        int entries = 0;
        long run = 0;
        for (long at = 0; at < used;) {
            long block = base + heap + at;
            long header = region.peek(block, pe);
            at += size(header);
            if (!isLive(header)) {
                run += size(header);
                if (at < used) {
                    continue;
                }
            } else if (index(block, header, pe, base)) {
                entries++;
            }
            if (run > 0) {
                long first = base + heap + at - (isLive(header) ? size(header) : 0) - run;
                region.set(first, run, pe);
                push(first, pe, base);
                run = 0;
            }
        }
        region.set(base + ENTRIES, entries, pe);
    }

    /** Puts a live block into the index, and {@return whether its key was not there}; of two, frees the older one. */
    private boolean index(long block, long header, int pe, long base) {
        long[] key = key(block, pe);
        int tag = (int) (region.peek(block + 1, pe) >>> Integer.SIZE);
        long place = find(key, tag, pe, base);
        if (place == NONE) {
            insert(tag, block, pe, base);
            return true;
        }
        long other = block(place, pe, base);
        long newer = (header >>> VERSION_SHIFT) - (region.peek(other, pe) >>> VERSION_SHIFT);
        // Versions may have begun again at 0.
        if (newer << Long.SIZE - VERSION_BITS > 0) {
            region.set(base + index + place, entry(tag, block, base), pe);
            free(other, pe, base);
        } else {
            free(block, pe, base);
        }
        return false;
    }

    private void zero(long at, long count, int pe) {
        long[] zeros = new long[(int) Math.min(count, 1 << 12)];
        for (long done = 0; done < count; done += zeros.length) {
            region.put(at + done, zeros, 0, (int) Math.min(zeros.length, count - done), pe);
        }
    }

    // ---- words -------------------------------------------------------------------------------------------------

    private long[] key(long block, int pe) {
        long[] key = new long[keyWords(region.peek(block + 1, pe))];
        region.get(key, 0, block + HEADER, key.length, pe);
        return key;
    }

    private int bits(int pe, long base) {
        return Math.max((int) region.peek(base + BITS, pe), Math.min(FIRST_BITS, mostBits));
    }

    private int mask(int pe, long base) {
        return (1 << bits(pe, base)) - 1;
    }

    private long block(long place, int pe, long base) {
        return blockOf(region.peek(base + index + place, pe), base);
    }

    private long blockOf(long entry, long base) {
        return base + heap + ((entry & (1L << Integer.SIZE) - 1) - 1) * UNIT;
    }

    private long entry(int tag, long block, long base) {
        return (long) tag << Integer.SIZE | (block - base - heap) / UNIT + 1;
    }

    private static boolean isLive(long header) {
        return (header & LIVE) != 0;
    }

    private static int size(long header) {
        return (int) header;
    }

    private static int keyWords(long shape) {
        return (int) shape >>> KEY_SHIFT;
    }

    private int pe(long hash) {
        return (int) ((hash >>> Integer.SIZE) * n >>> Integer.SIZE);
    }

    private long base(long hash) {
        return (hash & shards - 1) * shardWords;
    }

    private static int tag(long hash) {
        return (int) (hash * 0x9e3779b97f4a7c15L >>> Integer.SIZE);
    }

    private static long hash(long[] key) {
        long hash = key.length;
        for (long word : key) {
            hash = (hash ^ word) * 0xd6e8feb86659fd93L;
            hash ^= hash >>> Integer.SIZE;
        }
        hash *= 0xd6e8feb86659fd93L;
        return hash ^ hash >>> Integer.SIZE;
    }
}
