// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Interceptor;
import io.shmem4j.spi.Routine;
import java.util.EnumMap;
import java.util.Map;

/** An interceptor of a user's: prints what it has seen. */
public final class CountingInterceptor extends Interceptor {
    private final Map<Routine, Integer> seen = new EnumMap<>(Routine.class);
    private long bytes;
    private String control = "none";

    @Override
    public void begin(Backend backend) {
        seen.clear();
    }

    @Override
    public void end(Backend backend) {
        System.out.println("PE " + backend.pe() + " saw " + seen + ", " + bytes + " bytes put, control " + control);
    }

    @Override
    public long enter(Backend backend, Routine routine, int peer, long size) {
        return 42;
    }

    @Override
    public synchronized void leave(Backend backend, Routine routine, int peer, long size, long token) {
        if (token != 42) {
            throw new IllegalStateException("the token of another call: " + token);
        }
        seen.merge(routine, 1, Integer::sum);
        bytes += routine == Routine.PUT ? size : 0;
    }

    @Override
    public void control(Backend backend, int level, Object... details) {
        control = level + " " + String.join(" ", (String[]) details);
    }
}
