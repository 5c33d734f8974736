// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

/** The bandwidth all cores share to memory: requests are served in the order of their times. */
final class MemoryChannel {
    private final double picosPerByte;
    private long free;

    MemoryChannel(double gigabytesPerSecond) {
        picosPerByte = 1000 / gigabytesPerSecond;
    }

    /**
     * {@return when the transfer starts}
     *
     * @param now when it is asked for
     * @param bytes how much
     */
    long reserve(long now, long bytes) {
        long start = Math.max(now, free);
        free = start + Math.round(bytes * picosPerByte);
        return start;
    }

    /** {@return when everything asked for so far is done} */
    long free() {
        return free;
    }
}
