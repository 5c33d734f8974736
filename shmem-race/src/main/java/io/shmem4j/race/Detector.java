// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.race.order.PeRaces;
import io.shmem4j.race.order.SharedState;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.RaceDetector;

/** Detects data races from the accesses and synchronization that the library reports. */
public final class Detector extends RaceDetector {
    private SharedState job;

    private PeRaces pe(Backend backend) {
        return backend.attached().races() instanceof PeRaces known ? known : enter(backend);
    }

    private synchronized PeRaces enter(Backend backend) {
        if (backend.attached().races() instanceof PeRaces known) {
            return known;
        }
        if (job == null || !job.admits(backend)) {
            job = SharedState.open(backend);
            job.admits(backend);
        }
        PeRaces made = new PeRaces(job, backend);
        backend.attached().races(made);
        return made;
    }

    @Override
    public Backend watched(Backend backend) {
        return new WatchedBackend(backend, pe(backend).newStream());
    }

    @Override
    protected Events events(Backend backend) {
        return pe(backend instanceof WatchedBackend watched ? watched.backend() : backend).thread();
    }

    @Override
    public Backend viewed(Backend backend, Backend views) {
        return new ViewedBackend(views, pe(backend));
    }
}
