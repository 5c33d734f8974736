// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Cell;
import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Words;
import java.lang.invoke.VarHandle;

/**
 * The cell on which a PE's threads sleep while they wait for its variables. It also holds the condition of a single
 * sleeper, so that wakers look before they wake: a PE that waits for the last of many updates sleeps through all
 * others.
 *
 * <p>The cell holds more than its value and its count of sleepers:
 * <pre>
 *   16  variable (long): 2 x offset + 1 for a 64-bit one, 0 when any update may end the wait
 *   24  mask (long) | 32 flip (long) | 40 right side (long) | 48 comparison (int)
 * </pre>
 * The wait ends when {@code (variable & mask ^ flip) comparison (right side ^ flip)}.
 *
 * <p>Only a thread that finds the cell empty publishes its condition, and it withdraws it before it leaves, so a count
 * of 1 with a condition means that this is the one sleeper's.
 *
 * <p>No wake-up is lost: a sleeper counts itself in, publishes, and after a full fence tests its condition once more. A
 * waker changes the variable and after a full fence reads the count, then the condition. If it reads what a sleeper has
 * published, it judges by the value it has stored or a later one. If it reads anything older, or a mixture because
 * sleepers changed meanwhile, then the sleeper of now has published after that and finds the new value in its own test.
 * (In terms of weak order: the variable word is stored by release after the fields and loaded by acquire before them,
 * so fields are those of the sleeper whose word was read or of a later one. In the second case the waker's load of the
 * word has missed the later one's store, there is a full fence on either side, and hence that sleeper's test does not
 * miss the waker's store.)
 */
final class Bell {
    private static final Comparison[] COMPARISONS = Comparison.values();

    private static final long VARIABLE = SystemLayout.BELL + Cell.DATA;
    private static final long MASK = VARIABLE + 8;
    private static final long FLIP = VARIABLE + 16;
    private static final long RIGHT = VARIABLE + 24;
    private static final long COMPARISON = VARIABLE + 32;

    private Bell() {
    }

    /** {@return whether a thread sleeps, or is about to} */
    static boolean needed(int pe) {
        return JobMemory.words().getIntVolatile(at(pe, SystemLayout.BELL + Cell.SLEEPERS)) != 0;
    }

    /**
     * Wakes a PE's sleepers, unless the only one's condition does not hold; the caller has changed something and has
     * found the bell {@link #needed} after a full fence.
     */
    static void ring(int pe) {
        Words words = JobMemory.words();
        if (words.getIntAcquire(at(pe, SystemLayout.BELL + Cell.SLEEPERS)) == 1) {
            long variable = words.getLongAcquire(at(pe, VARIABLE));
            if (variable != 0 && !holds(pe, variable)) {
                return;
            }
        }
        words.getAndAddLong(at(pe, SystemLayout.BELL + Cell.VALUE), 1);
        Syscalls.wake(JobMemory.all().address() + at(pe, SystemLayout.BELL + Cell.VALUE));
    }

    private static boolean holds(int pe, long variable) {
        Words words = JobMemory.words();
        long place = at(pe, variable >> 1);
        long value = (variable & 1) != 0 ? words.getLongAcquire(place) : words.getIntAcquire(place);
        long flip = words.getLong(at(pe, FLIP));
        long right = words.getLong(at(pe, RIGHT));
        int comparison = words.getInt(at(pe, COMPARISON));
        return COMPARISONS[comparison].holds(value & words.getLong(at(pe, MASK)) ^ flip, right ^ flip);
    }

    /**
     * Publishes the condition, as {@code Waiter.until} has it, of the only sleeper, which has counted itself in as the
     * first.
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

    /** Takes back what {@link #publish} said. */
    static void withdraw(int pe) {
        JobMemory.words().setLongRelease(at(pe, VARIABLE), 0);
    }

    private static long at(int pe, long offset) {
        return pe * JobMemory.stride() + offset;
    }
}
