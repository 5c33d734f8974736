// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.sim.time.WorkKind;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * A PE on a simulated chip. Every method is for the PE itself, while it runs.
 *
 * <p>An access asks the chip when this PE is the earliest of all, and returns when it is the earliest again at the time
 * the access is done; what the caller then does to the real data happens in the order of virtual time.
 *
 * <p>A PE that waits notes the lines it reads, each with the number of writes it had seen when the read was asked for.
 * It notices a line written since then before it sleeps, and one written later wakes it: no write is missed.
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

    /** Reads, changes and writes a line in one. */
    public abstract void update(long line);

    /**
     * Says whether transfers from now on are loops of the program or copies made by a library, which was compiled
     * without knowing the data.
     */
    public abstract void loops(boolean ofProgram);

    /** Loads neighbouring lines; at most {@link #maxLines} at once. */
    public abstract void load(long line, int count, boolean start);

    public abstract void store(long line, int count, boolean start);

    /** Puts private data into neighbouring lines. */
    public void put(long line, int count, boolean start) {
        if (count == 1 && start) {
            write(line);
        } else {
            store(line, count, start);
        }
    }

    /** Copies neighbouring lines; at most {@link #maxLines} at once. */
    public abstract void copy(long from, long to, int count, boolean start);

    /** Combines neighbouring lines of two arrays into a third; at most {@link #maxLines} at once. */
    public abstract void combine(long left, long right, long to, int count, boolean start);

    public abstract int maxLines();

    /** Lets time pass without touching anything shared. */
    public final void spend(long picos) {
        scheduler.spendUntil(busyUntil(now(), picos));
    }

    /** Waits until a moment, if it has not passed. */
    public final void waitUntilTime(long time) {
        scheduler.advanceTo(Math.max(now(), time));
    }

    public abstract void work(WorkKind kind, long amount);

    /** {@return the time of an amount of work, the greatest number where it is more} */
    public static long times(long amount, long picos) {
        return Math.multiplyHigh(amount, picos) != 0 || amount * picos < 0 ? Long.MAX_VALUE : amount * picos;
    }

    /** {@return how often a line has been written} */
    abstract int version(long line);

    abstract void watch(long line);

    abstract void unwatch(long line);

    /** {@return when this PE goes on, if something else has its core now} */
    long available(long now) {
        return now;
    }

    /** {@return when this PE has worked for a time, if something else has its core meanwhile} */
    long busyUntil(long now, long picos) {
        return now + picos;
    }

    /** Lets the PEs run that are earlier than this one. */
    final void settle() {
        scheduler.advanceTo(available(now()));
    }

    abstract void sleep();

    /** Lets earlier PEs run, and notes the neighbouring lines of the next reads. */
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

    /** Notes a line that this PE has just changed itself and knew before. */
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

    /** Starts to note the lines read, on which {@link #pause} can sleep then. */
    public final void beginWait() {
        open = true;
        size = 0;
    }

    /** Sleeps until one of the lines read since the last pause is written; returns at once if one has been already. */
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

    /** {@return how many lines the PE has noted since the last pause} */
    public final int linesNoted() {
        return size;
    }

    /** Reads a line until a condition holds, and sleeps while the line is not written. */
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
