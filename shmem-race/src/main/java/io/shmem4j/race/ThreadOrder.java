// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

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
 * Orders the threads of a PE. Rewritten classes report monitors, volatile fields, starts and joins, and calls of
 * java.util.concurrent. All earlier users of an object count as ordered before all later ones, which may miss races but
 * reports none that don't exist.
 */
public final class ThreadOrder {
    /** Tasks by their results, such as futures. */
    private static final Map<Object, Task> RESULTS = Collections.synchronizedMap(new WeakHashMap<>());
    /** Maps a lock's part (read, write, condition), or a field's handle, to the id of the whole. */
    private static final Map<Object, Integer> WHOLES = Collections.synchronizedMap(new IdentityHashMap<>());
    /** For each executor that runs tasks one at a time, the clock of its finished tasks. */
    private static final Map<Object, Clock> CHAINS = Collections.synchronizedMap(new WeakHashMap<>());
    /** Timer tasks. */
    private static final Map<Object, Timed> TIMED = Collections.synchronizedMap(new WeakHashMap<>());
    /** Class of timers' threads. */
    private static final String TIMER = "java.util.TimerThread";
    /** Number shared by all collections; other objects use their identity hash code. */
    private static final int COLLECTIONS = -1;
    /** Matches the JDK's wrappers of single-threaded executors. */
    private static final Pattern SINGLE = Pattern.compile("Executors\\$(AutoShutdown|DelegatedScheduled)");

    private ThreadOrder() {
    }

    /** PE of a timer task, and the clock of the thread that scheduled it. */
    private record Timed(PeRaces pe, Clock clock) {
    }

    /** Work handed to another thread. */
    static final class Task implements InvocationHandler, Runnable {
        private final Object work;
        private final PeRaces pe;
        /** Whether it runs after other tasks have ended. */
        private final boolean later;
        private final Clock start = new Clock();
        /** Clock of earlier tasks of a single-threaded executor, otherwise null. */
        private Clock chain;
        private volatile Clock end;

        private Task(Object work, ThreadRaces giver, boolean later) {
            this.work = work;
            this.pe = giver.pe;
            this.later = later;
            giver.into(start);
            pe.gives();
        }

        /** {@return a task ordered after the current call, or null if the work can't be wrapped or has no PE} */
        static Task of(Object work, boolean later) {
            // Executors and queues may use other methods of these types, so they remain unwrapped.
            ThreadRaces current = work == null || work instanceof ForkJoinTask || work instanceof Comparable ? null
                : ProgramAccesses.current();
            return current == null ? null : new Task(work, current, later);
        }

        /** {@return the work of a bulk submission, wrapped as tasks} */
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

        /**
         * Assigns an executor. A single-threaded one runs tasks one at a time, and one that is not the JDK's may do so.
         */
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

        /** Associates the task with an object that its owner can wait for. */
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

        /** Doesn't catch exceptions, not even undeclared ones. */
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

    /** {@return a wrapped barrier action} */
    public static Runnable within(Runnable work) {
        return work == null ? null : Meetings.action(work);
    }

    /** {@return a wrapped comparator, ordered like calls of collections} */
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
     * {@return a function to be called by an object's method, ordered after earlier users of the object and before
     * later ones}
     *
     * @param type the function's interface
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

    /** Orders the calling thread after a task that has ended, or after all tasks if it is unknown. */
    static void ended(Object object) {
        ThreadRaces current = ProgramAccesses.current();
        Task task = object == null ? null : RESULTS.get(object);
        if (current != null && task != null && task.end != null) {
            current.clock.join(task.end);
        } else if (current != null && (task == null || object instanceof Future<?> done && done.isDone())) {
            // A task that handles failures may never have run.
            current.pe.joinAll(current.clock);
        }
    }

    /** Called when a thread begins to initialize a class; {@return the thread's tick} */
    public static int initializes() {
        ThreadRaces current = ProgramAccesses.current();
        return current == null ? -1 : current.operation();
    }

    /** Called when a thread has initialized a class, to order users of the class after it. */
    public static void initialized(int began) {
        ThreadRaces current = began < 0 ? null : ProgramAccesses.current();
        if (current != null) {
            current.initialized(began);
        }
    }

    /** Called before a timer gets a task, or is cancelled, which may be how the program awaits its tasks. */
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

    /** Called at the start of a method that may be a timer task. */
    public static void timed(Object task) {
        Timed begin = Thread.currentThread().getClass().getName().equals(TIMER) ? TIMED.get(task) : null;
        if (begin != null) {
            begin.pe.goesOn(begin.clock);
        }
    }

    /** Called before Thread.start, to order the new thread after the calling one. */
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

    /** Called when a handle was created from a reflected field. */
    public static void standsFor(Object made, Field field) {
        standsFor(made, field.getDeclaringClass(), field.getName());
    }

    /** Called when a handle or updater was created for a field, because it shares the field's volatile order. */
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

    /** {@return the number of an object's clock, or null if the object orders nothing} */
    private static Integer number(Object object) {
        if (object instanceof Collection || object instanceof Map || object instanceof Iterator) {
            String name = object.getClass().getName();
            return name.startsWith("java.util.concurrent.") || name.contains("Synchronized")
                || object instanceof Vector || object instanceof Hashtable ? COLLECTIONS : null;
        }
        Integer whole = WHOLES.isEmpty() ? null : WHOLES.get(object);
        return whole != null ? whole : (Integer) System.identityHashCode(object);
    }

    /** Releases an object, for threads that acquire it later. */
    public static void releases(Object object) {
        order(object, Buffers.watched == 0 ? null : number(object), true);
    }

    /** Called before a monitor is released. Monitors of collections have their own clock. */
    public static void leaves(Object object) {
        order(object, Buffers.watched == 0 ? null : System.identityHashCode(object), true);
    }

    /** Orders the thread after earlier releases of an object. */
    public static void acquires(Object object) {
        order(object, Buffers.watched == 0 ? null : number(object), false);
    }

    /** Called after a monitor was acquired. */
    public static void enters(Object object) {
        order(object, Buffers.watched == 0 ? null : System.identityHashCode(object), false);
    }

    /** Called when an exception is handled, which may be due to an interrupt. */
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

    /** Called when a thread may have been joined. */
    static void joined(Object object) {
        ThreadRaces current = ProgramAccesses.current();
        if (current != null && object instanceof Thread other && other.getState() == Thread.State.TERMINATED) {
            current.pe.joinThread(other, current.clock);
        }
    }
}
