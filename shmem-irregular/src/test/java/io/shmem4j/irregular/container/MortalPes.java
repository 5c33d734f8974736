// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The memory of mortal PEs: each can be made to die before one of its next stores, and the memory outlives it. */
final class MortalPes {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[][][] memory;
    private final long[] left;
    /** Number of stores of each PE that fail when it would die, and do not end it. */
    private final int[] failures;

    /** Ends a PE; nothing of the library catches it. */
    static final class Death extends Error {
        private static final long serialVersionUID = 1;

        Death() {
            super("a PE dies", null, false, false);
        }
    }

    /** Makes PEs with some areas of words each. */
    MortalPes(int count, long... words) {
        this.memory = new long[count][words.length][];
        for (int pe = 0; pe < count; pe++) {
            for (int area = 0; area < words.length; area++) {
                memory[pe][area] = new long[(int) words[area]];
            }
        }
        this.left = new long[count];
        this.failures = new int[count];
        Arrays.fill(left, Long.MAX_VALUE);
    }

    int count() {
        return left.length;
    }

    boolean lives(int pe) {
        return (long) WORD.getVolatile(left, pe) > 0;
    }

    boolean anyDead() {
        return IntStream.range(0, count()).anyMatch(pe -> !lives(pe));
    }

    /** Lets a PE die before its store with a number, from 1. */
    void dieBefore(int pe, int store) {
        WORD.setVolatile(left, pe, (long) store);
    }

    /** Lets some stores of a PE, from the one with a number on, throw an Error; the PE lives on. */
    void failBefore(int pe, int store, int count) {
        failures[pe] = count;
        dieBefore(pe, store);
    }

    /** Starts a PE again if it has died; otherwise it lives on. */
    void live(int pe) {
        failures[pe] = 0;
        WORD.setVolatile(left, pe, Long.MAX_VALUE);
    }

    /** {@return whether the lock in a word is held} */
    boolean locked(int pe, int word) {
        return (memory[pe][0][word] & 0xffff) != 0;
    }

    private void store(int me) {
        long before = left[me];
        if (before == Long.MAX_VALUE) {
            return;
        }
        if (before <= 1 && failures[me] > 0) {
            failures[me]--;
            WORD.setVolatile(left, me, failures[me] > 0 ? 1 : Long.MAX_VALUE);
            throw new StackOverflowError("store fails");
        }
        WORD.setVolatile(left, me, Math.max(0, before - 1));
        if (before <= 1) {
            throw new Death();
        }
    }

    /** {@return an area as a PE sees it} */
    Region region(int me, int area) {
        return new Region(null, null) {
            @Override
            long get(long at, int pe) {
                return (long) WORD.getAcquire(memory[pe][area], (int) at);
            }

            @Override
            void get(long[] target, int index, long at, int count, int pe) {
                System.arraycopy(memory[pe][area], (int) at, target, index, count);
            }

            @Override
            void set(long at, long value, int pe) {
                store(me);
                WORD.setRelease(memory[pe][area], (int) at, value);
            }

            @Override
            void put(long at, long[] source, int index, int count, int pe) {
                for (int i = 0; i < count; i++) {
                    set(at + i, source[index + i], pe);
                }
            }

            @Override
            boolean compareAndSet(long at, long expected, long value, int pe) {
                store(me);
                return WORD.compareAndSet(memory[pe][area], (int) at, expected, value);
            }

            @Override
            void complete() {
                // All stores of these PEs are where they belong.
            }

            @Override
            void pause(int round) {
                Thread.yield();
            }
        };
    }
}
