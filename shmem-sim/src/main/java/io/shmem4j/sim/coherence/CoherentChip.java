// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.CoreDistances;
import java.util.LinkedHashSet;

/**
 * The lines of a chip, and the times of single accesses. Calls are in the order of virtual time.
 *
 * <p>The state changes when a request reaches the directory, and the data move at the end of the transfer. So a waiting
 * request precedes the owner's next store: the owner then finds its line shared or invalid, and queues after it. A line
 * serves one request at a time: a read of a cached line occupies it for {@code perReader}, a write or a fetch from
 * memory for the whole transfer.
 */
public final class CoherentChip {
    final ChipCosts costs;
    final int lineBytes;
    final int lineShift;
    /** All lines by number; a chunk is made when one of its lines is first used. */
    private final LineChunk[] chunks;
    final CoreCache[] first;
    final CoreCache[] second;
    private final MemoryChannel channel;
    private final Waker waker;
    /** Null if the location of a line's directory doesn't affect its cost. */
    private final TagDirectories directories;
    private final long memoryDeviation;
    /** Whether the distance on the ring counts. */
    private final boolean ring;
    final InFlight inFlight;
    /** Null if all other cores have the same distance. */
    private final CoreDistances distances;
    /** Null without a protocol. */
    private final SnoopedCaches snooped;

    /**
     * Builds a chip with empty caches.
     *
     * @param seed   0 for equal latency of all lines, otherwise the seed for the choice of their directories
     * @param active whether messages to a polling receiver cost extra
     * @param ring   whether the latencies of single lines depend on the distance on the machine's ring
     */
    public CoherentChip(CoherentMachine machine, long lines, int perCore, long seed, boolean active, boolean ring,
            Waker waker) {
        this.costs = new ChipCosts(machine, active);
        this.chunks = new LineChunk[Math.toIntExact((lines + LineChunk.MASK) >>> LineChunk.SHIFT)];
        this.channel = new MemoryChannel(machine.chipGBs());
        this.lineBytes = machine.lineBytes();
        this.lineShift = Integer.numberOfTrailingZeros(lineBytes);
        this.waker = waker;
        this.distances = machine.distances();
        this.snooped = machine.protocol() == null ? null : new SnoopedCaches(machine, lines);
        this.first = new CoreCache[machine.cores()];
        this.second = new CoreCache[machine.cores()];
        for (int core = 0; core < first.length; core++) {
            first[core] = new CoreCache(machine.l1());
            second[core] = new CoreCache(machine.l2());
        }
        this.inFlight = new InFlight(machine.cores(), perCore);
        this.directories = seed == 0 ? null : new TagDirectories(machine, seed);
        this.memoryDeviation = ChipCosts.picos(machine.deviation().memory());
        this.ring = ring && machine.ring() != null;
    }

    LineChunk chunk(long line) {
        int index = (int) (line >>> LineChunk.SHIFT);
        LineChunk chunk = chunks[index];
        if (chunk == null) {
            chunk = new LineChunk(first.length);
            chunks[index] = chunk;
        }
        return chunk;
    }

    public int version(long line) {
        return chunk(line).version[LineChunk.index(line)];
    }

    /** Loads a line; {@return when it has arrived} */
    public long read(Port port, long now, long line) {
        LineChunk chunk = chunk(line);
        int i = LineChunk.index(line);
        if (snooped != null) {
            return Math.max(now, chunk.free[i])
                + snooped.move(port.core, line, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, 1, true);
        }
        if (chunk.held(i, port.core)) {
            return inFlight.arrival(port, line, line, now) + ownCost(port, chunk, i, line);
        }
        long done;
        if (chunk.heldByNone(i)) {
            long start = channel.reserve(served(line, Math.max(now, chunk.free[i])), lineBytes);
            done = start + costs.memory + deviation(memoryDeviation, port, line);
            chunk.free[i] = done;
            chunk.set(chunk.exclusive, i);
            port.sourceInMemory = true;
        } else {
            long start = served(line, Math.max(now, chunk.free[i]));
            done = start + remoteCost(port, line, chunk, i) + port.takeOverhead(line);
            chunk.free[i] = start + costs.perReader;
            chunk.clear(chunk.exclusive, i);
        }
        chunk.share(i, port.core);
        keep(port.core, chunk, i, line);
        inFlight.start(port, line, line, done);
        return done;
    }

