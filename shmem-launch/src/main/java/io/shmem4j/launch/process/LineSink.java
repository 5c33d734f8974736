// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

/** Takes a PE's output. */
public interface LineSink {
    /**
     * Takes whole lines; only the last call of a stream may end inside a line.
     *
     * @param bytes  holds them
     * @param offset of the first
     * @param length number of bytes
     */
    void accept(byte[] bytes, int offset, int length);
}
