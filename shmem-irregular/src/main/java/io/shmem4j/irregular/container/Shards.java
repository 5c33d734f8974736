// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.engine.Fault;
import io.shmem4j.spi.Observer.WordMap;
import java.lang.invoke.VarHandle;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/**
 * A hash map from words to words in the memory of all PEs, in shards, each with a lock. An entry is a live block of the
 * shard's heap, see {@link Blocks}. All else derives from the blocks, and {@link #repair} can rebuild it.
 *
 * <pre>
 * shard:  lock | entries | bits of the index | words in use | hand | ... | free lists | touched | index | heap
 * </pre>
 *
 * <p>An entry appears when its block becomes live, and disappears when that becomes free. A PE that dies between these
 * two steps of a replacement leaves two live blocks with the same key. The one with the later version counts.
 *
 * <p>Readers take no lock: a read counts if the lock was free, and the same, before and after it.
 */
final class Shards extends AllOrNothing implements WordMap {
    static final int MOST_SHARDS = 64;
    static final long LEAST_WORDS = 1 << 12;

    private static final int ENTRIES = 1;
    private static final int BITS = 2;
    private static final int HAND = 4;
    private static final int TOUCHED = Blocks.LISTS + Blocks.LIST_COUNT;
    private static final int FIRST_BITS = 4;
    /** Number of evictions after which repair merges free blocks. */
    private static final int EVICTIONS = 8;
    private static final long NONE = -1;

    private final int shards;
    private final long shardWords;
    private final int mostBits;
    private final int touchedWords;
    private final long index;
    private final long heap;
    private final Blocks blocks;
    private final boolean evicts;
    /** Bits of the largest index whose pages exist, by PE and shard. */
    private final byte[] provided;

    /**
     * Uses words that are zero, or that an earlier incarnation has used.
     *
     * @param words number of words on each PE, at least {@link #LEAST_WORDS}
     */
    Shards(Region region, Region slots, int me, int n, IntPredicate alive, long words, boolean evicts) {
        super(region, slots, me, n, alive);
        this.shards = Math.clamp(Long.highestOneBit(words / LEAST_WORDS), 1, MOST_SHARDS);
        this.shardWords = words / shards & -Blocks.UNIT;
        this.mostBits = Math.min(30, Long.SIZE - 1 - Long.numberOfLeadingZeros(shardWords / 8));
        this.touchedWords = 1 << mostBits - 3;
        this.index = TOUCHED + touchedWords;
        this.heap = index + (1L << mostBits) + Blocks.UNIT - 1 & -Blocks.UNIT;
        this.blocks = new Blocks(region, heap, shardWords);
        this.evicts = evicts;
        this.provided = new byte[n * shards];
    }

    @Override
    public long[] get(long[] key, IntFunction<long[]> room) {
        long hash = hash(key);
        int pe = pe(hash);
        long base = base(hash);
        while (true) {
            long seen = awaitFree(pe, base);
            long at = find(key, tag(hash), pe, base);
            long[] value = at == NONE ? null : blocks.value(block(at, pe, base), pe, base, room);
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

    /** {@return the position of a key in the index, or NONE} */
    private long find(long[] key, int tag, int pe, long base) {
        int mask = mask(pe, base);
        int at = tag & mask;
        for (int probes = 0; probes <= mask; probes++, at = at + 1 & mask) {
            long entry = region.peek(base + index + at, pe);
            if (entry == 0) {
                return NONE;
            }
            if ((int) (entry >>> Integer.SIZE) == tag && blocks.hasKey(key, blockOf(entry, base), pe, base)) {
                return at;
            }
        }
        return NONE;
    }

    long size() {
        long size = 0;
        for (int pe = 0; pe < n; pe++) {
            for (int shard = 0; shard < shards; shard++) {
                size += region.peek(shard * shardWords + ENTRIES, pe);
            }
        }
        return size;
    }

    /** Passes the entries of all PEs to an action; those of a shard are of one moment. */
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
            long used = region.peek(base + Blocks.USED, pe);
            for (long offset = 0; offset < used;) {
                long block = base + heap + offset;
                long header = region.peek(block, pe);
                if (Blocks.isLive(header)) {
                    entries[count++] = new long[][] {blocks.key(block, pe),
                        blocks.value(block, pe, base, long[]::new)};
                }
                offset += Blocks.size(header);
            }
            release(pe, base);
            return entries;
        } catch (RuntimeException | Error e) {
            // The copies may exhaust the Java heap.
            abandon();
            throw e;
        } finally {
            inside = null;
        }
    }

