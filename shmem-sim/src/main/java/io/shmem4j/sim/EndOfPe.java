// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.apart.ThreadPe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Decides which thread ends a PE. Its own thread may always do so. Another thread of its program may do so only while
 * the own thread is outside of the library.
 *
 * <p>Why it is right: virtual time stands still while the own thread is outside of the library, so the PE stays the
 * running one. The atomic change of {@link #where} makes what the own thread did visible to the other thread. So the
 * other thread may hand the turn to the next PE.
 */
final class EndOfPe {
    private enum Where { OUTSIDE, INSIDE, GONE }

    private final AtomicReference<Where> where = new AtomicReference<>(Where.OUTSIDE);
    /** Actions at the end of the PE; null once they have begun. Only the PE's own thread uses it. */
    private List<Runnable> last = new ArrayList<>();

    /** {@return whether the action will run, which it does if the PE ends in order} */
    boolean atExit(Runnable end) {
        return last != null && last.add(end);
    }

    /** Runs the actions; the PE's own thread calls this when it ends in order. */
    void runLast() {
        if (last != null) {
            List<Runnable> now = last;
            last = null;
            now.forEach(Runnable::run);
        }
    }

    /** The PE's own thread enters the library. If the PE has ended, the thread waits for ever. */
    void enter() {
        if (where.compareAndExchange(Where.OUTSIDE, Where.INSIDE) == Where.GONE) {
            ThreadPe.stay();
        }
    }

    /** The PE's own thread has left the library. */
    void leave() {
        where.compareAndSet(Where.INSIDE, Where.OUTSIDE);
    }

    /** The PE's own thread ends the PE. If the PE has ended already, the thread waits for ever. */
    void claim() {
        if (where.getAndSet(Where.GONE) == Where.GONE) {
            ThreadPe.stay();
        }
    }

    /** {@return whether the calling thread, not the PE's own, now has to end the PE} */
    boolean claimOutside() {
        return where.compareAndSet(Where.OUTSIDE, Where.GONE);
    }
}
