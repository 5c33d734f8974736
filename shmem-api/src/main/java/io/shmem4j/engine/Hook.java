// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.config.Setting;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.Interceptor;
import io.shmem4j.spi.Interceptor.Members;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Routine;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The hooks before and after a routine: the interceptor, counting, the check of thread levels, and a backend that
 * observes calls because all accesses go through it.
 *
 * <p>Callers check the constant {@link #ON} first, so the compiled code has no hook if all are switched off.
 */
public final class Hook {
    private static final String BUILT_IN = "io.shmem4j.observe.Profile";
    private static final Interceptor INTERCEPTOR = selected();
    private static final boolean COUNTING = Setting.STAT.isSet();
    public static final boolean ON = Check.FULL || Check.RACES || INTERCEPTOR != null || COUNTING
        || JobMemory.installed() && !JobMemory.direct(JobMemory.first());

    /** Threads in {@link #whole}. */
    private static final Set<Thread> INSIDE = ConcurrentHashMap.newKeySet();

    private Hook() {
    }

    /** Makes sure that the switches are read. */
    public static void read() {
        // Initialising this class reads them.
    }

    public static void begin(Backend backend) {
        if (INTERCEPTOR != null) {
            INTERCEPTOR.begin(backend);
        }
    }

    public static void end(Backend backend) {
        if (INTERCEPTOR != null) {
            INTERCEPTOR.end(backend);
        }
    }

    public static void control(Backend backend, int level, Object... details) {
        if (INTERCEPTOR != null) {
            INTERCEPTOR.control(backend, level, details);
        }
    }

    public static long enter(Library library, Routine routine, int peer, long bytes) {
        if (Check.FULL) {
            library.enterThread();
        }
        return told() ? INTERCEPTOR.enter(library.backend(), routine, peer, bytes) : 0;
    }

    public static long enter(Library library, Routine routine, Members team, long bytes) {
        if (Check.FULL) {
            library.enterThread();
        }
        return told() ? INTERCEPTOR.enter(library.backend(), routine, team, bytes) : 0;
    }

    public static void leave(Library library, Routine routine, Members team, long bytes, long token) {
        if (told()) {
            INTERCEPTOR.leave(library.backend(), routine, team, bytes, token);
        }
        returned(library, routine, bytes);
    }

    public static void leave(Library library, Routine routine, int peer, long bytes, long token) {
        if (told()) {
            INTERCEPTOR.leave(library.backend(), routine, peer, bytes, token);
        }
        returned(library, routine, bytes);
    }

    private static void returned(Library library, Routine routine, long bytes) {
        if (COUNTING && !inside()) {
            library.backend().observer().count(routine.moves() ? bytes : 0);
        }
        if (Check.FULL) {
            library.leaveThread();
        }
    }

    private static boolean told() {
        return INTERCEPTOR != null && !inside();
    }

    private static boolean inside() {
        return !INSIDE.isEmpty() && INSIDE.contains(Thread.currentThread());
    }

    /**
     * Makes a call that consists of other routines, and reports it alone; {@return its result}
     *
     * @param peer the world number of the accessed PE, or -1
     */
    public static <T> T whole(Routine routine, int peer, long bytes, Supplier<T> call) {
        Library library = (Library) Library.currentBackend().attached().library();
        long token = enter(library, routine, peer, bytes);
        boolean outer = INSIDE.add(Thread.currentThread());
        T result;
        try {
            result = call.get();
        } finally {
            if (outer) {
                INSIDE.remove(Thread.currentThread());
            }
        }
        leave(library, routine, peer, bytes, token);
        return result;
    }

    /** Runs code of the program within {@link #whole}; its calls are reported. */
    public static void program(Runnable code) {
        boolean inside = INSIDE.remove(Thread.currentThread());
        try {
            code.run();
        } finally {
            if (inside) {
                INSIDE.add(Thread.currentThread());
            }
        }
    }

    private static Interceptor selected() {
        String name = Setting.PROFILE.value().strip();
        if (name.isEmpty() || name.equals("0")) {
            return null;
        }
        try {
            return (Interceptor) Host.create(name.equals("1") ? BUILT_IN : name);
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(Setting.PROFILE.source() + "=" + name
                + " is neither 1 nor a subclass of " + Interceptor.class.getName() + " with a public constructor", e);
        }
    }
}
