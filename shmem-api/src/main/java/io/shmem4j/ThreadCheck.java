// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Finds violations of the thread level below MULTIPLE, at the highest level of checking.
 *
 * <p>The check of SERIALIZED keeps the thread inside the library in one reference, set and cleared by compare-and-set;
 * a second thread that finds another one there has come too early. A call that fails does not leave in the usual way,
 * so making its exception leaves for it.
 */
final class ThreadCheck {
    private final ThreadLevel level;
    private final Thread first = Thread.currentThread();
    private final AtomicReference<Thread> inside = new AtomicReference<>();

    ThreadCheck(ThreadLevel level) {
        this.level = level;
    }

    void enter() {
        if (level == ThreadLevel.SERIALIZED) {
            requireAlone(inside.compareAndExchange(null, Thread.currentThread()));
        } else {
            requireFirst();
        }
    }

    /** Refuses a thread that may not call; for calls that do not wait, and before anything of a call is done. */
    void check() {
        if (level == ThreadLevel.SERIALIZED) {
            requireAlone(inside.get());
        } else {
            requireFirst();
        }
    }

    private void requireAlone(Thread other) {
        if (other != null && other != Thread.currentThread()) {
            throw violation("thread \"" + other.getName() + "\" is inside the library at the same time");
        }
    }

    private void requireFirst() {
        if (level != ThreadLevel.MULTIPLE && Thread.currentThread() != first) {
            throw violation("only thread \"" + first.getName() + "\", which initialised it, may call the library");
        }
    }

    void leave() {
        if (level == ThreadLevel.SERIALIZED) {
            inside.compareAndSet(Thread.currentThread(), null);
        }
    }

    /** Refuses to end the session in another thread than began it. */
    void end() {
        if (Thread.currentThread() != first) {
            throw violation("thread \"" + first.getName() + "\", which initialised it, must end it");
        }
    }

    private IllegalStateException violation(String rule) {
        return new IllegalStateException(Fault.where() + " in thread \"" + Thread.currentThread().getName()
            + "\": the library was initialised for " + level + " threads; " + rule);
    }
}
