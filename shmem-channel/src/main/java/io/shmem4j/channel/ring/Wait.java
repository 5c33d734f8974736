// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.engine.Library;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;

/**
 * Waits for changes of this PE's memory, asleep after a while. This PE's own stores are completed first, because the
 * awaited change may be an answer to them.
 */
public final class Wait {
    private Wait() {
    }

    /** The condition of a wait. */
    @FunctionalInterface
    public interface Condition {
        boolean holds();
    }

    /**
     * Waits for messages; {@return whether the condition holds} It depends on words of this PE that others store with a
     * wake-up.
     *
     * @param word offset in the region of a word of the awaited object, or 0
     */
    public static boolean until(long nanos, long word, Condition done) {
        return until(nanos, WaitKind.TAKE, word, -1, done);
    }

    /** Waits like the other method, with a kind, a detail and a PE for reports. */
    public static boolean until(long nanos, WaitKind kind, long detail, int pe, Condition done) {
        Backend backend = Library.currentBackend();
        backend.quiet();
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), SystemLayout.BELL, kind, detail, pe);
        waiter.limit(nanos);
        try {
            while (!done.holds()) {
                if (waiter.expired()) {
                    return false;
                }
                waiter.pause();
            }
            return true;
        } finally {
            waiter.end();
        }
    }

    /**
     * Waits for room for a message, which a PE of this world number is to make.
     *
     * @param ring     for reports, the index in the object of the first word of a ring, see {@link Rings}
     * @param capacity its size in bytes, or 0 if there is none
     */
    public static void forRoom(int world, long word, long tag, int ring, int capacity, Condition done) {
        Backend backend = Library.currentBackend();
        backend.quiet();
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), SystemLayout.BELL, WaitKind.SEND, word, world);
        waiter.tag(tag);
        waiter.members(ring, capacity, 0, null);
        waiter.within(0, 1, 1, new int[] {world});
        try {
            while (!done.holds()) {
                waiter.pause();
            }
        } finally {
            waiter.end();
        }
    }
}
