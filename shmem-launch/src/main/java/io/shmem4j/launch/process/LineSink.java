// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

/** Takes a PE's output. */
public interface LineSink {
    /** Takes whole lines; only the last call of a stream may end inside a line. */
    void accept(byte[] bytes, int offset, int length);
}
