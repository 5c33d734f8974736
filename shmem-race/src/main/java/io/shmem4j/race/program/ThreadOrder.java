// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.program;

import io.shmem4j.race.order.Buffers;
import io.shmem4j.race.order.Clock;
import io.shmem4j.race.order.PeRaces;
import io.shmem4j.race.order.ThreadRaces;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Order among threads of one PE, from what rewritten classes report of monitors, volatile fields, starts and joins, and
 * calls of java.util.concurrent. Earlier users of an object count as ordered before later ones, in both directions: a
 * race may be missed, but none is invented.
 */
public final class ThreadOrder {
    /** Tasks by their results, such as futures. */
    private static final Map<Object, Task> RESULTS = Collections.synchronizedMap(new WeakHashMap<>());
    /** Maps a lock's part (read, write, condition), or a field's handle, to the id of the whole. */
    private static final Map<Object, Integer> WHOLES = Collections.synchronizedMap(new IdentityHashMap<>());
    /** Clocks of the tasks that ran in executors which run one after the other. */
    private static final Map<Object, Clock> CHAINS = Collections.synchronizedMap(new WeakHashMap<>());
    /** Tasks of timers. */
    private static final Map<Object, Timed> TIMED = Collections.synchronizedMap(new WeakHashMap<>());
    /** Class of a timer's thread. */
    private static final String TIMER = "java.util.TimerThread";
    /** Number of all collections together; objects of their own have their hash codes. */
    private static final int COLLECTIONS = -1;
    /** The JDK's wrappers of executors with one thread. */
    private static final Pattern SINGLE = Pattern.compile("Executors\\$(AutoShutdown|DelegatedScheduled)");

    private ThreadOrder() {
    }

    /** PE of a timer's task, and what its thread knows when it begins. */
    private record Timed(PeRaces pe, Clock clock) {
    }

    /** Work that is handed to another thread. */
    static final class Task implements InvocationHandler, Runnable {
        private final Object work;
        private final PeRaces pe;
        /** Whether it runs when other tasks have ended. */
        private final boolean later;
        private final Clock start = new Clock();
        /** Clock of the earlier tasks of an executor with one thread; null for other executors. */
        private Clock chain;
        private volatile Clock end;

        private Task(Object work, ThreadRaces giver, boolean later) {
            this.work = work;
            this.pe = giver.pe;
            this.later = later;
            giver.into(start);
            pe.gives();
        }

        /** {@return a task ordered after the call that hands it to another thread, null where nothing shows this} */
        static Task of(Object work, boolean later) {
            // Executors and queues may use more of these types than their run method: they stay unwrapped.
            ThreadRaces current = work == null || work instanceof ForkJoinTask || work instanceof Comparable ? null
                : ProgramAccesses.current();
            return current == null ? null : new Task(work, current, later);
        }

        /** {@return tasks in place of others that an executor is given at once} */
        static Collection<?> all(Object executor, Collection<?> work) {
            return work.stream().map(each -> {
                Task task = of(each, false);
                if (task == null) {
                    return each;
                }
                task.goesTo(executor);
                return task.as(Callable.class);
            }).toList();
        }

        Object as(Class<?> type) {
            return type == Runnable.class ? this : proxy(type, this);
        }

        /** An executor with one thread runs its tasks one after the other, and so may one that is not the JDK's. */
        void goesTo(Object executor) {
            boolean chained = switch (executor) {
                case ScheduledThreadPoolExecutor pool -> pool.getCorePoolSize() <= 1;
                case ThreadPoolExecutor pool -> pool.getMaximumPoolSize() == 1;
                case Executor other -> SINGLE.matcher(other.getClass().getName()).find()
                    || !other.getClass().getName().startsWith("java.util.concurrent.");
                case null, default -> false;
            };
            if (chained) {
                chain = CHAINS.computeIfAbsent(executor, _ -> new Clock());
            }
        }

        /** Its owner got an object that announces its end. */
        void gives(Object result) {
            RESULTS.put(result, this);
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (!Modifier.isAbstract(method.getModifiers())) {
                return call(work, method, arguments);
            }
            ThreadRaces task = begin();
            try {
                return call(work, method, arguments);
            } finally {
                end(task);
            }
        }

        /** Exceptions that the method does not declare get through. */
        @Override
        public void run() {
            ThreadRaces task = begin();
            try {
                ((Runnable) work).run();
            } finally {
                end(task);
            }
        }

        private ThreadRaces begin() {
            if (end != null) {
                start.join(end);
            }
            if (chain != null) {
                start.join(chain);
            }
            ThreadRaces task = pe.begin(start);
            if (later) {
                pe.joinAll(task.clock);
            }
            return task;
        }

        private void end(ThreadRaces task) {
            Clock known = pe.end(task, end == null);
            if (chain != null) {
                chain.join(known);
            }
            end = known;
        }
    }