    /** Makes a store or a read-modify-write to a line; {@return when it has completed} */
    public long write(Port port, long now, long line) {
        LineChunk chunk = chunk(line);
        int i = LineChunk.index(line);
        chunk.version[i]++;
        long done;
        long noticed;
        boolean held = chunk.held(i, port.core);
        if (snooped != null) {
            done = Math.max(now, chunk.free[i])
                + snooped.move(port.core, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, line, 1, true);
            noticed = done;
            chunk.free[i] = done;
        } else if (held && chunk.is(chunk.exclusive, i) && chunk.heldOnlyBy(i, port.core)) {
            done = inFlight.arrival(port, line, line, now) + ownCost(port, chunk, i, line);
            noticed = done;
        } else {
            long start = served(line, Math.max(now, chunk.free[i]));
            if (chunk.heldByNone(i)) {
                start = channel.reserve(start, lineBytes);
                done = start + costs.memory + deviation(memoryDeviation, port, line);
            } else {
                done = start + remoteCost(port, line, chunk, i) + port.takeOverhead(line);
            }
            noticed = start;
            chunk.free[i] = done;
            chunk.take(i, port.core);
            if (!held) {
                keep(port.core, chunk, i, line);
            }
        }
        inFlight.start(port, line, line, done);
        chunk.set(chunk.exclusive, i);
        chunk.set(chunk.dirty, i);
        if (chunk.is(chunk.watched, i)) {
            wakeWatchers(port, chunk, i, line, noticed);
        }
        return done;
    }

    /** {@return the caches of a machine with a protocol, or null} */
    public SnoopedCaches snooped() {
        return snooped;
    }

    public void watch(int pe, long line) {
        LineChunk chunk = chunk(line);
        int i = LineChunk.index(line);
        chunk.watchers(i).add(pe);
        chunk.set(chunk.watched, i);
    }

    public void unwatch(int pe, long line) {
        LineChunk chunk = chunk(line);
        int i = LineChunk.index(line);
        LinkedHashSet<Integer> watchers = chunk.watchers(i);
        watchers.remove(pe);
        if (watchers.isEmpty()) {
            chunk.clear(chunk.watched, i);
        }
    }

    void wakeWatchers(Port writer, LineChunk chunk, int i, long line, long noticed) {
        long overhead = writer.sourceInMemory ? costs.activeMemory : costs.activeCached;
        writer.sourceInMemory = false;
        LinkedHashSet<Integer> watchers = chunk.watchers(i);
        while (!watchers.isEmpty()) {
            waker.wake(watchers.removeFirst(), line, noticed, overhead);
        }
        chunk.clear(chunk.watched, i);
    }

    /** {@return the end of a stream from or to memory, as limited by the bandwidth} */
    public long stream(long now, long bytes) {
        channel.reserve(now, bytes);
        return channel.free;
    }

    /** Inserts a line into a core's first cache; {@return whether it was there} */
    boolean touchFirst(int core, LineChunk chunk, int i, long line) {
        int column = chunk.column(i, core);
        if ((chunk.inFirst[column] & LineChunk.bit(i)) != 0) {
            return true;
        }
        chunk.inFirst[column] |= LineChunk.bit(i);
        long gone = first[core].replaceOldest(line);
        if (gone != CoreCache.NONE) {
            LineChunk other = chunk(gone);
            other.inFirst[other.column(LineChunk.index(gone), core)] &= ~LineChunk.bit(LineChunk.index(gone));
        }
        return false;
    }

    private long ownCost(Port port, LineChunk chunk, int i, long line) {
        if (!touchFirst(port.core, chunk, i, line)) {
            return costs.secondLevel;
        }
        if (!chunk.is(chunk.exclusive, i)) {
            return costs.ownShared + deviation(costs.ownSharedDeviation, port, line);
        }
        return (chunk.is(chunk.dirty, i) ? costs.ownModified : costs.ownExclusive)
            + deviation(costs.ownDeviation, port, line);
    }

    private long remoteCost(Port port, long line, LineChunk chunk, int i) {
        return stateCost(port, line, chunk, i) + distance(port, chunk, i);
    }

    /** {@return extra time for the distance to the nearest other holder of a line; 0 on a chip without distances} */
    long distance(Port port, LineChunk chunk, int i) {
        if (distances == null) {
            return 0;
        }
        long least = Long.MAX_VALUE;
        for (int core = chunk.nextHolder(i, 0); core >= 0; core = chunk.nextHolder(i, core + 1)) {
            least = Math.min(least, core == port.core ? Long.MAX_VALUE : distances.picos(port.core, core));
        }
        return least == Long.MAX_VALUE ? 0 : least;
    }

    private long stateCost(Port port, long line, LineChunk chunk, int i) {
        int state = !chunk.is(chunk.exclusive, i) ? 2 : chunk.is(chunk.dirty, i) ? 0 : 1;
        long[] latency = costs.others[ring ? along(port.core, chunk, i) : ChipCosts.MIDDLE];
        return latency[state] + deviation(latency[3 + state], port, line);
    }

