// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Vector;
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
    private static final Clock[] CARRIED = new Clock[OBJECTS + 1];
    /** What is known of the ends of tasks, by what their givers got for them. */
    private static final Map<Object, Task> RESULTS = Collections.synchronizedMap(new WeakHashMap<>());
    /** Of parts of locks, numbers of the whole. */
    private static final Map<Object, Integer> WHOLES = Collections.synchronizedMap(new IdentityHashMap<>());
    /** Of each initializer of a class that has accessed something: its thread, and its ticks before and after it. */
    private static volatile int[][] initializers = {};
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

    /** {@return a task that comes after the call that gives it to another thread} */
    public static Object task(Object work, Class<?> type) {
        ThreadRaces current = work == null ? null : ProgramAccesses.current();
        return current == null ? work : proxy(type, new Task(work, current, true, false));
    }

    /** {@return a task that also comes after all that have ended before it begins} */
    public static Object later(Object work, Class<?> type) {
        ThreadRaces current = work == null ? null : ProgramAccesses.current();
        return current == null ? work : proxy(type, new Task(work, current, true, true));
    }

    private static Object proxy(Class<?> type, Task task) {
        return Proxy.newProxyInstance(ThreadOrder.class.getClassLoader(), new Class<?>[] {type}, task);
    }

    /** {@return tasks in place of others} */
    public static Collection<?> tasks(Collection<?> work) {
        List<Object> tasks = work == null ? null : work.stream().map(each -> task(each, Callable.class)).toList();
        LATEST.remove();
        return tasks;
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

    /** A task has been given away. */
    public static void given(Object result) {
        Task task = LATEST.get();
        LATEST.remove();
        if (result != null && task != null) {
            RESULTS.put(result, task);
        }
    }

    /** A thread may have waited for the end of a task, or of any. */
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

    /** A thread begins to initialize a class; {@return its tick} */
    public static int initializes() {
        ThreadRaces current = ProgramAccesses.current();
        return current == null ? -1 : current.operation();
    }

    /** A thread has initialized a class: whoever uses the class comes after that. */
    public static void initialized(int began) {
        ThreadRaces current = began < 0 ? null : ProgramAccesses.current();
        if (current != null && current.tick > began) {
            synchronized (CARRIED) {
                int[][] all = Arrays.copyOf(initializers, initializers.length + 1);
                all[all.length - 1] = new int[] {current.agent(), began, current.operation()};
                initializers = all;
            }
        }
    }

    /** {@return whether a thread's access was in an initializer} */
    static boolean initializes(int agent, int tick) {
        for (int[] each : initializers) {
            if (each[0] == agent && each[1] < tick && tick < each[2]) {
                return true;
            }
        }
        return false;
    }

    /** A thread is about to start another one, if it is one. */
    public static void starts(Object object) {
        ThreadRaces current = object instanceof Thread ? ProgramAccesses.current() : null;
        if (current != null) {
            Clock clock = new Clock();
            current.into(clock);
            current.pe().starts((Thread) object, clock);
        }
    }

    /** A lock and what it is a part of. */
    public static void view(Object part, Object object) {
        if (part != null && object != null) {
            WHOLES.put(part, System.identityHashCode(object));
        }
    }

    /** {@return where it is kept what an object carries, all collections as one; -1 if threads can't share it} */
    private static int place(Object object) {
        if (object instanceof Collection || object instanceof Map || object instanceof Iterator) {
            String name = object.getClass().getName();
            return name.startsWith("java.util.concurrent.") || name.contains("Synchronized")
                || object instanceof Vector || object instanceof Hashtable ? OBJECTS : -1;
        }
        Integer whole = WHOLES.isEmpty() ? null : WHOLES.get(object);
        return (whole == null ? System.identityHashCode(object) : whole) & OBJECTS - 1;
    }

    /** A thread gives an object away on which others may synchronize. */
    public static void releases(Object object) {
        ThreadRaces current = ProgramAccesses.current();
        int at = current == null || object == null ? -1 : place(object);
        if (at >= 0) {
            synchronized (CARRIED) {
                if (CARRIED[at] == null) {
                    CARRIED[at] = new Clock();
                }
                current.into(CARRIED[at]);
            }
        }
    }

    /** A thread synchronizes with whoever has given an object away. */
    public static void acquires(Object object) {
        ThreadRaces current = ProgramAccesses.current();
        int at = current == null || object == null ? -1 : place(object);
        if (at >= 0) {
            synchronized (CARRIED) {
                if (CARRIED[at] != null) {
                    current.clock().join(CARRIED[at]);
                }
            }
        }
    }

    /** A thread has waited for the end of another one. */
    public static void joined(Object object) {
        ThreadRaces current = ProgramAccesses.current();
        if (current != null && object instanceof Thread other && other.getState() == Thread.State.TERMINATED) {
            current.joins(other);
        }
    }
}
