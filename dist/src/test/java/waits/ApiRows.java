// SPDX-License-Identifier: Apache-2.0
package waits;

import static io.shmem4j.Cmp.EQ;
import static io.shmem4j.Cmp.GE;
import static waits.Wait.all;
import static waits.Wait.whole;
import static waits.Wait.word;

import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.Team;
import io.shmem4j.data.Halo;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.legacy.LegacyShmem;
import io.shmem4j.nonblocking.NonBlockingTeam;
import io.shmem4j.nonblocking.Pending;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import waits.Wait.Act;
import waits.Wait.Trait;

/** Waits of the API, of its data and of non-blocking collectives. */
final class ApiRows {
    private static final Duration DAY = Duration.ofDays(1);

    private ApiRows() {
    }

    @SuppressWarnings("deprecation")
    static List<Wait> words() {
        return List.of(
            word(w -> w.x.waitUntil(0, EQ, 1)),
            word(w -> w.x.watch(0).until(EQ, 1)),
            word(w -> w.x.watch(0).any(EQ, 1)),
            word(w -> w.x.watch(0).any(EQ, new long[] {1})),
            word(w -> w.x.watch(0).all(EQ, 1)),
            word(w -> w.x.watch(0).all(EQ, new long[] {1})),
            word(w -> w.x.watch(0).some(EQ, 1)),
            word(w -> w.x.watch(0).some(EQ, new long[] {1})),
            word(w -> w.x.watch(0).within(DAY).until(EQ, 1)).with(Trait.LIMITED),
            word(w -> LegacyShmem.wait(w.x, 0, 0)),
            word(w -> LegacyShmem.waitUntil(w.x, 0, EQ, 1)),
            word(w -> {
                for (int round = 0; w.s.atomicFetch(w.x, 0, 0) != 1; round++) {
                    w.s.pause(round);
                }
            }).with(Trait.POLLS));
    }

    private static Wait signal(Act<Signal> begin) {
        return Wait.of(w -> w.s.allocateSignal(), begin, (w, signal) -> w.s.signalAdd(signal, 1, 0));
    }

    static List<Wait> signals() {
        return List.of(
            signal((_, signal) -> signal.waitUntil(GE, 1)),
            signal((_, signal) -> signal.acquire(1)),
            signal((_, signal) -> signal.tryAcquire(1, DAY)).with(Trait.LIMITED));
    }

    /** {@return a wait for a lock that PE 1 has} */
    private static Wait lock(Act<ShmemLock> begin) {
        return Wait.of(w -> {
            ShmemLock lock = w.s.allocateLock();
            if (w.me == 1) {
                lock.lock();
            }
            return lock;
        }, begin, (_, lock) -> lock.unlock());
    }

    static List<Wait> locks() {
        return List.of(
            lock((_, lock) -> {
                lock.lock();
                lock.unlock();
            }),
            lock((_, lock) -> {
                lock.lockInterruptibly();
                lock.unlock();
            }).with(Trait.INTERRUPTED),
            lock((_, lock) -> {
                if (lock.tryLock(1, TimeUnit.DAYS)) {
                    lock.unlock();
                }
            }).with(Trait.INTERRUPTED).with(Trait.LIMITED));
    }

    static List<Wait> meetings() {
        return List.of(
            all(w -> w.s.barrierAll()),
            all(w -> w.s.syncAll()),
            all(w -> w.t.sync()),
            all(w -> w.s.checkpoint()),
            all(w -> w.t.split(0, w.me).free()),
            all(w -> w.t.splitStrided(0, 1, 2)),
            all(w -> w.t.split2d(1)),
            all(w -> w.t.of(0, 1)),
            whole(w -> w.s.allocateLongs(1).free()),
            Wait.of(w -> w.s.allocateLongs(1), (_, own) -> own.free(), (_, own) -> own.free()).with(Trait.UNLIMITED),
            Wait.of(w -> w.s.allocateLongs(1), (w, own) -> w.s.reallocate(own, 2), (w, own) -> w.s.reallocate(own, 2))
                .with(Trait.UNLIMITED).with(Trait.MORTAL),
            whole(w -> w.s.finish()).with(Trait.LAST));
    }

