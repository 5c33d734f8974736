// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.sim.time.WorkKind;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * A PE on a simulated chip. Only the PE itself calls the methods, while it runs.
 *
 * <p>An access begins when this PE is the earliest of all, and returns when it is again the earliest at the time when
 * the access ends. So the caller's changes of the real data happen in the order of virtual time.
 *
 * <p>A waiting PE records the lines that it reads, with the number of writes that each had before the read. It checks
 * these numbers before it sleeps, and later writes wake it, so it misses no write.
 */
public abstract class VirtualPe {
    private final Scheduler scheduler;
    private final int number;
    private final int core;
    private long[] noted = new long[8];
    private int[] versions = new int[8];
    private int size;
    private boolean open;

    VirtualPe(Scheduler scheduler, int number, int core) {
        this.scheduler = scheduler;
        this.number = number;
        this.core = core;
    }

    public final int number() {
        return number;
    }

    public final int core() {
        return core;
    }

    /** {@return its clock, in picoseconds} */
    public final long now() {
        return scheduler.clock(number);
    }

    public abstract void read(long line);

    public abstract void write(long line);

    /** Reads, changes and writes a line atomically. */
    public abstract void update(long line);

    /**
     * Sets whether later transfers are loops of the program, or copies by a library, which was compiled without knowing
     * the data.
     */
    public void loops(boolean ofProgram) {
        // Most cores prefetch nothing.
    }

    /** Loads consecutive lines, at most {@link #maxLines}. */
    public abstract void load(long line, int count, boolean start);

    public abstract void store(long line, int count, boolean start);

    /** Puts private data into consecutive lines. */
    public void put(long line, int count, boolean start) {
        if (count == 1 && start) {
            write(line);
        } else {
            store(line, count, start);
        }
    }

    /** Copies consecutive lines, at most {@link #maxLines}. */
    public abstract void copy(long from, long to, int count, boolean start);

    /** Copies consecutive lines past the caches, on a machine with a protocol. */
    public void copyPast(long from, long to, int count, boolean start) {
        throw new UnsupportedOperationException("this machine's caches have no protocol");
    }

    /** Writes consecutive lines back and takes them from all caches, on a machine with a protocol. */
    public void flush(long line, int count) {
        throw new UnsupportedOperationException("this machine's caches have no protocol");
    }

    /** Combines consecutive lines of two arrays into a third, at most {@link #maxLines}. */
    public abstract void combine(long left, long right, long to, int count, boolean start);

    public abstract int maxLines();

    /** Lets time pass for work that touches nothing shared. */
    public final void spend(long picos) {
        scheduler.spendUntil(busyUntil(now(), picos));
    }

    /** Waits until a time, unless it has passed. */
    public final void waitUntilTime(long time) {
        scheduler.advanceTo(Math.max(now(), time));
    }

    public abstract void work(WorkKind kind, long amount);

    /** {@return amount times picoseconds, or the largest number on overflow} */
    public static long times(long amount, long picos) {
        return Math.multiplyHigh(amount, picos) != 0 || amount * picos < 0 ? Long.MAX_VALUE : amount * picos;
    }

    /** {@return the number of writes to a line} */
    abstract int version(long line);

    abstract void watch(long line);

    abstract void unwatch(long line);

    /** {@return when this PE can continue, if an interrupt has its core} */
    long available(long now) {
        return now;
    }

    /** {@return when this PE has worked for a time, including interrupts} */
    long busyUntil(long now, long picos) {
        return now + picos;
    }

    /** Runs all PEs that are earlier than this one. */
    final void settle() {
        scheduler.advanceTo(available(now()));
    }

    abstract void sleep();

    /** Runs earlier PEs, and records the consecutive lines of the next reads. */
    final void settle(long line, int count) {
        settle();
        for (long at = line; open && at < line + count; at++) {
            note(at);
        }
    }

    final void note(long line) {
        if (!open || size > 0 && noted[size - 1] == line) {
            return;
        }
        if (size == noted.length) {
            noted = Arrays.copyOf(noted, 2 * size);
            versions = Arrays.copyOf(versions, 2 * size);
        }
        noted[size] = line;
        versions[size++] = version(line);
    }

    /** Records a line that this PE has just changed itself. */
    final void noteUpdate(long line) {
        if (!open) {
            return;
        }
        for (int i = 0; i < size; i++) {
            if (noted[i] == line) {
                versions[i] = version(line);
                return;
            }
        }
        note(line);
    }

    /** Starts to record lines for {@link #pause}. */
    public final void beginWait() {
        open = true;
        size = 0;
    }

    /** Sleeps until a line is written that was read since the last pause; returns if one has been written already. */
    public final void pause() {
        settle();
        if (!changed()) {
            for (int i = 0; i < size; i++) {
                watch(noted[i]);
            }
            sleep();
            for (int i = 0; i < size; i++) {
                unwatch(noted[i]);
            }
        }
        beginWait();
    }

    private boolean changed() {
        for (int i = 0; i < size; i++) {
            if (version(noted[i]) != versions[i]) {
                return true;
            }
        }
        return false;
    }

    public final void endWait() {
        open = false;
        size = 0;
    }

    /** {@return number of lines recorded since the last pause} */
    public final int linesNoted() {
        return size;
    }

    /** Reads a line until a condition holds, sleeping until the line is written. */
    public final void await(long line, BooleanSupplier condition) {
        beginWait();
        read(line);
        while (!condition.getAsBoolean()) {
            pause();
            read(line);
        }
        endWait();
    }
}
