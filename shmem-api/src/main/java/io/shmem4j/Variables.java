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
 * Waits for variables of this PE. A waiter sleeps on the PE's bell, which atomics, signals and quiet of other PEs ring.
 * Plain puts and stores through a pointer do not, so sleeps on the bell are short and recheck the variable.
 */
final class Variables {
    private Variables() {
    }

    /** {@return a time limit in nanoseconds, at most {@link Waiter#FOREVER}} */
    static long limit(Duration limit) {
        return Math.min(TimeUnit.NANOSECONDS.convert(Fault.required(limit, "limit")), Waiter.FOREVER);
    }

    /** {@return a PE's world number} */
    static int peer(Symmetric variable, int pe) {
        variable.address(0, 0);
        return ((SessionLibrary) variable.block.library()).session().world(pe);
    }

    /** Begins a wait for a PE, or for any PE with -1, that lasts some nanoseconds or {@link Waiter#FOREVER}. */
    static Waiter begin(Symmetric variable, WaitKind kind, int pe, long nanos) {
        return begin(variable, kind, variable.offset, pe, nanos);
    }

    private static Waiter begin(Symmetric variable, WaitKind kind, long address, int pe, long nanos) {
        Backend backend = variable.block.library().backend();
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), SystemLayout.BELL, kind, address, pe);
        waiter.limit(nanos);
        if (variable.block.external) {
            waiter.external();
        }
        return waiter;
    }

    /** Waits for one short, int or long of this PE. */
    static void waitFor(Symmetric variable, long address, Cmp cmp, long value) {
        waitFor(variable, address, cmp, value, WaitKind.VARIABLE, false, -1, Waiter.FOREVER);
    }

    /**
     * Waits, and {@return the last value seen}
     *
     * @param given whether the program gets the value, for the race detector
     * @param pe    the PE whose death ends the wait, or -1
     * @param nanos maximum duration, or {@link Waiter#FOREVER}; 0 or less checks once
     */
    static long waitFor(Symmetric variable, long address, Cmp cmp, long value, WaitKind kind, boolean given, int pe,
        long nanos) {
        if (!Hook.ON) {
            return await(variable, address, cmp, value, kind, pe, nanos);
        }
        Library library = variable.block.library();
        Routine routine = kind == WaitKind.SIGNAL ? Routine.SIGNAL_WAIT_UNTIL : Routine.WAIT_UNTIL;
        long token = Hook.enter(library, routine, -1, variable.elementBytes());
        long seen = await(variable, address, cmp, value, kind, pe, nanos);
        if (Check.RACES && cmp.holds(seen, value)) {
            RaceDetector.Events events = RaceDetector.of(library.backend());
            events.waited(address, variable.elementBytes(), seen, given && !events.reportsUse() ? null
                : other -> cmp.holds(other, value));
        }
        Hook.leave(library, routine, -1, variable.elementBytes(), token);
        return seen;
    }

    private static long await(Symmetric variable, long address, Cmp cmp, long value, WaitKind kind, int pe,
        long nanos) {
        Backend backend = variable.block.library().backend();
        int bytes = variable.elementBytes();
        long seen = load(backend, address, bytes);
        if (nanos <= 0 || cmp.holds(seen, value)) {
            return seen;
        }
        Waiter waiter = begin(variable, kind, address, pe, nanos);
        if (bytes >= Integer.BYTES) {
            waiter.until(address, bytes == Long.BYTES, -1, cmp.flip, cmp.comparison, value);
        }
        try {
            while (!cmp.holds(seen = load(backend, address, bytes), value) && !waiter.expired()) {
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