    static List<Wait> collectives() {
        return List.of(
            all(w -> w.t.broadcast(w.z, w.x, 1, 1)),
            all(w -> w.t.broadcast(w.x, 0, 1, 1)),
            all(w -> w.t.broadcast(1L, 1)),
            all(w -> w.t.collect(w.z, w.x, 1)),
            all(w -> w.t.collectv(w.z, w.x, 1)),
            all(w -> w.t.fcollect(w.z, w.x, 1)),
            all(w -> w.t.alltoall(w.z, w.x, 1)),
            all(w -> w.t.alltoalls(w.z, w.x, 1, 1, 1)),
            all(w -> w.t.alltoallv(w.z, w.x, new long[] {1, 1})),
            all(w -> w.t.gather(w.z, w.x, 1, 0)),
            all(w -> w.t.scatter(w.z, w.x, 1, 1)),
            all(w -> w.t.sumReduce(w.z, w.x, 1)),
            all(w -> w.t.sumReduce(w.x, 0, 1)),
            all(w -> w.t.sumReduce(1L)),
            scan((w, reversed) -> reversed.sumInscan(w.z, w.x, 1)),
            scan((w, reversed) -> reversed.sumInscan(w.x, 0, 1)),
            scan((_, reversed) -> reversed.sumInscan(1L)),
            scan((w, reversed) -> reversed.sumExscan(w.z, w.x, 1)));
    }

    /** {@return a scan of a team in which PE 0 follows PE 1} */
    private static Wait scan(Act<Team> call) {
        return Wait.of(w -> w.t.of(1, 0), call, call).with(Trait.ONCE).with(Trait.VARIABLE);
    }

    @SuppressWarnings("deprecation")
    static List<Wait> legacy() {
        return List.of(
            all(w -> LegacyShmem.barrier(0, 0, 2, w.sync)),
            all(w -> LegacyShmem.sync(0, 0, 2, w.sync)),
            all(w -> LegacyShmem.broadcast64(w.z, w.x, 1, 1, 0, 0, 2, w.sync)),
            all(w -> LegacyShmem.collect64(w.z, w.x, 1, 0, 0, 2, w.sync)),
            all(w -> LegacyShmem.sumToAll(w.z, w.x, 1, 0, 0, 2, null, w.sync)));
    }

    private static Wait exchange(BiConsumer<Halo, SymmetricLongs2D> call) {
        Act<SymmetricLongs2D> act = (w, grid) -> call.accept((Halo) w.own, grid);
        return Wait.of(w -> {
            SymmetricLongs2D grid = SymmetricLongs2D.allocate(w.s, 3, 3);
            w.own = grid.halo(1, false);
            return grid;
        }, act, act);
    }

    static List<Wait> halos() {
        return List.of(
            exchange((halo, _) -> halo.exchange()),
            exchange((halo, grid) -> halo.exchange(grid)),
            Wait.of(w -> SymmetricLongs2D.allocate(w.s, 3, 3).halo(1, false), (_, halo) -> halo.free(),
                (_, halo) -> halo.free()).with(Trait.UNLIMITED));
    }

    static List<Wait> pending() {
        return List.of(
            Wait.of(w -> w.nonBlocking().on(w.t, 1), (w, on) -> started(w, on).await(),
                (w, on) -> started(w, on).await()),
            Wait.of(w -> w.nonBlocking().on(w.t, 1), (w, on) -> {
                started(w, on);
                on.barrier().await();
            }, (w, on) -> {
                started(w, on).await();
                on.barrier().await();
            }).with(Trait.ONCE));
    }

    private static Pending started(World w, NonBlockingTeam on) {
        Pending pending = w.begun == null ? on.sumReduce(w.z, w.x, 1) : w.begun;
        w.begun = pending;
        return pending;
    }
}
