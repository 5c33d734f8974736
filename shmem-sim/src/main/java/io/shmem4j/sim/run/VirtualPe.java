// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.work.WorkKind;
import java.util.function.BooleanSupplier;

/**
 * A PE on a simulated chip. Every method is for the PE itself, while it runs.
 *
 * <p>An access asks the chip when this PE is the earliest of all, and returns when it is the earliest again at the time
 * the access is done; what the caller then does to the real data happens in the order of virtual time.
 */
public abstract class VirtualPe {
    /** {@return this PE's number} */
    public abstract int number();

    /** {@return the core it runs on} */
    public abstract int core();

    /** {@return its clock, in picoseconds} */
    public abstract long now();

    /**
     * Loads a line.
     *
     * @param line its number
     */
    public abstract void read(long line);

    /**
     * Stores to a line.
     *
     * @param line its number
     */
    public abstract void write(long line);

    /**
     * Reads, changes and writes a line in one.
     *
     * @param line its number
     */
    public abstract void update(long line);

    /**
     * Says whether transfers from now on are loops of the program or copies made by a library, which was compiled
     * without knowing the data.
     *
     * @param ofProgram whether they are the program's
     */
    public abstract void loops(boolean ofProgram);

    /**
     * Loads neighbouring lines; at most {@link #maxLines} at once.
     *
     * @param line  first line
     * @param count lines
     * @param start whether this begins a transfer
     */
    public abstract void load(long line, int count, boolean start);

    /**
     * Stores to neighbouring lines.
     *
     * @param line  first
     * @param count lines
     * @param start whether a transfer begins
     */
    public abstract void store(long line, int count, boolean start);

    /**
     * Puts private data into neighbouring lines.
     *
     * @param line  first
     * @param count lines
     * @param start whether a transfer begins
     */
    public void put(long line, int count, boolean start) {
        if (count == 1 && start) {
            write(line);
        } else {
            store(line, count, start);
        }
    }

    /**
     * Copies neighbouring lines; at most {@link #maxLines} at once.
     *
     * @param from  first line of the source
     * @param to    first line of the target
     * @param count lines
     * @param start whether this begins a transfer
     */
    public abstract void copy(long from, long to, int count, boolean start);

    /**
     * Combines neighbouring lines of two arrays into a third; at most {@link #maxLines} at once.
     *
     * @param left  first line of an operand
     * @param right first line of the other
     * @param to    first line of the result
     * @param count lines
     * @param start whether this begins a transfer
     */
    public abstract void combine(long left, long right, long to, int count, boolean start);

    /** {@return most lines of one transfer} */
    public abstract int maxLines();

    /**
     * Lets time pass without touching anything shared.
     *
     * @param picos how much
     */
    public abstract void spend(long picos);

    /**
     * Waits until a moment, if it has not passed.
     *
     * @param time when, in picoseconds
     */
    public abstract void waitUntilTime(long time);

    /**
     * Declares local work.
     *
     * @param kind   what
     * @param amount how much
     */
    public abstract void work(WorkKind kind, long amount);

    /** Starts noting which lines are read, so that {@link #pause} can sleep on them. */
    public abstract void beginWait();

    /** Sleeps until one of the lines read since the last pause is written; returns at once if one has been already. */
    public abstract void pause();

    /** Ends a wait. */
    public abstract void endWait();

    /** {@return how many lines the PE has noted since the last pause} */
    public abstract int linesNoted();

    /**
     * Reads a line until a condition holds, and sleeps while the line is not written.
     *
     * @param line      it
     * @param condition it
     */
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
