// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * What orders threads of one PE: what rewritten classes tell of monitors, volatile fields, starts and joins, and calls
 * of java.util.concurrent. Each of these is taken to order whoever uses the object first before whoever uses it later,
 * in both directions: so a race may be missed, and none is invented.
 */
public final class ThreadOrder {
    private static final int OBJECTS = 1 << 10;
    private static final Clock[] CARRIED = new Clock[OBJECTS];
    private static final Map<Thread, Clock> STARTS = Collections.synchronizedMap(new WeakHashMap<>());
    /** What tasks have done that are over: any call of java.util.concurrent may depend on it. */
    private static final Object TASKS = new Object();

    private ThreadOrder() {
    }

    /** {@return what the thread knew that has started another one, null where that was not seen} */
    static Clock start(Thread thread) {
        return STARTS.get(thread);
    }

    /**
     * A thread is about to start another one, if it is one.
     *
     * @param object the new one
     */
    public static void starts(Object object) {
        ThreadRaces current = object instanceof Thread ? ProgramAccesses.current() : null;
        if (current != null) {
            Thread thread = (Thread) object;
            Clock clock = new Clock();
            current.into(clock);
            STARTS.put(thread, clock);
        }
    }

    /**
     * A thread gives an object away on which others may synchronize.
     *
     * @param object the object
     */
    public static void releases(Object object) {
        ThreadRaces current = ProgramAccesses.current();
        if (current != null && object != null) {
            int at = System.identityHashCode(object) & OBJECTS - 1;
            synchronized (CARRIED) {
                if (CARRIED[at] == null) {
                    CARRIED[at] = new Clock();
                }
                current.into(CARRIED[at]);
            }
        }
    }

    /**
     * A thread synchronizes with whoever has given an object away.
     *
     * @param object the object
     */
    public static void acquires(Object object) {
        ThreadRaces current = ProgramAccesses.current();
        if (current != null && object != null) {
            int at = System.identityHashCode(object) & OBJECTS - 1;
            int tasks = System.identityHashCode(TASKS) & OBJECTS - 1;
            synchronized (CARRIED) {
                if (CARRIED[at] != null) {
                    current.clock().join(CARRIED[at]);
                }
                if (CARRIED[tasks] != null) {
                    current.clock().join(CARRIED[tasks]);
                }
            }
        }
    }

    /**
     * A thread has waited for the end of another one.
     *
     * @param object the other one
     */
    public static void joined(Object object) {
        ThreadRaces current = ProgramAccesses.current();
        if (current != null && ((Thread) object).getState() == Thread.State.TERMINATED) {
            current.joins((Thread) object);
        }
    }

    /** {@return what the thread that runs a task does first: it learns what the calling one knows} */
    private static Runnable begins() {
        Clock known = new Clock();
        ProgramAccesses.current().into(known);
        return () -> {
            STARTS.putIfAbsent(Thread.currentThread(), known);
            ThreadRaces thread = ProgramAccesses.current();
            if (thread != null) {
                thread.clock().join(known);
            }
        };
    }

    /**
     * {@return a task that comes after the call that gives it to another thread}
     *
     * @param task the program's
     */
    public static Runnable task(Runnable task) {
        if (task == null || ProgramAccesses.current() == null) {
            return task;
        }
        Runnable begin = begins();
        return () -> {
            begin.run();
            try {
                task.run();
            } finally {
                releases(TASKS);
            }
        };
    }

    /** {@return the same for a task with a result} */
    public static <T> Callable<T> task(Callable<T> task) {
        if (task == null || ProgramAccesses.current() == null) {
            return task;
        }
        Runnable begin = begins();
        return () -> {
            begin.run();
            try {
                return task.call();
            } finally {
                releases(TASKS);
            }
        };
    }

    /** {@return the same for a task with a result} */
    public static <T> Supplier<T> task(Supplier<T> task) {
        if (task == null || ProgramAccesses.current() == null) {
            return task;
        }
        Runnable begin = begins();
        return () -> {
            begin.run();
            try {
                return task.get();
            } finally {
                releases(TASKS);
            }
        };
    }
}
