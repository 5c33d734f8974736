// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import java.util.stream.IntStream;

/** A vector cut into one block per core. */
public final class Blocks {
    private final int[] from;

    private Blocks(IntStream counts) {
        int[] all = counts.toArray();
        from = new int[all.length + 1];
        for (int i = 0; i < all.length; i++) {
            from[i + 1] = from[i] + all[i];
        }
    }

    /** {@return blocks of equal length; the first one also takes the remainder} */
    public static Blocks firstLongest(int count, int blocks) {
        return new Blocks(IntStream.range(0, blocks).map(i -> count / blocks + (i == 0 ? count % blocks : 0)));
    }

    /** {@return blocks whose lengths differ by at most 1} */
    public static Blocks balanced(int count, int blocks) {
        return new Blocks(IntStream.range(0, blocks).map(i -> count / blocks + (i < count % blocks ? 1 : 0)));
    }

    /** {@return the same blocks, rotated: the second becomes the first, the first the last} */
    Blocks rotated() {
        return new Blocks(IntStream.range(0, from.length - 1).map(i -> count(wrap(i + 1))));
    }

    /** {@return the index of a block modulo the number of blocks} */
    public int wrap(int index) {
        return Math.floorMod(index, from.length - 1);
    }

    /** {@return the start of a block; for the number of blocks, the end of the vector} */
    public int from(int block) {
        return from[block];
    }

    public int count(int block) {
        return from[block + 1] - from[block];
    }

    /** {@return the length of the longest block over that of the shortest; infinite if the shortest is empty} */
    public double ratio() {
        var counts = IntStream.range(0, from.length - 1).map(this::count).summaryStatistics();
        return (double) counts.getMax() / counts.getMin();
    }
}