    /**
     * Changes the value of a key.
     *
     * @throws IllegalStateException if there is no room
     */
    @Override
    public long[] change(long[] key, UnaryOperator<long[]> change) {
        if (key.length > Blocks.MOST_KEY_WORDS) {
            throw tooLong("key", key.length, Blocks.MOST_KEY_WORDS);
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
            long at = find(key, tag, pe, base);
            long[] before = at == NONE ? null : blocks.value(block(at, pe, base), pe, base, long[]::new);
            long[] after = change.apply(before);
            if (after != before) {
                if (after == null) {
                    remove(at, pe, base);
                } else if (before == null) {
                    grow(shard, pe, base);
                    store(key, tag, after, pe, base);
                } else if (before.length != 1 || after.length != 1) {
                    store(key, tag, after, pe, base);
                } else if (before[0] != after[0]) {
                    commit(block(at, pe, base) + Blocks.HEADER + key.length, after[0], pe);
                }
            }
            end(after != before, pe, base);
            return before;
        } catch (RuntimeException | Error e) {
            abandon();
            throw e;
        } finally {
            inside = null;
        }
    }

    private String who() {
        return "PE " + me + ", " + Fault.routine() + " called at " + Fault.callSite();
    }

    private IllegalArgumentException tooLong(String what, int words, int most) {
        return new IllegalArgumentException(who() + ": a " + what + " of a GlobalMap has up to " + most
            + " words of 8 bytes, not " + words);
    }

    private void store(long[] key, int tag, long[] value, int pe, long base) {
        if (value.length > Blocks.MOST_VALUE_WORDS) {
            throw tooLong("value", value.length, Blocks.MOST_VALUE_WORDS);
        }
        int size = Blocks.size(key, value);
        long block = allocate(size, pe, base);
        // Making room may have moved the key in the index, or evicted it.
        long at = find(key, tag, pe, base);
        blocks.fill(block, size, tag, key, value, pe);
        commit(block, Blocks.live(size, releases(pe, base)), pe);
        if (at == NONE) {
            insert(tag, block, pe, base);
            region.set(base + ENTRIES, region.peek(base + ENTRIES, pe) + 1, pe);
        } else {
            long old = block(at, pe, base);
            region.set(base + index + at, entry(tag, block, base), pe);
            free(old, pe, base);
        }
    }

    private void remove(long at, int pe, long base) {
        long block = block(at, pe, base);
        commit(block, Blocks.size(region.peek(block, pe)), pe);
        forget(at, block, pe, base);
    }

    /** Removes a block that has become free from the index. */
    private void forget(long at, long block, int pe, long base) {
        close(at, pe, base);
        blocks.push(block, pe, base);
        region.set(base + ENTRIES, region.peek(base + ENTRIES, pe) - 1, pe);
    }

    private void free(long block, int pe, long base) {
        blocks.free(block, Blocks.size(region.peek(block, pe)), pe, base);
    }

    private void insert(int tag, long block, int pe, long base) {
        int mask = mask(pe, base);
        int at = tag & mask;
        while (region.peek(base + index + at, pe) != 0) {
            at = at + 1 & mask;
        }
        region.set(base + index + at, entry(tag, block, base), pe);
    }

