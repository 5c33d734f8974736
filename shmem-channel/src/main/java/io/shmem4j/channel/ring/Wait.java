// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.engine.Library;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.util.function.Supplier;

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
     * @param word  offset in the region of a word of the awaited object, or 0
     * @param facts see {@link Waiter#facts}; null if nothing is known
     */
    public static boolean until(long nanos, long word, Supplier<String> facts, Condition done) {
        return until(nanos, WaitKind.TAKE, word, -1, facts, done);
    }

    /** Waits like the other method, with a kind, a detail and a PE for reports. */
    public static boolean until(long nanos, WaitKind kind, long detail, int pe, Supplier<String> facts,
        Condition done) {
        Backend backend = Library.currentBackend();
        backend.quiet();
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), SystemLayout.BELL, kind, detail, pe);
        waiter.facts(facts);
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

    /** {@return what a PE has not read or acknowledged, for hang reports, with the first message's tag; or nothing} */
    public static String unread(String verb, long messages, long bytes, long tag) {
        return bytes == 0 ? "" : "has not " + verb + " " + (messages == 0 ? "" : messages + (messages == 1 ? " message"
            : " messages") + " of ") + bytes + " bytes" + (messages == 0 ? "" : " (the first has tag " + tag + ")");
    }

    /** Waits for room for a message, which a PE of this world number is to make. */
    public static void forRoom(int world, long word, long tag, Supplier<String> facts, Condition done) {
        Backend backend = Library.currentBackend();
        backend.quiet();
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), SystemLayout.BELL, WaitKind.SEND, word, world);
        waiter.tag(tag);
        waiter.facts(facts);
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
