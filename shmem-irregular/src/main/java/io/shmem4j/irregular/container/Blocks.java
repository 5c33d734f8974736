// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import java.util.function.IntFunction;

/**
 * The heaps of {@link Shards}. A heap is a sequence of blocks, each live, which is an entry of the map, or free and in
 * one of the free lists.
 *
 * <pre>
 * block:  state 1, version 30, size 32 | tag 32, words of the key 12, of the value 20 | key | value
 * </pre>
 *
 * <p>The blocks can be walked at any moment, and so after a death: a block is split by storing the header of the rest
 * first, and the words in use grow after the new last block has its header. A header is one word, so a block becomes
 * live, or free, at one moment.
 */
final class Blocks {
    static final int UNIT = 4;
    static final int HEADER = 2;
    /** Indices in a shard: words in use, and the free lists. */
    static final int USED = 3;
    static final int LISTS = 8;
    static final int LIST_COUNT = 72;
    static final int MOST_KEY_WORDS = (1 << 12) - 1;

    /** Blocks up to this many units have a free list for each size, larger ones one for each power of two. */
    private static final int EXACT = 32;
    private static final long LIVE = 1L << 32;
    private static final int VERSION_SHIFT = 33;
    private static final int VERSION_BITS = 30;
    private static final int KEY_SHIFT = 20;
    static final int MOST_VALUE_WORDS = (1 << KEY_SHIFT) - 1;

    private final Region region;
    private final long heap;
    private final long shardWords;

    /** Makes heaps from word {@code heap} to the end of each shard. */
    Blocks(Region region, long heap, long shardWords) {
        this.region = region;
        this.heap = heap;
        this.shardWords = shardWords;
    }

    static boolean isLive(long header) {
        return (header & LIVE) != 0;
    }

    static int size(long header) {
        return (int) header;
    }

    /** {@return the size of a block for a key and a value} */
    static int size(long[] key, long[] value) {
        return HEADER + key.length + value.length + UNIT - 1 & -UNIT;
    }

    static long live(int size, long version) {
        return size | LIVE | (version & (1L << VERSION_BITS) - 1) << VERSION_SHIFT;
    }

    /** {@return whether a live block is younger than another one, whose version may have been before an overflow} */
    static boolean isNewer(long header, long other) {
        return (header >>> VERSION_SHIFT) - (other >>> VERSION_SHIFT) << Long.SIZE - VERSION_BITS > 0;
    }

    private static int keyWords(long shape) {
        return (int) shape >>> KEY_SHIFT;
    }

    int tag(long block, int pe) {
        return (int) (region.peek(block + 1, pe) >>> Integer.SIZE);
    }

    /** Stores all but the header of a block that is neither live nor in a free list. */
    void fill(long block, int size, int tag, long[] key, long[] value, int pe) {
        long[] words = new long[size];
        words[1] = (long) tag << Integer.SIZE | (long) key.length << KEY_SHIFT | value.length;
        System.arraycopy(key, 0, words, HEADER, key.length);
        System.arraycopy(value, 0, words, HEADER + key.length, value.length);
        region.put(block + 1, words, 1, size - 1, pe);
    }

    long[] key(long block, int pe) {
        long[] key = new long[keyWords(region.peek(block + 1, pe))];
        region.get(key, 0, block + HEADER, key.length, pe);
        return key;
    }

    boolean hasKey(long[] key, long block, int pe, long base) {
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
    long[] value(long block, int pe, long base, IntFunction<long[]> room) {
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

    /** {@return the block with a number, from 1} */
    long withNumber(long number, long base) {
        return base + heap + (number - 1) * UNIT;
    }

    long number(long block, long base) {
        return (block - base - heap) / UNIT + 1;
    }

    /**
     * {@return a free block of a size, or 0} Takes the first block of a list if it is large enough, then unused words.
     * Later blocks of the size's own list are taken only if {@code searches}.
     */
    long take(int size, boolean searches, int pe, long base) {
        long own = base + LISTS + list(size);
        for (long list = own; list < base + LISTS + LIST_COUNT; list++) {
            if (linkedSize(list, pe, base) >= size) {
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
            if (linkedSize(link, pe, base) >= size) {
                return cut(link, size, pe, base);
            }
        }
        return 0;
    }

    /** {@return the block that a link points to} */
    private long linked(long link, int pe, long base) {
        return withNumber(region.peek(link, pe), base);
    }

    /** {@return the size of the block that a link points to, or 0} */
    private int linkedSize(long link, int pe, long base) {
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

    /** Makes a block of some words free, and adds it to its list. */
    void free(long block, long size, int pe, long base) {
        region.set(block, size, pe);
        push(block, pe, base);
    }

    /** Adds a free block to its list. */
    void push(long block, int pe, long base) {
        long list = base + LISTS + list(size(region.peek(block, pe)));
        region.set(block + 1, region.peek(list, pe), pe);
        region.set(list, number(block, base), pe);
    }

    /** {@return the free list of blocks of a size; blocks of later lists are larger} */
    private static int list(int size) {
        int units = size / UNIT;
        return units <= EXACT ? units : EXACT + Integer.SIZE - Integer.numberOfLeadingZeros(units / EXACT);
    }
}
