// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.apart.ThreadPe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Decides which thread ends a PE: the PE's own thread at any time, another thread of its program only while the own
 * thread is outside of the library.
 *
 * <p>Why this is safe: virtual time stands still while the own thread is outside of the library, so the PE stays the
 * running one, and another thread may pass the turn on. The atomic change of {@link #where} orders this after
 * everything that the own thread did in the library.
 */
final class EndOfPe {
    private enum Where { OUTSIDE, INSIDE, GONE }

    private final AtomicReference<Where> where = new AtomicReference<>(Where.OUTSIDE);
    /** Actions for an orderly end, null once they have begun. Only the PE's own thread uses them. */
    private List<Runnable> last = new ArrayList<>();

    /** Registers an action for an orderly end. Returns false if the end has begun. */
    boolean atExit(Runnable end) {
        return last != null && last.add(end);
    }

    /** Runs the actions once, in the PE's own thread. */
    void runLast() {
        if (last != null) {
            List<Runnable> now = last;
            last = null;
            now.forEach(Runnable::run);
        }
    }

    /** Marks that the PE's own thread is in the library. Parks it for ever if the PE has ended. */
    void enter() {
        if (where.compareAndExchange(Where.OUTSIDE, Where.INSIDE) == Where.GONE) {
            ThreadPe.stay();
        }
    }

    /** Marks that the PE's own thread has left the library. */
    void leave() {
        where.compareAndSet(Where.INSIDE, Where.OUTSIDE);
    }

    /** Lets the PE's own thread end the PE. Parks it for ever if the PE has ended. */
    void claim() {
        if (where.getAndSet(Where.GONE) == Where.GONE) {
            ThreadPe.stay();
        }
    }

    /** {@return whether the calling thread, another than the PE's own, must now end the PE} */
    boolean claimOutside() {
        return where.compareAndSet(Where.OUTSIDE, Where.GONE);
    }
}
