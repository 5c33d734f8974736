// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.config.Setting;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Interceptor;
import io.shmem4j.spi.Routine;

/**
 * What runs before and after a routine: the interceptor, counting, and the check of thread levels.
 *
 * <p>Callers ask the constant {@link #ON} first, so that nothing is left of a hook where there is none of them.
 */
final class Hook {
    private static final String BUILT_IN = "io.shmem4j.profile.Profile";
    private static final Interceptor INTERCEPTOR = selected();
    private static final boolean COUNTING = Setting.STAT.isSet();
    static final boolean ON = Check.FULL || INTERCEPTOR != null || COUNTING;

    private Hook() {
    }

    /** Makes sure that the switches are read. */
    static void read() {
        // Initialising this class reads them.
    }

    static void begin(Backend backend) {
        if (INTERCEPTOR != null) {
            INTERCEPTOR.begin(backend);
        }
    }

    static void end(Backend backend) {
        if (INTERCEPTOR != null) {
            INTERCEPTOR.end(backend);
        }
    }

    static void control(Backend backend, int level, Object... details) {
        if (INTERCEPTOR != null) {
            INTERCEPTOR.control(backend, level, details);
        }
    }

    static long enter(Library library, Routine routine, int peer, long bytes) {
        if (Check.FULL) {
            library.threads().enter();
        }
        return INTERCEPTOR == null ? 0 : INTERCEPTOR.enter(library.backend(), routine, peer, bytes);
    }

    static void leave(Library library, Routine routine, int peer, long bytes, long token) {
        if (INTERCEPTOR != null) {
            INTERCEPTOR.leave(library.backend(), routine, peer, bytes, token);
        }
        if (COUNTING) {
            library.backend().count(routine.moves() ? bytes : 0);
        }
        if (Check.FULL) {
            library.threads().leave();
        }
    }

    private static Interceptor selected() {
        String name = Setting.PROFILE.value().strip();
        if (name.isEmpty() || name.equals("0")) {
            return null;
        }
        try {
            return (Interceptor) Class.forName(name.equals("1") ? BUILT_IN : name, true,
                ClassLoader.getSystemClassLoader()).getConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(Setting.PROFILE.source() + "=" + name
                + " is neither 1 nor a subclass of " + Interceptor.class.getName() + " with a public constructor", e);
        }
    }
}
