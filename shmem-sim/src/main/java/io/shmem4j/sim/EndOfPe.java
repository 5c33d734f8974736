// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.apart.ThreadPe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Who ends a PE: its own thread, or another one of its program while that thread is outside of the library.
 *
 * <p>Outside of the library it is the running PE, and stays it; and what it did before is visible to who has found it
 * outside. So the other thread may give the turn to the next PE in its place.
 */
final class EndOfPe {
    private enum Place { OUTSIDE, INSIDE, GONE }

    private final AtomicReference<Place> place = new AtomicReference<>(Place.OUTSIDE);
    /** Null once they have begun to run; only the PE's own thread looks at it. */
    private List<Runnable> last = new ArrayList<>();

    /** {@return whether something will be run at the end of the PE, which has to be one in order} */
    boolean atExit(Runnable end) {
        return last != null && last.add(end);
    }

    /** The PE's own thread ends it in order. */
    void runLast() {
        if (last != null) {
            List<Runnable> now = last;
            last = null;
            now.forEach(Runnable::run);
        }
    }

    /** The PE's own thread comes to the library; it stays for ever where the PE has ended. */
    void enter() {
        if (place.compareAndExchange(Place.OUTSIDE, Place.INSIDE) == Place.GONE) {
            ThreadPe.stay();
        }
    }

    /** The PE's own thread has left the library. */
    void leave() {
        place.compareAndSet(Place.INSIDE, Place.OUTSIDE);
    }

    /** The PE's own thread ends it; it stays for ever where the PE has ended. */
    void claim() {
        if (place.getAndSet(Place.GONE) == Place.GONE) {
            ThreadPe.stay();
        }
    }

    /** {@return whether another thread is to end the PE, whose own thread never does so from now on} */
    boolean claimOutside() {
        return place.compareAndSet(Place.OUTSIDE, Place.GONE);
    }
}
