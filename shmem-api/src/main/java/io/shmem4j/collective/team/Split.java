// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

/**
 * Bytes split into blocks of nearly equal size, block k from {@code start(k)} to {@code start(k + 1)}.
 *
 * <p>Long arrays are split at multiples of a cache line, so two members don't write to one line if the array is aligned
 * to lines; short ones between elements.
 */
public final class Split {
    private static final int LINE = 64;
    private static final int LINES_FOR_LINES = 4;

    private final long bytes;
    private final int element;
    private final int blocks;
    private final int unit;
    private final long units;
    private final long longer;

    /** Divides here, so that finding a block only multiplies. */
    public Split(long bytes, int element, int blocks) {
        this.bytes = bytes;
        this.element = element;
        this.blocks = blocks;
        this.unit = bytes / blocks >= LINES_FOR_LINES * LINE ? LINE : element;
        long all = (bytes + unit - 1) / unit;
        this.units = all / blocks;
        this.longer = all % blocks;
    }

    public boolean fits(long bytes, int element, int blocks) {
        return this.bytes == bytes && this.element == element && this.blocks == blocks;
    }

    public long start(int block) {
        return Math.min(bytes, (block * units + Math.min(block, longer)) * unit);
    }

    public long length(int block) {
        return start(block + 1) - start(block);
    }

    public long length(int block, int count) {
        return start(block + count) - start(block);
    }
}
