// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.boot;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Interceptor;
import io.shmem4j.spi.Routine;

/** Prints each put. */
public final class PutLog extends Interceptor {
    @Override
    public void begin(Backend backend) {
        // Nothing to prepare.
    }

    @Override
    public void end(Backend backend) {
        // Nothing to release.
    }

    @Override
    public long enter(Backend backend, Routine routine, int peer, long bytes) {
        if (routine == Routine.P) {
            System.out.println("PE " + backend.pe() + " puts to PE " + peer);
        }
        return 0;
    }

    @Override
    public void leave(Backend backend, Routine routine, int peer, long bytes, long token) {
        // Entries are enough.
    }

    @Override
    public void control(Backend backend, int level, Object... details) {
        // The program does not call it.
    }
}
