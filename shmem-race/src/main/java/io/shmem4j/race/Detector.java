// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.race.CarriedOrder.Effect;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongPredicate;

/** Finds data races; the library tells it of accesses and of what orders them. */
public final class Detector extends RaceDetector {
    private Job job;

    /** Made by name. */
    public Detector() {
        // A job is there when the first of its PEs is.
    }

    private PeRaces of(Backend backend) {
        return backend.races() instanceof PeRaces known ? known : enter(backend);
    }

    private synchronized PeRaces enter(Backend backend) {
        if (backend.races() instanceof PeRaces known) {
            return known;
        }
        if (job == null || !job.admits(backend)) {
            job = new Job(backend);
            job.admits(backend);
        }
        PeRaces made = new PeRaces(job, backend);
        backend.races(made);
        return made;
    }

    @Override
    public synchronized List<String> reports() {
        return job == null ? List.of() : job.reports.told();
    }

    @Override
    public Backend watched(Backend backend) {
        return new WatchedBackend(backend, of(backend).newStream());
    }

    @Override
    public void setApart(Backend watched) {
        ((WatchedBackend) watched).stream().setApart();
    }

    @Override
    public void closed(Backend watched) {
        of(((WatchedBackend) watched).backend()).closed(((WatchedBackend) watched).stream());
    }

    @Override
    public void begin(Backend watched, Routine routine, Class<?> type) {
        ((WatchedBackend) watched).stream().begin(routine, type);
    }

    @Override
    public void result(Backend watched, MemorySegment result, long first, long bytes) {
        ((WatchedBackend) watched).stream().result(result, first, bytes);
    }

    @Override
    public void quiet(Backend watched, int[] pes) {
        ((WatchedBackend) watched).backend().quiet();
        ((WatchedBackend) watched).stream().complete(pes);
    }

    @Override
    public void load(Backend backend, int pe, long offset, long bytes) {
        of(backend).thread().access(Shadow.READ, pe, offset, bytes);
    }

    @Override
    public void store(Backend backend, int pe, long offset, long bytes) {
        of(backend).thread().access(Shadow.WRITE, pe, offset, bytes);
    }

    @Override
    public void load(MemorySegment segment, long offset, long bytes) {
        ProgramAccesses.access(Shadow.READ, segment, offset, bytes);
    }

    @Override
    public void store(MemorySegment segment, long offset, long bytes) {
        ProgramAccesses.access(Shadow.WRITE, segment, offset, bytes);
    }

    @Override
    public void acquired(Backend backend, int pe, long offset, int bytes, long value) {
        of(backend).thread().acquire(pe, offset, bytes, value, null);
    }

    @Override
    public void releases(Backend backend, int pe, long offset, int bytes, long value) {
        ThreadRaces thread = of(backend).thread();
        int tick = thread.operation();
        thread.access(Shadow.ATOMIC_WRITE, pe, offset, bytes, tick);
        thread.release(pe, offset, tick, Effect.SETS, value);
    }

    @Override
    public void waited(Backend backend, long offset, int bytes, long value, LongPredicate enough) {
        of(backend).thread().waited(offset, bytes, value, enough);
    }

    @Override
    public void locked(Backend backend, long offset) {
        of(plain(backend)).thread().locked(offset);
    }

    @Override
    public void unlocks(Backend backend, long offset) {
        of(plain(backend)).thread().unlocks(offset);
    }

    private static Backend plain(Backend backend) {
        return backend instanceof WatchedBackend watched ? watched.backend() : backend;
    }

    @Override
    public void arrives(Backend backend, Members members, Routine routine, int root) {
        of(backend).thread().arrives(members, routine, root);
    }

    @Override
    public void moves(Backend backend, Move move) {
        of(backend).thread().moves(move);
    }

    @Override
    public void departs(Backend backend) {
        of(backend).thread().departs();
    }
}
