// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Waiting for variables of this PE: on the PE's bell, which atomics, signals and quiet of other PEs ring.
 *
 * <p>Stores by plain put or through a pointer ring no bell, so such a sleep is short and looks again by itself.
 */
final class Variables {
    static final long FOREVER = Long.MAX_VALUE / 2;

    private Variables() {
    }

    /** Begins a wait for some variables that lasts a time at most, see {@link #limit}. */
    static Waiter begin(Symmetric variable, long nanos) {
        Backend backend = variable.block.library().backend();
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), SystemLayout.BELL, WaitKind.VARIABLE, variable.offset, -1);
        if (nanos < FOREVER) {
            waiter.limit(nanos);
        }
        return waiter;
    }

    /** {@return nanoseconds that a wait lasts at most, {@link #FOREVER} in 146 years} */
    static long limit(Duration limit) {
        return Math.min(TimeUnit.NANOSECONDS.convert(Fault.required(limit, "limit")), FOREVER);
    }

    /** Waits for one variable, a symmetric short, int or long; flip is 0, or the sign bit for unsigned comparison. */
    static void waitFor(Symmetric variable, long address, Cmp cmp, long value, long flip) {
        waitFor(variable, address, cmp, value, flip, WaitKind.VARIABLE, false, -1, FOREVER);
    }

    /** Does the same, while the PE lives that is to change the variable. */
    static void waitFor(Symmetric variable, long address, Cmp cmp, long value, long flip, int pe) {
        waitFor(variable, address, cmp, value, flip, WaitKind.VARIABLE, false, peer(variable, pe), FOREVER);
    }

    /** Does the same for a time at most, and {@return whether the comparison holds} */
    static boolean waitFor(Symmetric variable, long address, Cmp cmp, long value, long flip, Duration limit) {
        long seen = waitFor(variable, address, cmp, value, flip, WaitKind.VARIABLE, false, -1, limit(limit));
        return cmp.holds(seen ^ flip, value ^ flip);
    }

    /** {@return the number of a PE, checked} */
    static int peer(Symmetric variable, int pe) {
        return ((SessionLibrary) variable.block.library()).session().world(pe);
    }

    /** {@return the value after the same wait, for a PE or -1} The caller gives it to the program or not. */
    static long waitFor(Symmetric variable, long address, Cmp cmp, long value, long flip, WaitKind kind,
        boolean given, int pe, long nanos) {
        if (!Hook.ON) {
            return await(variable, address, cmp, value, flip, kind, pe, nanos);
        }
        Library library = variable.block.library();
        Routine routine = kind == WaitKind.SIGNAL ? Routine.SIGNAL_WAIT_UNTIL : Routine.WAIT_UNTIL;
        long token = Hook.enter(library, routine, -1, variable.elementBytes());
        long seen = await(variable, address, cmp, value, flip, kind, pe, nanos);
        if (Check.RACES && cmp.holds(seen ^ flip, value ^ flip)) {
            RaceDetector.Events events = RaceDetector.of(library.backend());
            events.waited(address, variable.elementBytes(), seen, given && !events.reportsUse() ? null
                : other -> cmp.holds(other ^ flip, value ^ flip));
        }
        Hook.leave(library, routine, -1, variable.elementBytes(), token);
        return seen;
    }

    private static long await(Symmetric variable, long address, Cmp cmp, long value, long flip, WaitKind kind,
        int pe, long nanos) {
        Backend backend = variable.block.library().backend();
        int bytes = variable.elementBytes();
        long seen = load(backend, address, bytes);
        if (nanos <= 0 || cmp.holds(seen ^ flip, value ^ flip)) {
            return seen;
        }
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), SystemLayout.BELL, kind, address, pe);
        if (nanos < FOREVER) {
            waiter.limit(nanos);
        }
        if (bytes >= Integer.BYTES) {
            waiter.until(address, bytes == Long.BYTES, -1, flip, cmp.comparison, value);
        }
        try {
            while (!cmp.holds((seen = load(backend, address, bytes)) ^ flip, value ^ flip)
                && !waiter.expired()) {
                waiter.pause();
            }
            return seen;
        } finally {
            waiter.end();
        }
    }

    private static long load(Backend backend, long address, int bytes) {
        return switch (bytes) {
            case Long.BYTES -> backend.getLong(backend.pe(), address);
            case Integer.BYTES -> backend.getInt(backend.pe(), address);
            default -> backend.getShort(backend.pe(), address);
        };
    }
}
