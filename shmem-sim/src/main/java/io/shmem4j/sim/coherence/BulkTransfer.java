// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

/**
 * Transfers of several neighbouring lines as one event. Lines follow each other in a pipeline: each waits for its own
 * turn at the directory and then delays the next by the cost per line of the slowest side.
 *
 * <p>What a transfer writes can be read by others from the end of the transfer, because its data move then.
 */
public final class BulkTransfer {
    private static final int FIRST_LEVEL = 0;
    private static final int SECOND_LEVEL = 1;
    private static final int REMOTE = 2;
    private static final int MEMORY = 3;

    private final CoherentChip chip;
    private final ChipCosts costs;
    private long cursor;
    private int remote;
    private int memory;

    /**
     * Transfers on one chip.
     *
     * @param chip the chip
     */
    public BulkTransfer(CoherentChip chip) {
        this.chip = chip;
        this.costs = chip.costs;
    }

    /**
     * {@return when a load of neighbouring lines into registers or private memory is done}
     *
     * @param port    who asks
     * @param now     when
     * @param line    first line
     * @param count   lines
     * @param perLine cost of a line's instructions
     * @param start   whether this begins a transfer and so pays for starting up
     */
    public long load(Port port, long now, long line, int count, long perLine, boolean start) {
        begin(now);
        for (long at = line; at < line + count; at++) {
            account(readLine(port, at), FIRST_LEVEL, perLine);
        }
        long done = end(now, start);
        chip.inFlight().start(port, line, line + count - 1, done);
        return done;
    }

    /**
     * {@return when a store of neighbouring lines from registers or private memory is done}
     *
     * @param port    who asks
     * @param now     when
     * @param line    first line
     * @param count   lines
     * @param perLine cost of a line's instructions
     * @param start   whether this begins a transfer and so pays for starting up
     */
    public long store(Port port, long now, long line, int count, long perLine, boolean start) {
        begin(now);
        for (long at = line; at < line + count; at++) {
            account(FIRST_LEVEL, writeLine(port, at), perLine);
        }
        long done = end(now, start);
        publish(port, line, count, done);
        return done;
    }

    /**
     * {@return when a copy of neighbouring lines to others is done}
     *
     * @param port    who asks
     * @param now     when
     * @param from    first line of the source
     * @param to      first line of the target
     * @param count   lines
     * @param perLine cost of a line's instructions
     * @param start   whether this begins a transfer and so pays for starting up
     */
    public long copy(Port port, long now, long from, long to, int count, long perLine, boolean start) {
        begin(now);
        for (int i = 0; i < count; i++) {
            int source = readLine(port, from + i);
            account(source, writeLine(port, to + i), perLine);
        }
        long done = end(now, start);
        publish(port, to, count, done);
        return done;
    }

    /**
     * {@return when a loop over two arrays that stores into a third is done}
     *
     * @param port    who asks
     * @param now     when
     * @param left    first line of an operand
     * @param right   first line of the other
     * @param to      first line of the result
     * @param count   lines
     * @param perLine cost of a line's instructions
     * @param start   whether this begins a transfer and so pays for starting up
     */
    public long combine(Port port, long now, long left, long right, long to, int count, long perLine,
            boolean start) {
        begin(now);
        for (int i = 0; i < count; i++) {
            int sources = Math.max(readLine(port, left + i), readLine(port, right + i));
            account(sources, writeLine(port, to + i), perLine);
        }
        long done = end(now, start);
        publish(port, to, count, done);
        return done;
    }

    private void begin(long now) {
        cursor = now;
        remote = 0;
        memory = 0;
    }

    private long end(long now, boolean start) {
        long done = cursor;
        if (start && remote + memory > 0) {
            done += costs.startUp(remote, memory);
        }
        if (memory > 0) {
            done = Math.max(done, chip.stream(now, (long) memory * chip.lineBytes));
        }
        return done;
    }

    private void account(int source, int target, long perLine) {
        int slowest = Math.max(source, target);
        if (slowest == MEMORY) {
            memory++;
            cursor += costs.streamMemory;
        } else if (slowest == REMOTE) {
            remote++;
            cursor += costs.streamCached;
        } else {
            cursor += perLine + (source + target) * costs.secondLevelStream;
        }
    }

    private int readLine(Port port, long line) {
        LineChunk chunk = chip.table.chunk(line);
        int i = LineTable.index(line);
        long bit = 1L << port.core;
        long sharers = chunk.sharers[i];
        if ((sharers & bit) != 0) {
            return ownLevel(port, line);
        }
        chunk.sharers[i] = sharers | bit;
        int level;
        if (sharers == 0) {
            cursor = Math.max(cursor, chunk.free[i]);
            chunk.free[i] = cursor + costs.memory;
            chunk.flags[i] |= LineChunk.EXCLUSIVE;
            port.sourceInMemory = true;
            level = MEMORY;
        } else {
            cursor = Math.max(cursor, chunk.free[i]);
            chunk.free[i] = cursor + costs.perReader;
            chunk.flags[i] &= ~LineChunk.EXCLUSIVE;
            level = REMOTE;
        }
        chip.keep(port.core, line);
        return level;
    }

    private int writeLine(Port port, long line) {
        LineChunk chunk = chip.table.chunk(line);
        int i = LineTable.index(line);
        long bit = 1L << port.core;
        long sharers = chunk.sharers[i];
        byte flags = chunk.flags[i];
        chunk.version[i]++;
        chunk.flags[i] = (byte) (flags | LineChunk.EXCLUSIVE | LineChunk.DIRTY);
        if (sharers == bit && (flags & LineChunk.EXCLUSIVE) != 0) {
            return ownLevel(port, line);
        }
        cursor = Math.max(cursor, chunk.free[i]);
        chunk.sharers[i] = bit;
        if ((sharers & bit) == 0) {
            chip.keep(port.core, line);
        }
        return sharers == 0 ? MEMORY : REMOTE;
    }

    private int ownLevel(Port port, long line) {
        cursor = chip.inFlight().arrival(port, line, cursor);
        return chip.touchFirst(port.core, line) ? FIRST_LEVEL : SECOND_LEVEL;
    }

    private void publish(Port port, long line, int count, long done) {
        chip.inFlight().start(port, line, line + count - 1, done);
        for (long at = line; at < line + count; at++) {
            LineChunk chunk = chip.table.chunk(at);
            int i = LineTable.index(at);
            chunk.free[i] = done;
            if ((chunk.flags[i] & LineChunk.WATCHED) != 0) {
                chip.wakeWatchers(port, chunk, i, at, done);
            }
        }
    }
}
