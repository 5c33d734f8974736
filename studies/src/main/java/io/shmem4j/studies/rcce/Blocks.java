// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.rcce;

/** A vector cut into a block for each core. */
public final class Blocks {
    private final int[] from;

    private Blocks(int[] from) {
        this.from = from;
    }

    /** {@return equal blocks, the first of which takes the remainder, too} */
    public static Blocks firstLongest(int count, int blocks) {
        int[] from = new int[blocks + 1];
        for (int i = 1; i <= blocks; i++) {
            from[i] = count % blocks + i * (count / blocks);
        }
        return new Blocks(from);
    }

    /** {@return blocks that differ by one number at most} */
    public static Blocks balanced(int count, int blocks) {
        int[] from = new int[blocks + 1];
        for (int i = 1; i <= blocks; i++) {
            from[i] = i * (count / blocks) + Math.min(i, count % blocks);
        }
        return new Blocks(from);
    }

    /**
     * {@return the block with a number}
     *
     * @param index any number; blocks go round
     */
    public int wrap(int index) {
        return Math.floorMod(index, from.length - 1);
    }

    /**
     * {@return where a block begins}
     *
     * @param block its number, or the number of blocks
     */
    public int from(int block) {
        return from[block];
    }

    /** {@return the length of a block} */
    public int count(int block) {
        return from[block + 1] - from[block];
    }

    /** {@return the longest block divided by the shortest; infinite if that is empty} */
    public double ratio() {
        int most = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < from.length - 1; i++) {
            most = Math.max(most, count(i));
            least = Math.min(least, count(i));
        }
        return (double) most / least;
    }
}