    /** Empties a position of the index, and moves later entries that could not be found across it. */
    private void close(long at, int pe, long base) {
        int mask = mask(pe, base);
        int hole = (int) at;
        for (int next = hole + 1 & mask;; next = next + 1 & mask) {
            long entry = region.peek(base + index + next, pe);
            if (entry == 0 || next == at) {
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

    /** Allocates the pages of all but the heap, for an index of {@code bits}. */
    private void requireIndex(int bits, int shard, int pe, long base) {
        if (provided[shard] < bits) {
            region.require(base, index + (1L << bits), pe);
            provided[shard] = (byte) bits;
        }
    }

    /** {@return a free block of a size} */
    private long allocate(int size, int pe, long base) {
        for (int tries = 0; size <= shardWords - heap; tries++) {
            boolean indexed = region.peek(base + ENTRIES, pe) < (1L << mostBits) - (1L << mostBits - 3);
            // Evicted blocks are at the head of their lists.
            long block = indexed ? blocks.take(size, !evicts || tries % EVICTIONS == 0, pe, base) : 0;
            if (block != 0) {
                return block;
            }
            if (evicts ? tries % EVICTIONS == EVICTIONS - 1 : tries == 0) {
                repair(pe, base);
            } else if (!evicts || !evict(pe, base)) {
                break;
            }
        }
        throw new IllegalStateException(who() + ": a GlobalMap has no room for " + size * Long.BYTES
            + " bytes in a part of PE " + pe + " of " + (shardWords - heap) * Long.BYTES + " bytes" + (evicts ? ""
            : "; make the map larger, or let it evict entries"));
    }

    /** Removes an entry that was not read since the hand last passed it; {@return false if there is none} */
    private boolean evict(int pe, long base) {
        long used = region.peek(base + Blocks.USED, pe);
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
            hand += Blocks.size(header);
            walked += Blocks.size(header);
            if (!Blocks.isLive(header)) {
                continue;
            }
            int tag = blocks.tag(block, pe);
            long touched = base + TOUCHED + (tag & touchedWords - 1);
            if (region.peek(touched, pe) != 0) {
                region.set(touched, 0, pe);
                continue;
            }
            long at = find(blocks.key(block, pe), tag, pe, base);
            region.set(block, Blocks.size(header), pe);
            forget(at, block, pe, base);
            region.set(base + HAND, hand, pe);
            return true;
        }
        return false;
    }

    /** Merges free blocks, and rebuilds the index, the free lists and the number of entries. */
    @Override
    void repair(int pe, long base) {
        long used = region.peek(base + Blocks.USED, pe);
        int live = 0;
        for (long offset = 0; offset < used;) {
            long header = region.peek(base + heap + offset, pe);
            live += Blocks.isLive(header) ? 1 : 0;
            offset += Blocks.size(header);
        }
        int bits = Math.clamp(Integer.SIZE - Integer.numberOfLeadingZeros(2 * live), Math.min(FIRST_BITS, mostBits),
            mostBits);
        if (!region.provides(base, index + (1L << bits), pe)) {
            bits = bits(pe, base);
        }
        region.set(base + BITS, bits, pe);
        region.set(base + HAND, 0, pe);
        region.zero(base + Blocks.LISTS, Blocks.LIST_COUNT, pe);
        region.zero(base + index, 1L << bits, pe);
        int entries = 0;
        long free = 0;
        for (long offset = 0; offset < used;) {
            long block = base + heap + offset;
            long header = region.peek(block, pe);
            int size = Blocks.size(header);
            offset += size;
            if (!Blocks.isLive(header)) {
                free += size;
                if (offset < used) {
                    continue;
                }
            } else if (index(block, header, pe, base)) {
                entries++;
            }
            if (free > 0) {
                blocks.free(base + heap + offset - (Blocks.isLive(header) ? size : 0) - free, free, pe, base);
                free = 0;
            }
        }
        region.set(base + ENTRIES, entries, pe);
    }

    /** Adds a live block to the index, and {@return whether its key is new}; frees the older of two blocks of a key. */
    private boolean index(long block, long header, int pe, long base) {
        int tag = blocks.tag(block, pe);
        long at = find(blocks.key(block, pe), tag, pe, base);
        if (at == NONE) {
            insert(tag, block, pe, base);
            return true;
        }
        long other = block(at, pe, base);
        if (Blocks.isNewer(header, region.peek(other, pe))) {
            region.set(base + index + at, entry(tag, block, base), pe);
            free(other, pe, base);
        } else {
            free(block, pe, base);
        }
        return false;
    }

    private int bits(int pe, long base) {
        return Math.max((int) region.peek(base + BITS, pe), Math.min(FIRST_BITS, mostBits));
    }

    private int mask(int pe, long base) {
        return (1 << bits(pe, base)) - 1;
    }

    private long block(long at, int pe, long base) {
        return blockOf(region.peek(base + index + at, pe), base);
    }

    private long blockOf(long entry, long base) {
        return blocks.withNumber(entry & (1L << Integer.SIZE) - 1, base);
    }

    private long entry(int tag, long block, long base) {
        return (long) tag << Integer.SIZE | blocks.number(block, base);
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