    /** {@return which of three measured distances the nearest other holder of a line has on the ring} */
    private int along(int from, LineChunk chunk, int i) {
        int least = first.length;
        for (int core = chunk.nextHolder(i, 0); core >= 0; core = chunk.nextHolder(i, core + 1)) {
            int stops = Math.abs(core - from);
            least = core == from ? least : Math.min(least, Math.min(stops, first.length - stops));
        }
        return least == first.length ? ChipCosts.MIDDLE : Math.round(4F * least / first.length);
    }

    private long served(long line, long from) {
        return directories == null ? from : directories.serve(line, from);
    }

    private long deviation(long standard, Port port, long line) {
        return directories == null ? 0 : Math.round(standard * directories.deviation(port.core, line));
    }

    /** Inserts a fetched line into a core's caches; evicted lines are written back to memory. */
    void keep(int core, LineChunk chunk, int i, long line) {
        touchFirst(core, chunk, i, line);
        int column = chunk.column(i, core);
        if ((chunk.inSecond[column] & LineChunk.bit(i)) == 0) {
            chunk.inSecond[column] |= LineChunk.bit(i);
            long gone = second[core].replaceOldest(line);
            if (gone != CoreCache.NONE) {
                evict(core, gone, 1);
            }
        }
    }

    /** Evicts consecutive lines of a page from a core's second cache, so the core loses them. */
    void evict(int core, long line, int run) {
        LineChunk chunk = chunk(line);
        int i = LineChunk.index(line);
        chunk.inSecond[chunk.column(i, core)] &= ~LineChunk.bits(i, run);
        long alone = chunk.leave(i, run, core);
        int page = i >> LineChunk.PAGE_SHIFT;
        for (long back = alone & chunk.dirty[page]; back != 0; back &= back - 1) {
            channel.reserve(0, lineBytes);
        }
        chunk.exclusive[page] &= ~alone;
        chunk.dirty[page] &= ~alone;
    }

    /** Removes a line from every cache, without cost. */
    public void flush(long line) {
        LineChunk chunk = chunk(line);
        int i = LineChunk.index(line);
        for (int core = 0; core < first.length; core++) {
            if (chunk.held(i, core)) {
                first[core].drop(line);
                second[core].drop(line);
                int column = chunk.column(i, core);
                chunk.inFirst[column] &= ~LineChunk.bit(i);
                chunk.inSecond[column] &= ~LineChunk.bit(i);
                chunk.leave(i, core);
            }
        }
        chunk.clear(chunk.exclusive, i);
        chunk.clear(chunk.dirty, i);
    }

    /** Puts a line into one core's caches, without cost. */
    public void place(int core, long line, boolean dirty) {
        flush(line);
        LineChunk chunk = chunk(line);
        int i = LineChunk.index(line);
        chunk.take(i, core);
        chunk.set(chunk.exclusive, i);
        if (dirty) {
            chunk.set(chunk.dirty, i);
        }
        keep(core, chunk, i, line);
    }

    /** Lets one more core share a line, without cost. */
    public void share(int core, long line) {
        LineChunk chunk = chunk(line);
        int i = LineChunk.index(line);
        chunk.share(i, core);
        chunk.clear(chunk.exclusive, i);
        keep(core, chunk, i, line);
    }

    /** Wakes the PEs that sleep on a line when a core writes the line. */
    @FunctionalInterface
    public interface Waker {
        /**
         * Wakes a PE.
         *
         * @param time     when the PE notices, in picoseconds
         * @param overhead added to its next fetch of the line, because both sides are active
         */
        void wake(int pe, long line, long time, long overhead);
    }

    /** The memory bandwidth that all cores share; requests are served in the order of their times. */
    private static final class MemoryChannel {
        private final double picosPerByte;
        private long free;

        MemoryChannel(double gigabytesPerSecond) {
            picosPerByte = 1000 / gigabytesPerSecond;
        }

        long reserve(long now, long bytes) {
            long start = Math.max(now, free);
            free = start + Math.round(bytes * picosPerByte);
            return start;
        }
    }

    /** A PE's access to the chip: its hardware thread, and the state of its last message. */
    public static final class Port {
        private static final long NONE = -1;

        final int core;
        final int thread;
        /** Whether the data that this PE sends next came from memory, so the receiver pays more. */
        boolean sourceInMemory;
        private long overheadLine = NONE;
        private long overhead;

        public Port(int core, int thread) {
            this.core = core;
            this.thread = thread;
        }

        public void woken(long line, long picos) {
            overheadLine = line;
            overhead = picos;
        }

        long takeOverhead(long line) {
            if (line != overheadLine) {
                return 0;
            }
            overheadLine = NONE;
            return overhead;
        }
    }
}
