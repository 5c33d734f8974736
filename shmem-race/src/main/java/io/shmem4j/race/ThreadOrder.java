// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.stream.BaseStream;

/**
 * What orders threads of one PE: what rewritten classes tell of monitors, volatile fields, starts and joins, and calls
 * of java.util.concurrent. Each of these is taken to order whoever uses the object first before whoever uses it later,
 * in both directions: so a race may be missed, and none is invented.
 */
public final class ThreadOrder {
    private static final int OBJECTS = 1 << 10;
    private static final Clock[] CARRIED = new Clock[OBJECTS];
    /** What is known of the ends of tasks, by what their givers got for them. */
    private static final Map<Object, Task> RESULTS = Collections.synchronizedMap(new WeakHashMap<>());
    private static final ThreadLocal<Task> LATEST = new ThreadLocal<>();

    private ThreadOrder() {
    }

    /** A piece of work that is given to another thread, or to several. */
    private static final class Task implements InvocationHandler {
        private final Object work;
        private final PeRaces pe;
        private final boolean given;
        /** Whether it runs when other tasks have ended. */
        private final boolean later;
        private final Clock start = new Clock();
        private volatile Clock end;

        Task(Object work, ThreadRaces giver, boolean given, boolean later) {
            this.work = work;
            this.pe = giver.pe();
            this.given = given;
            this.later = later;
            giver.into(start);
            if (given) {
                pe.gives();
                LATEST.set(this);
            }
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            boolean runs = Modifier.isAbstract(method.getModifiers());
            ThreadRaces before = runs ? pe.begin(start) : null;
            try {
                if (later) {
                    pe.joinAll(pe.thread().clock());
                }
                return method.invoke(work, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            } finally {
                if (runs) {
                    end = pe.end(before, given);
                }
            }
        }
    }

    /**
     * {@return a task that comes after the call that gives it to another thread}
     *
     * @param work the program's
     * @param type what it is, an interface
     */
    public static Object task(Object work, Class<?> type) {
        ThreadRaces current = work == null ? null : ProgramAccesses.current();
        return current == null ? work : proxy(type, new Task(work, current, true, false));
    }

    /**
     * {@return a task that also comes after all that have ended before it begins}
     *
     * @param work the program's
     * @param type what it is, an interface
     */
    public static Object later(Object work, Class<?> type) {
        ThreadRaces current = work == null ? null : ProgramAccesses.current();
        return current == null ? work : proxy(type, new Task(work, current, true, true));
    }

    private static Object proxy(Class<?> type, Task task) {
        return Proxy.newProxyInstance(ThreadOrder.class.getClassLoader(), new Class<?>[] {type}, task);
    }

    /**
     * {@return tasks in place of others}
     *
     * @param work the program's
     */
    public static Collection<?> tasks(Collection<?> work) {
        return work == null ? null : work.stream().map(each -> task(each, Callable.class)).toList();
    }

    /**
     * {@return what a parallel stream calls for its elements, each call a task of its own; of another stream, the same}
     *
     * @param stream the stream
     * @param work   the program's
     * @param type   what it is, an interface
     */
    public static Object each(Object stream, Object work, Class<?> type) {
        ThreadRaces current = work == null ? null : ProgramAccesses.current();
        if (current == null || !((BaseStream<?, ?>) stream).isParallel()) {
            return work;
        }
        current.pe().buffers.threads();
        return proxy(type, new Task(work, current, false, false));
    }

    /**
     * A task has been given away.
     *
     * @param result by which the giver can wait for its end
     */
    public static void given(Object result) {
        if (result != null && LATEST.get() != null) {
            RESULTS.put(result, LATEST.get());
        }
    }

    /**
     * A thread may have waited for the end of a task, or of any.
     *
     * @param object what the call was of
     */
    public static void ended(Object object) {
        ThreadRaces current = ProgramAccesses.current();
        Task task = object == null ? null : RESULTS.get(object);
        if (current != null && (task == null || task.end != null)) {
            if (task == null) {
                current.pe().joinAll(current.clock());
            } else {
                current.clock().join(task.end);
            }
        }
    }

    /**
     * A thread is about to start another one, if it is one.
     *
     * @param object the new one
     */
    public static void starts(Object object) {
        ThreadRaces current = object instanceof Thread ? ProgramAccesses.current() : null;
        if (current != null) {
            Clock clock = new Clock();
            current.into(clock);
            current.pe().starts((Thread) object, clock);
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
            synchronized (CARRIED) {
                if (CARRIED[at] != null) {
                    current.clock().join(CARRIED[at]);
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
}
