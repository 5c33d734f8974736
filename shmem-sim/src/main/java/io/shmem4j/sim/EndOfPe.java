// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

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
    /** Null once they have begun to run. */
    private List<Thread> hooks = new ArrayList<>();

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

    /** Keeps a thread to be run before the PE ends. */
    synchronized void add(Thread hook) {
        requireHooks();
        if (hook.isAlive() || hooks.contains(hook)) {
            throw new IllegalArgumentException(hook.isAlive() ? "Hook already running" : "Hook previously registered");
        }
        hooks.add(hook);
    }

    /** Forgets a hook. Returns whether it was there. */
    synchronized boolean remove(Thread hook) {
        requireHooks();
        return hooks.remove(hook);
    }

    private void requireHooks() {
        if (hooks == null) {
            throw new IllegalStateException("Shutdown in progress");
        }
    }

    /** Runs the hooks and waits for them, once. */
    void runHooks() {
        List<Thread> now;
        synchronized (this) {
            now = hooks == null ? List.of() : hooks;
            hooks = null;
        }
        now.forEach(Thread::start);
        now.forEach(EndOfPe::join);
    }

    private static void join(Thread hook) {
        while (true) {
            try {
                hook.join();
                return;
            } catch (InterruptedException e) {
                // The end goes on when the hook is through.
                continue;
            }
        }
    }

    /** The PE's own thread comes to the library; it stays for ever where the PE has ended. */
    void enter() {
        if (place.compareAndExchange(Place.OUTSIDE, Place.INSIDE) == Place.GONE) {
            ExitRules.stay();
        }
    }

    /** The PE's own thread has left the library. */
    void leave() {
        place.compareAndSet(Place.INSIDE, Place.OUTSIDE);
    }

    /** The PE's own thread ends it; it stays for ever where the PE has ended. */
    void claim() {
        if (place.getAndSet(Place.GONE) == Place.GONE) {
            ExitRules.stay();
        }
    }

    /** {@return whether another thread is to end the PE, whose own thread never does so from now on} */
    boolean claimOutside() {
        return place.compareAndSet(Place.OUTSIDE, Place.GONE);
    }
}
