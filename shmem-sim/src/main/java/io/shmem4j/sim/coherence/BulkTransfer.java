// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.coherence.CoherentChip.Port;
import io.shmem4j.sim.machine.SoftwareProfile.Prefetch;
import java.util.Arrays;

/**
 * Transfers of consecutive lines as one event. The lines form a pipeline: each one waits for its turn at the directory,
 * and then delays the next by the cost per line of the slowest side.
 *
 * <p>A long transfer is charged in slices; the slice with {@code start} also pays the start-up.
 *
 * <p>The data move at the end of the transfer, from when other PEs can read them.
 */
public final class BulkTransfer {
    /** Represents registers or private memory. */
    public static final long NOWHERE = -1;
    private static final int FIRST_LEVEL = 0;
    private static final int SECOND_LEVEL = 1;
    private static final int REMOTE = 2;
    private static final int MEMORY = 3;

    private final CoherentChip chip;
    private final ChipCosts costs;
    private final FreshLines fresh;
    private long cursor;
    private int remote;
    private int memory;
    /** Extra time for the distance to the farthest holder. */
    private long farthest;
    private Prefetch prefetched = Prefetch.NONE;

    public BulkTransfer(CoherentChip chip) {
        this.chip = chip;
        this.costs = chip.costs;
        this.fresh = new FreshLines(chip);
    }

    /** Sets which lines are prefetched; doesn't affect the start-up. */
    public void prefetch(Prefetch which) {
        prefetched = which;
    }

    /**
     * Moves consecutive lines, or combines two arrays into a third; {@return the end of the transfer}
     *
     * <p>Registers or private memory at one end are {@link #NOWHERE}: a load has no target, a store no source.
     */
    public long move(Port port, long now, long left, long right, long to, int count, long perLine, boolean start) {
        if (chip.snooped() != null) {
            return snooped(port, now, left, right, to, count, start);
        }
        cursor = now;
        remote = 0;
        memory = 0;
        farthest = 0;
        for (int done = 0; done < count;) {
            int run = within(to, done, within(left, done, within(right, done, count - done)));
            move(port, next(left, done), next(right, done), next(to, done), run, perLine);
            done += run;
        }
        long done = end(now, start);
        if (to == NOWHERE) {
            chip.inFlight.start(port, left, left + count - 1, done);
        } else {
            publish(port, to, count, done);
        }
        return done;
    }

    /** Copies lines past the caches; {@return the end} */
    public long copyPast(Port port, long now, long from, long to, int count, boolean start) {
        long begin = free(to, count, free(from, count, now));
        return written(port, begin, to, count, chip.snooped().copyPast(port.core, from, to, count, start));
    }

    private long snooped(Port port, long now, long left, long right, long to, int count, boolean start) {
        long begin = free(to, count, free(right, count, free(left, count, now)));
        return written(port, begin, to, count, chip.snooped().move(port.core, left, right, to, count, start));
    }

    /** {@return when the last store to any of these lines is done} */
    private long free(long line, int count, long now) {
        long free = now;
        for (long at = line; line != NOWHERE && at < line + count; at++) {
            free = Math.max(free, chip.chunk(at).free[LineChunk.index(at)]);
        }
        return free;
    }

    private long written(Port port, long begin, long to, int count, long picos) {
        long done = Math.max(begin + picos, chip.stream(begin, (long) chip.snooped().fromMemory() * chip.lineBytes));
        if (to != NOWHERE) {
            for (long line = to; line < to + count; line++) {
                chip.chunk(line).version[LineChunk.index(line)]++;
            }
            publish(port, to, count, done);
        }
        return done;
    }

    private static long next(long line, int done) {
        return line == NOWHERE ? NOWHERE : line + done;
    }

    /** {@return the number of lines after the first {@code done} that are in one page, at most {@code count}} */
    private static int within(long line, int done, int count) {
        return line == NOWHERE ? count
            : (int) Math.min(count, LineChunk.PAGE_LINES - (line + done & LineChunk.PAGE_LINES - 1));
    }

    /** Moves lines within a page at each end. */
    private void move(Port port, long left, long right, long to, int run, long perLine) {
        LineChunk one = left == NOWHERE ? null : chip.chunk(left);
        LineChunk other = right == NOWHERE ? null : chip.chunk(right);
        LineChunk target = to == NOWHERE ? null : chip.chunk(to);
        int l = LineChunk.index(left);
        int r = LineChunk.index(right);
        int t = LineChunk.index(to);
        if (near(port, one, left, run) && near(port, other, right, run) && near(port, target, to, run)
            && (target == null || alone(target, t, run))) {
            if (target != null) {
                overwrite(target, t, run);
            }
            cursor += run * perLine;
            return;
        }
        if (target == null && loadFresh(port, one, left, run, perLine)) {
            return;
        }
        for (int k = 0; k < run; k++) {
            int level = one == null ? FIRST_LEVEL : readLine(port, one, l + k, left + k);
            if (other != null) {
                level = Math.max(level, readLine(port, other, r + k, right + k));
            }
            account(level, target == null ? FIRST_LEVEL : writeLine(port, target, t + k, to + k), perLine);
        }
    }

