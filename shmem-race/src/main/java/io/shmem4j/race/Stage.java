// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.race.order.Clock;
import io.shmem4j.race.order.PeRaces;
import io.shmem4j.race.order.ThreadRaces;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.BaseStream;

/**
 * A function in a parallel stream. The functions applied to one element form a task, which starts after the terminal
 * operation was called. All other code that the stream runs counts as ordered with the PE's threads.
 */
final class Stage implements InvocationHandler {
    /** Operations whose function is called for each element on any thread. */
    private static final Pattern EACH = Pattern.compile("map(To\\w+)?|filter|peek|forEach|(any|all|none)Match");
    /** Operations that pass elements on one at a time; other operations may collect all elements first. */
    private static final Pattern PASSES = Pattern.compile("boxed|as\\w+Stream|unordered|onClose|parallel");
    /** Operations that don't run the stream. */
    private static final Pattern LAZY = Pattern.compile("iterator|spliterator|isParallel|close");
    /** The last function of each stream. */
    private static final Map<Object, Stage> LATEST = Collections.synchronizedMap(new WeakHashMap<>());

    private final Object work;
    private final PeRaces pe;
    /** The preceding function for the same element, or null. */
    private final Stage previous;
    /** Clock of the terminal operation; null before it. */
    private final AtomicReference<Clock> start;
    /** The task of the element that each thread processed last. */
    private final ThreadLocal<ThreadRaces> element = new ThreadLocal<>();
    /** Whether later functions may run only after all elements have passed this one. */
    private boolean ends;

    private Stage(Object work, PeRaces pe, Stage previous) {
        this.work = work;
        this.pe = pe;
        this.previous = previous;
        this.start = previous == null ? new AtomicReference<>() : previous.start;
    }

    /** Makes a call of a stream's method. */
    static Object call(BaseStream<?, ?> stream, String name, MethodType type, MethodHandle call, Object[] arguments)
        throws Throwable {
        ThreadRaces current = stream.isParallel() ? ProgramAccesses.current() : null;
        Stage stage = current == null ? null : LATEST.get(stream);
        if (current != null && EACH.matcher(name).matches() && arguments[1] != null) {
            current.pe.buffers.threads();
            stage = new Stage(arguments[1], current.pe, stage);
            arguments[1] = ThreadOrder.proxy(type.parameterType(1), stage);
        } else if (stage != null && !PASSES.matcher(name).matches()) {
            stage.ends = true;
        }
        if (stage == null || LAZY.matcher(name).matches()) {
            return call.invokeExact(arguments);
        }
        if (!BaseStream.class.isAssignableFrom(type.returnType())) {
            return stage.run(current, call, arguments);
        }
        Object result = call.invokeExact(arguments);
        LATEST.put(result, stage);
        return result;
    }

    private Object run(ThreadRaces current, MethodHandle call, Object[] arguments) throws Throwable {
        Clock clock = new Clock();
        current.into(clock);
        start.set(clock);
        ThreadRaces known = pe.lend();
        Object result;
        try {
            result = call.invokeExact(arguments);
        } finally {
            PeRaces.back(known);
        }
        ThreadOrder.ended(null);
        return result;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (!Modifier.isAbstract(method.getModifiers()) || start.get() == null) {
            return ThreadOrder.call(work, method, arguments);
        }
        ThreadRaces task = previous == null || previous.ends ? null : previous.element.get();
        if (task == null) {
            task = pe.begin(start.get());
            if (previous != null) {
                pe.joinAll(task.clock);
            }
        } else {
            pe.resume(task);
        }
        try {
            return ThreadOrder.call(work, method, arguments);
        } finally {
            pe.end(task, false);
            element.set(task);
        }
    }
}
