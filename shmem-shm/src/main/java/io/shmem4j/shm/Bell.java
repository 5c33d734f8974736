// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Cell;
import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Words;
import java.lang.invoke.VarHandle;

/**
 * The cell on which a PE's threads sleep while they wait for variables of the PE. It also publishes the condition of a
 * single sleeper, so that wakers test it before they wake: a PE that waits for the last of many updates sleeps through
 * the earlier ones.
 *
 * <p>After its value and its count of sleepers, the cell holds the condition:
 * <pre>
 *   16  variable (long): 2 x offset, + 1 if it has 64 bits; 0 if any update may end the wait
 *   24  mask (long) | 32 flip (long) | 40 right side (long) | 48 comparison (int)
 * </pre>
 * The wait ends when {@code (variable & mask ^ flip) comparison (right side ^ flip)}.
 *
 * <p>Only a thread that raises the count from 0 publishes a condition, and it withdraws it before it lowers the count.
 * So a count of 1 and a condition belong to the same sleeper.
 *
 * <p>A visitor, a process that is no PE, sleeps on a word of the control file. Before that it sets a bit of the count
 * here and of that of all PEs, and after a full fence tests its condition. A waker clears a bit before it wakes, so a
 * visitor that is killed costs one waker one system call, and leaves nothing else.
 *
 * <p>No wake-up is lost. A sleeper raises the count, publishes its condition and, after a full fence, tests it once
 * more. A waker changes the variable and, after a full fence, reads the count and then the condition. If it reads what
 * a sleeper has published, it tests the value that it has stored, or a later one. If it reads older fields, or a
 * mixture because sleepers have changed, then the present sleeper published later and sees the new value in its own
 * test. In terms of a weak memory order: the variable word is stored by release after the fields and loaded by acquire
 * before them, so the fields are those of the sleeper whose word was read, or of a later one. In the latter case the
 * waker has missed the later sleeper's store, both have a full fence between store and load, and so the sleeper does
 * not miss the waker's store.
 */
final class Bell {
    /** Bit of a count of sleepers for visitors. */
    static final int VISITORS = Integer.MIN_VALUE;

    private static final Comparison[] COMPARISONS = Comparison.values();

    static final long VARIABLE = SystemLayout.BELL + Cell.DATA;
    static final long MASK = VARIABLE + 8;
    private static final long FLIP = VARIABLE + 16;
    private static final long RIGHT = VARIABLE + 24;
    private static final long COMPARISON = VARIABLE + 32;

    private Bell() {
    }

    /** {@return whether a thread sleeps or is about to sleep} */
    static boolean hasSleepers(int pe) {
        return JobMemory.words().getIntVolatile(at(pe, SystemLayout.BELL + Cell.SLEEPERS)) != 0;
    }

    /**
     * Wakes visitors and a PE's sleepers, but not a single sleeper whose condition does not hold. The caller has stored
     * to a variable and, after a full fence, has seen that the bell {@link #hasSleepers}.
     */
    static void ring(ControlFile control, int pe) {
        ring(control, JobMemory.words(), JobMemory.all().address(), at(pe, 0), pe);
    }

    /** Does the same in a process with other addresses: those of the heap file and of the PE's region in it. */
    static void ring(ControlFile control, Words words, long heap, long region, int pe) {
        long count = region + SystemLayout.BELL + Cell.SLEEPERS;
        int sleepers = words.getIntAcquire(count);
        if (sleepers < 0) {
            sleepers = words.getAndBitwiseAndInt(count, ~VISITORS) & ~VISITORS;
            control.wakeVisitors(pe);
            if (sleepers == 0) {
                return;
            }
        }
        if (sleepers == 1) {
            long variable = words.getLongAcquire(region + VARIABLE);
            if (variable != 0 && !holds(words, region, variable)) {
                return;
            }
        }
        words.getAndAddLong(region + SystemLayout.BELL + Cell.VALUE, 1);
        Syscalls.wake(heap + region + SystemLayout.BELL + Cell.VALUE);
    }

    private static boolean holds(Words words, long region, long variable) {
        long place = region + (variable >> 1);
        long value = (variable & 1) != 0 ? words.getLongAcquire(place) : words.getIntAcquire(place);
        long flip = words.getLong(region + FLIP);
        long right = words.getLong(region + RIGHT);
        int comparison = words.getInt(region + COMPARISON);
        return COMPARISONS[comparison].holds(value & words.getLong(region + MASK) ^ flip, right ^ flip);
    }

    /**
     * Publishes the condition of the only sleeper, see {@code Waiter.until}. The caller has raised the count from 0.
     */
    static void publish(int pe, long offset, boolean wide, long mask, long flip, Comparison cmp, long right) {
        Words words = JobMemory.words();
        words.setLong(at(pe, MASK), mask);
        words.setLong(at(pe, FLIP), flip);
        words.setLong(at(pe, RIGHT), right);
        words.setInt(at(pe, COMPARISON), cmp.ordinal());
        words.setLongRelease(at(pe, VARIABLE), offset << 1 | (wide ? 1 : 0));
        VarHandle.fullFence();
    }

    /** Withdraws the published condition. */
    static void withdraw(int pe) {
        JobMemory.words().setLongRelease(at(pe, VARIABLE), 0);
    }

    /** Forgets the sleepers of a PE's earlier life. */
    static void reset(int pe) {
        withdraw(pe);
        JobMemory.words().getAndBitwiseAndInt(at(pe, SystemLayout.BELL + Cell.SLEEPERS), VISITORS);
    }

    private static long at(int pe, long offset) {
        return pe * JobMemory.stride() + offset;
    }
}
