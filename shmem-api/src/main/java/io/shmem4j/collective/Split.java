// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.spi.Kernel;

/**
 * Bytes split into blocks as equal as can be, block k from {@code start(k)} to {@code start(k + 1)}.
 *
 * <p>Long arrays are split between cache lines, so that two members never write to one; short ones between elements.
 *
 * @param bytes  all together
 * @param unit   bytes that stay together
 * @param blocks number of blocks
 */
record Split(long bytes, int unit, int blocks) {
    private static final int LINE = 64;
    private static final int LINES_FOR_LINES = 4;

    static Split of(long bytes, Kernel kernel, int blocks) {
        return of(bytes, kernel.elementBytes(), blocks);
    }

    static Split of(long bytes, int blocks) {
        return of(bytes, 1, blocks);
    }

    private static Split of(long bytes, int element, int blocks) {
        return new Split(bytes, bytes / blocks >= LINES_FOR_LINES * LINE ? LINE : element, blocks);
    }

    long start(int block) {
        long units = (bytes + unit - 1) / unit;
        return Math.min(bytes, (block * (units / blocks) + Math.min(block, units % blocks)) * unit);
    }

    long length(int block) {
        return start(block + 1) - start(block);
    }

    /** {@return bytes of some blocks in a row} */
    long length(int block, int count) {
        return start(block + count) - start(block);
    }
}
