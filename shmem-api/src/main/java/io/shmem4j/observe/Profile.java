// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Interceptor;
import io.shmem4j.spi.Routine;
import java.util.Arrays;

/**
 * The built-in profile, {@code SHMEM_PROFILE=1} or {@code oshrun --profile}: every PE counts calls, bytes and time. The
 * last PE to end prints the tables of all, beginning with the slowest lines of the program.
 *
 * <p>{@code pcontrol(0)} stops counting, {@code pcontrol(1)} resumes it; {@code pcontrol(2)} resumes it and prints the
 * tables of the calling PE so far.
 */
public final class Profile extends Interceptor {
    private Tally[] tallies = new Tally[0];
    private Places[] places = new Places[0];

    @Override
    public synchronized void begin(Backend backend) {
        if (tallies.length < backend.nPes()) {
            tallies = Arrays.copyOf(tallies, backend.nPes());
            places = Arrays.copyOf(places, backend.nPes());
        }
        tallies[backend.pe()] = new Tally(backend);
        places[backend.pe()] = new Places();
    }

    @Override
    public void end(Backend backend) {
        publish(backend);
        if (Tally.last(backend)) {
            System.err.print(new ProfileReport(backend).text());
        }
    }

    @Override
    public long enter(Backend backend, Routine routine, int peer, long bytes) {
        return backend.nanoTime();
    }

    @Override
    public void leave(Backend backend, Routine routine, int peer, long bytes, long token) {
        add(backend, routine, peer, bytes, backend.nanoTime() - token, false);
    }

    @Override
    public long enter(Backend backend, Routine routine, Members team, long bytes) {
        if (team.size() == backend.nPes()) {
            backend.observer().arrive(true);
        }
        return backend.nanoTime();
    }

    @Override
    public void leave(Backend backend, Routine routine, Members team, long bytes, long token) {
        add(backend, routine, -1, bytes, backend.nanoTime() - token, team.size() == backend.nPes());
    }

    private void add(Backend backend, Routine routine, int peer, long bytes, long nanos, boolean world) {
        Tally tally = tallies[backend.pe()];
        if (tally.on()) {
            tally.add(routine, peer, bytes, nanos);
            if (nanos >= Places.SLOW_NANOS) {
                places[backend.pe()].add(backend, routine, world, nanos);
            }
        }
    }

    private void publish(Backend backend) {
        places[backend.pe()].publish(backend);
        tallies[backend.pe()].publish(backend);
    }

    @Override
    public void control(Backend backend, int level, Object... details) {
        Tally tally = tallies[backend.pe()];
        tally.turn(level > 0);
        if (level == 2) {
            publish(backend);
            System.err.print(new ProfileReport(backend).ofOne(backend.pe()));
        }
    }
}
