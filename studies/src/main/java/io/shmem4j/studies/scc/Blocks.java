// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import java.util.stream.IntStream;

/** A vector cut into a block for each core. */
public final class Blocks {
    private final int[] from;

    private Blocks(IntStream counts) {
        int[] all = counts.toArray();
        from = new int[all.length + 1];
        for (int i = 0; i < all.length; i++) {
            from[i + 1] = from[i] + all[i];
        }
    }

    /** {@return equal blocks; the first one takes the remainder, too} */
    public static Blocks firstLongest(int count, int blocks) {
        return new Blocks(IntStream.range(0, blocks).map(i -> count / blocks + (i == 0 ? count % blocks : 0)));
    }

    /** {@return blocks that differ by one number at most} */
    public static Blocks balanced(int count, int blocks) {
        return new Blocks(IntStream.range(0, blocks).map(i -> count / blocks + (i < count % blocks ? 1 : 0)));
    }

    /** {@return the same blocks, where the second is the first and the first the last} */
    Blocks rotated() {
        return new Blocks(IntStream.range(0, from.length - 1).map(i -> count(wrap(i + 1))));
    }

    /** {@return the block with any number; blocks go round} */
    public int wrap(int index) {
        return Math.floorMod(index, from.length - 1);
    }

    /** {@return where a block begins, or the last one ends} */
    public int from(int block) {
        return from[block];
    }

    public int count(int block) {
        return from[block + 1] - from[block];
    }

    /** {@return the longest block divided by the shortest; infinite if that is empty} */
    public double ratio() {
        var counts = IntStream.range(0, from.length - 1).map(this::count).summaryStatistics();
        return (double) counts.getMax() / counts.getMin();
    }
}
