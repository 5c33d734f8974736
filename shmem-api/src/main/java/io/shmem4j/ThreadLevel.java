// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;
import java.util.concurrent.atomic.AtomicReference;

/** A program's promise about its threads, {@code SHMEM_THREAD_*}, in increasing order. */
public enum ThreadLevel {
    /** The program has one thread. */
    SINGLE,
    /** Only the thread that initialised makes calls. */
    FUNNELED,
    /** Any thread makes calls, never two at once. */
    SERIALIZED,
    /** Any thread makes calls at any time. */
    MULTIPLE;

    /**
     * Detects violations of the levels below MULTIPLE, at the highest level of checking.
     *
     * <p>For SERIALIZED one reference holds the thread inside the library. A thread that finds another one there
     * violates the level. A call that fails does not leave by itself; the code that makes its exception does.
     */
    static final class Guard {
        private final ThreadLevel level;
        private final Thread first = Thread.currentThread();
        private final AtomicReference<Thread> inside = new AtomicReference<>();

        Guard(ThreadLevel level) {
            this.level = level;
        }

        void enter() {
            if (level == ThreadLevel.SERIALIZED) {
                requireAlone(inside.compareAndExchange(null, Thread.currentThread()));
            } else {
                requireFirst();
            }
        }

        /** Refuses a thread that may not make the call, before the call has any effect. */
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

        /** Requires the thread that began the session. */
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
}