    static Object call(Object work, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(work, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** {@return the action of a barrier} */
    public static Runnable within(Runnable work) {
        return work == null ? null : Meetings.action(work);
    }

    /** {@return a comparator that a collection calls, ordered as calls of collections are} */
    public static <T> Comparator<T> within(Comparator<T> work) {
        return work == null ? null : (one, other) -> {
            order(work, COLLECTIONS, false);
            int result = work.compare(one, other);
            order(work, COLLECTIONS, true);
            return result;
        };
    }

    static Object proxy(Class<?> type, InvocationHandler does) {
        return Proxy.newProxyInstance(ThreadOrder.class.getClassLoader(), new Class<?>[] {type}, does);
    }

    /**
     * {@return a function that runs within a call on an object: ordered after earlier users and before later ones}
     *
     * @param object the object
     * @param work   the function
     * @param type   the function's interface
     */
    static Object within(Object object, Object work, Class<?> type) {
        ThreadRaces current = work == null ? null : ProgramAccesses.current();
        return current == null || number(object) == null
            || !current.pe.buffers.isThreaded() ? work : proxy(type, (_, method, arguments) -> {
                acquires(object);
                try {
                    return call(work, method, arguments);
                } finally {
                    releases(object);
                }
            });
    }

    /** A thread may have waited for the end of a task, or of any. */
    static void ended(Object object) {
        ThreadRaces current = ProgramAccesses.current();
        Task task = object == null ? null : RESULTS.get(object);
        if (current != null && task != null && task.end != null) {
            current.clock.join(task.end);
        } else if (current != null && (task == null || object instanceof Future<?> done && done.isDone())) {
            // A task that handles failures only may never have run.
            current.pe.joinAll(current.clock);
        }
    }

    /** A thread begins to initialize a class; {@return its tick} */
    public static int initializes() {
        ThreadRaces current = ProgramAccesses.current();
        return current == null ? -1 : current.operation();
    }

    /** A thread has initialized a class; users of the class are ordered after that. */
    public static void initialized(int began) {
        ThreadRaces current = began < 0 ? null : ProgramAccesses.current();
        if (current != null) {
            current.initialized(began);
        }
    }

    /** A timer is about to get a task, or to be cancelled, which may be the end of its tasks. */
    static void times(Object[] arguments) {
        Object task = arguments.length == 1 ? null : arguments[1];
        ThreadRaces current = ProgramAccesses.current();
        if (task == null) {
            ended(null);
        } else if (current != null) {
            current.pe.buffers.threads();
            Clock clock = new Clock();
            current.into(clock);
            TIMED.put(task, new Timed(current.pe, clock));
        }
    }

    /** A method begins that is a timer's task, unless something else than the timer calls it. */
    public static void timed(Object task) {
        Timed begin = Thread.currentThread().getClass().getName().equals(TIMER) ? TIMED.get(task) : null;
        if (begin != null) {
            begin.pe.goesOn(begin.clock);
        }
    }

    /** A thread is about to start another one, if it is one. */
    static void starts(Object object) {
        ThreadRaces current = object instanceof Thread ? ProgramAccesses.current() : null;
        if (current != null) {
            Clock clock = new Clock();
            current.into(clock);
            current.pe.starts((Thread) object, clock);
        }
    }

    /** Records the lock that a part belongs to. */
    static void view(Object part, Object object) {
        if (part != null && object != null) {
            WHOLES.put(part, System.identityHashCode(object));
        }
    }

    /** A handle was made for a field that was found by reflection. */
    public static void standsFor(Object made, Field field) {
        standsFor(made, field.getDeclaringClass(), field.getName());
    }

    /** A handle or an updater was made for a field, whose volatile accesses it orders, too. */
    public static void standsFor(Object made, Class<?> type, String field) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (Stream.of(each.getDeclaredFields()).anyMatch(own -> own.getName().equals(field))) {
                String key = ProgramClasses.key(each.getName().replace('.', '/'), field);
                view(made, key);
                view(key, key);
                return;
            }
        }
    }

    /** {@return the number of an object's clock, one for all collections; null if it has none} */
    private static Integer number(Object object) {
        if (object instanceof Collection || object instanceof Map || object instanceof Iterator) {
            String name = object.getClass().getName();
            return name.startsWith("java.util.concurrent.") || name.contains("Synchronized")
                || object instanceof Vector || object instanceof Hashtable ? COLLECTIONS : null;
        }
        Integer whole = WHOLES.isEmpty() ? null : WHOLES.get(object);
        return whole != null ? whole : (Integer) System.identityHashCode(object);
    }

    /** A thread releases an object for others to acquire. */
    public static void releases(Object object) {
        order(object, Buffers.watched == 0 ? null : number(object), true);
    }

    /** A thread is about to leave a monitor, which may be that of a collection. */
    public static void leaves(Object object) {
        order(object, Buffers.watched == 0 ? null : System.identityHashCode(object), true);
    }

    /** A thread is ordered after earlier releases of an object. */
    public static void acquires(Object object) {
        order(object, Buffers.watched == 0 ? null : number(object), false);
    }

    /** A thread has come into a monitor. */
    public static void enters(Object object) {
        order(object, Buffers.watched == 0 ? null : System.identityHashCode(object), false);
    }

    /** The calling thread handles an exception, which may be that of an interrupt. */
    public static void interrupted() {
        if (Buffers.watched != 0) {
            acquires(Thread.currentThread());
        }
    }

    private static void order(Object object, Integer number, boolean gives) {
        ThreadRaces current = object == null || number == null ? null : ProgramAccesses.current();
        if (current != null && current.pe.buffers.isThreaded()) {
            current.pe.order(current, number, gives);
        }
    }

    /** A thread has waited for the end of another one. */
    static void joined(Object object) {
        ThreadRaces current = ProgramAccesses.current();
        if (current != null && object instanceof Thread other && other.getState() == Thread.State.TERMINATED) {
            current.pe.joinThread(other, current.clock);
        }
    }
}
