// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Tag directories on a ring between the cores. A line has one, by a hash of its number; a miss goes from the reader to
 * the directory and from there to the owner, whose data come back. A directory answers one request after the other.
 *
 * <p>What a way by another directory costs is counted from the mean over all directories, so that the machine's latency
 * stays the mean whatever two cores are concerned.
 */
public final class Directories {
    private final int cores;
    private final long[] free;
    private final long service;
    private final double hop;

    /**
     * Idle directories.
     *
     * @param service   picoseconds that a request occupies one
     * @param deviation standard deviation of the latency over directories, in picoseconds, between cores that are a
     *                  quarter of the ring apart
     */
    public Directories(int cores, int count, long service, double deviation) {
        this.cores = cores;
        this.free = new long[count];
        this.service = service;
        double mean = meanWay(0, cores / 4);
        double variance = LongStream.range(0, count).mapToDouble(d -> way(0, cores / 4, (int) d) - mean)
            .map(off -> off * off).sum() / count;
        this.hop = deviation / Math.sqrt(variance);
    }

    /** {@return a line's directory} */
    public int of(long line) {
        long mixed = line * 0x9E3779B97F4A7C15L;
        return (int) Long.remainderUnsigned(mixed ^ mixed >>> 29, free.length);
    }

    private double way(int reader, int owner, int directory) {
        double at = (double) directory * cores / free.length;
        return distance(reader, at) + distance(at, owner);
    }

    private double distance(double from, double to) {
        double straight = Math.abs(from - to);
        return Math.min(straight, cores - straight);
    }

    private double meanWay(int reader, int owner) {
        return LongStream.range(0, free.length).mapToDouble(d -> way(reader, owner, (int) d)).average().orElseThrow();
    }

    /** {@return picoseconds by which a line's directory is farther away than the mean of all; negative if nearer} */
    long detour(int reader, int owner, long line) {
        return Math.round((way(reader, owner, of(line)) - meanWay(reader, owner)) * hop);
    }

    /** {@return when a line's directory begins with a request} */
    long begin(long now, long line) {
        int directory = of(line);
        long start = Math.max(now, free[directory]);
        free[directory] = start + service;
        return start;
    }

    /** All directories are idle again. */
    public void settle() {
        Arrays.fill(free, 0);
    }
}