    private boolean loadFresh(Port port, LineChunk chunk, long line, int run, long perLine) {
        long there = fresh.load(port.core, chunk, line, run, cursor, fromMemory(perLine));
        if (there == FreshLines.REFUSED) {
            return false;
        }
        port.sourceInMemory = true;
        memory += run;
        cursor = there;
        return true;
    }

    /** {@return whether lines of a page are all in the core's first cache, without one still in flight} */
    private boolean near(Port port, LineChunk chunk, long line, int run) {
        if (chunk == null) {
            return true;
        }
        int i = LineChunk.index(line);
        long bits = LineChunk.bits(i, run);
        int column = chunk.column(i, port.core);
        return (chunk.owned[column] & chunk.inFirst[column] & bits) == bits
            && chip.inFlight.arrival(port, line, line + run - 1, cursor) == cursor;
    }

    private static boolean alone(LineChunk chunk, int i, int run) {
        long bits = LineChunk.bits(i, run);
        return (chunk.exclusive[i >> LineChunk.PAGE_SHIFT] & bits) == bits;
    }

    private static void overwrite(LineChunk chunk, int i, int run) {
        chunk.dirty[i >> LineChunk.PAGE_SHIFT] |= LineChunk.bits(i, run);
        for (int k = i; k < i + run; k++) {
            chunk.version[k]++;
        }
    }

    private long end(long now, boolean start) {
        long done = cursor;
        if (start && remote + memory > 0) {
            done += costs.startUp(remote, memory) + farthest;
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
            cursor += fromMemory(perLine);
        } else if (slowest == REMOTE) {
            remote++;
            cursor += prefetched == Prefetch.NONE ? costs.streamCached : Math.max(perLine, costs.streamPrefetched);
        } else {
            cursor += perLine + (source + target) * costs.secondLevelStream;
        }
    }

    private long fromMemory(long perLine) {
        return prefetched == Prefetch.ALL ? Math.max(perLine, costs.streamPrefetched) : costs.streamMemory;
    }

    private int readLine(Port port, LineChunk chunk, int i, long line) {
        if (chunk.held(i, port.core)) {
            return ownLevel(port, chunk, i, line);
        }
        boolean unheld = far(port, chunk, i);
        chunk.share(i, port.core);
        int level;
        if (unheld) {
            cursor = Math.max(cursor, chunk.free[i]);
            chunk.free[i] = cursor + costs.memory;
            chunk.set(chunk.exclusive, i);
            port.sourceInMemory = true;
            level = MEMORY;
        } else {
            cursor = Math.max(cursor, chunk.free[i]);
            chunk.free[i] = cursor + costs.perReader;
            chunk.clear(chunk.exclusive, i);
            level = REMOTE;
        }
        chip.keep(port.core, chunk, i, line);
        return level;
    }

    private int writeLine(Port port, LineChunk chunk, int i, long line) {
        boolean held = chunk.held(i, port.core);
        chunk.version[i]++;
        chunk.set(chunk.dirty, i);
        if (held && chunk.is(chunk.exclusive, i) && chunk.heldOnlyBy(i, port.core)) {
            return ownLevel(port, chunk, i, line);
        }
        boolean unheld = far(port, chunk, i);
        chunk.set(chunk.exclusive, i);
        cursor = Math.max(cursor, chunk.free[i]);
        chunk.take(i, port.core);
        if (!held) {
            chip.keep(port.core, chunk, i, line);
        }
        return unheld ? MEMORY : REMOTE;
    }

    /** {@return whether no core has a line} Otherwise updates {@link #farthest} by its nearest holder. */
    private boolean far(Port port, LineChunk chunk, int i) {
        if (chunk.heldByNone(i)) {
            return true;
        }
        farthest = Math.max(farthest, chip.distance(port, chunk, i));
        return false;
    }

    private int ownLevel(Port port, LineChunk chunk, int i, long line) {
        cursor = chip.inFlight.arrival(port, line, line, cursor);
        return chip.touchFirst(port.core, chunk, i, line) ? FIRST_LEVEL : SECOND_LEVEL;
    }

    private void publish(Port port, long line, int count, long done) {
        chip.inFlight.start(port, line, line + count - 1, done);
        for (int past = 0; past < count;) {
            int run = within(line, past, count - past);
            LineChunk chunk = chip.chunk(line + past);
            int i = LineChunk.index(line + past);
            Arrays.fill(chunk.free, i, i + run, done);
            if ((chunk.watched[i >> LineChunk.PAGE_SHIFT] & LineChunk.bits(i, run)) != 0) {
                wake(port, chunk, i, line + past, run, done);
            }
            past += run;
        }
    }

    private void wake(Port port, LineChunk chunk, int i, long line, int run, long done) {
        for (int k = 0; k < run; k++) {
            if (chunk.is(chunk.watched, i + k)) {
                chip.wakeWatchers(port, chunk, i + k, line + k, done);
            }
        }
    }
}
