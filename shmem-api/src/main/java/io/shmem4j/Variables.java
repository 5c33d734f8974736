// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;

/**
 * Waiting for variables of this PE: on the PE's bell, which atomics, signals and quiet of other PEs ring.
 *
 * <p>Stores by plain put or through a pointer ring no bell, so such a sleep is short and looks again by itself.
 */
final class Variables {
    private Variables() {
    }

    static Waiter begin(Symmetric variable) {
        Backend backend = variable.block.library().backend();
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), SystemLayout.BELL, WaitKind.VARIABLE, variable.offset, -1);
        return waiter;
    }

    /** Waits for one variable, a symmetric short, int or long; flip is 0, or the sign bit for unsigned comparison. */
    static void waitFor(Symmetric variable, long address, Cmp cmp, long value, long flip) {
        waitFor(variable, address, cmp, value, flip, WaitKind.VARIABLE, false);
    }

    /** {@return the value after the same wait} The caller gives it to the program or not. */
    static long waitFor(Symmetric variable, long address, Cmp cmp, long value, long flip, WaitKind kind,
        boolean given) {
        if (!Hook.ON) {
            return await(variable, address, cmp, value, flip, kind);
        }
        Library library = variable.block.library();
        Routine routine = kind == WaitKind.SIGNAL ? Routine.SIGNAL_WAIT_UNTIL : Routine.WAIT_UNTIL;
        long token = Hook.enter(library, routine, -1, variable.elementBytes());
        long seen = await(variable, address, cmp, value, flip, kind);
        if (Check.RACES) {
            RaceDetector.Events events = RaceDetector.of(library.backend());
            events.waited(address, variable.elementBytes(), seen, given && !events.tellsUse() ? null
                : other -> cmp.holds(other ^ flip, value ^ flip));
        }
        Hook.leave(library, routine, -1, variable.elementBytes(), token);
        return seen;
    }

    private static long await(Symmetric variable, long address, Cmp cmp, long value, long flip, WaitKind kind) {
        Backend backend = variable.block.library().backend();
        int bytes = variable.elementBytes();
        long seen = load(backend, address, bytes);
        if (cmp.holds(seen ^ flip, value ^ flip)) {
            return seen;
        }
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), SystemLayout.BELL, kind, address, -1);
        if (bytes >= Integer.BYTES) {
            waiter.until(address, bytes == Long.BYTES, -1, flip, cmp.comparison, value);
        }
        try {
            while (!cmp.holds((seen = load(backend, address, bytes)) ^ flip, value ^ flip)) {
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
