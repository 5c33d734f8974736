// SPDX-License-Identifier: Apache-2.0
package accesses;

import static accesses.Pair.FAR;
import static accesses.Pair.NEAR;
import static accesses.Row.await;
import static accesses.Row.load;
import static accesses.Row.pair;
import static accesses.Row.release;
import static accesses.Row.store;
import static io.shmem4j.Cmp.EQ;

import io.shmem4j.ShmemLock;
import io.shmem4j.data.Halo;
import io.shmem4j.data.RecordField;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.data.SymmetricRecords;
import io.shmem4j.data.SymmetricStrings;
import io.shmem4j.data.SymmetricStructs;
import io.shmem4j.legacy.LegacyShmem;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** Loads and stores of objects, views, waits, locks, records and grids. */
final class ObjectRows {

    /** A record of one word. */
    record One(long value) {
    }

    private ObjectRows() {
    }

    /** Plain loads and stores of the own copy. */
    static List<Row> own() {
        return List.of(
            load(p -> p.in[0] = p.x.get(0)),
            load(p -> p.x.get(0, p.in)),
            load(p -> p.x.get(0, p.in, 0, 1)),
            load(p -> p.in[0] = p.x.toArray()[0]),
            store(NEAR, p -> p.x.set(0, 1)),
            store(NEAR, p -> p.x.set(0, p.ones)),
            store(NEAR, p -> p.x.set(0, p.ones, 0, 1)),
            store(NEAR, p -> p.x.slice(0, 1).fill(1)));
    }

    /** Loads that order what they see, so they are in no race with a store. */
    static List<Row> ordered() {
        return List.of(
            load(p -> p.in[0] = p.x.getAcquire(0)),
            load(p -> p.in[0] = p.s.view(p.x, NEAR).getAcquire(0)),
            load(p -> p.in[0] = p.s.view(p.x, FAR).getAcquire(0)),
            pair(p -> SymmetricRecords.allocatePublished(p.s, One.class, 1), (p, own) -> {
                One seen = own.published(0, FAR);
                p.in[0] = seen == null ? 0 : seen.value();
            }, (p, own) -> own.publish(0, new One(1))));
    }

    /** Accesses by views, and releases of the own copy. */
    static List<Row> views() {
        return List.of(
            release(NEAR, p -> p.x.setRelease(0, 1)),
            load(p -> p.in[0] = p.s.view(p.x, NEAR).get(0)),
            load(p -> p.in[0] = p.s.view(p.x, FAR).get(0)),
            load(p -> p.s.view(p.x, NEAR).get(0, p.in, 0, 1)),
            load(p -> p.s.view(p.x, FAR).get(0, p.in, 0, 1)),
            load(p -> p.s.view(p.z, NEAR).copy(0, p.s.view(p.x, FAR), 0, 1)),
            store(NEAR, p -> p.s.view(p.x, NEAR).copy(0, p.s.view(p.one, FAR), 0, 1)),
            store(FAR, p -> p.s.view(p.x, FAR).copy(0, p.s.view(p.one, NEAR), 0, 1)),
            store(NEAR, p -> p.s.view(p.x, NEAR).set(0, 1)),
            store(FAR, p -> p.s.view(p.x, FAR).set(0, 1)),
            store(NEAR, p -> p.s.view(p.x, NEAR).set(0, p.ones, 0, 1)),
            store(FAR, p -> p.s.view(p.x, FAR).set(0, p.ones, 0, 1)),
            release(NEAR, p -> p.s.view(p.x, NEAR).setRelease(0, 1)),
            release(FAR, p -> p.s.view(p.x, FAR).setRelease(0, 1)));
    }

    @SuppressWarnings("deprecation")
    static List<Row> waits() {
        return List.of(
            load(p -> p.in[0] = p.x.test(0, EQ, 1) ? 1 : 0),
            load(p -> p.in[0] = p.x.watch(0).now().until(EQ, 1) ? 1 : 0),
            load(p -> p.in[0] = p.x.watch(0).within(Duration.ofNanos(1)).until(EQ, 1) ? 1 : 0).asLimited(),
            load(p -> p.in[0] = p.x.watch(0, 1).now().all(EQ, 1) ? 1 : 0),
            load(p -> p.in[0] = p.x.watch(0, 1).now().any(EQ, 1) + 1),
            load(p -> p.in[0] = p.x.watch(0, 1).now().some(EQ, 1).length),
            load(p -> p.in[0] = p.x.watch(0, 1).now().all(EQ, p.ones) ? 1 : 0),
            load(p -> p.in[0] = p.x.watch(0, 1).now().any(EQ, p.ones) + 1),
            load(p -> p.in[0] = p.x.watch(0, 1).now().some(EQ, p.ones).length),
            load(p -> p.in[0] = p.x.signal(0).fetch()),
            load(p -> p.in[0] = p.x.signal(0).tryAcquire(1) ? 1 : 0),
            load(p -> p.in[0] = p.x.signal(0).tryAcquire(1, Duration.ofNanos(1)) ? 1 : 0).asLimited(),
            await(p -> p.x.signal(0).acquire(1)),
            await(p -> p.x.signal(0).waitUntil(EQ, 1)),
            await(p -> p.x.waitUntil(0, EQ, 1)),
            await(p -> p.x.watch(0).until(EQ, 1)),
            await(p -> LegacyShmem.wait(p.x, 0, 0)),
            await(p -> LegacyShmem.waitUntil(p.x, 0, EQ, 1)));
    }

    static List<Row> locks() {
        return List.of(
            pair(p -> p.s.allocateLock(), (p, lock) -> {
                lock.lock();
                p.in[0] = p.x.get(0);
                lock.unlock();
            }, ObjectRows::storeLocked),
            pair(p -> p.s.allocateLock(), (p, lock) -> tried(p, lock, lock.tryLock()), ObjectRows::storeLocked),
            pair(p -> p.s.allocateLock(),
                (p, lock) -> tried(p, lock, lock.tryLock(1, TimeUnit.NANOSECONDS)),
                ObjectRows::storeLocked).asLimited(),
            pair(p -> p.s.allocateLock(), (p, lock) -> {
                lock.lockInterruptibly();
                p.in[0] = p.x.get(0);
                lock.unlock();
            }, ObjectRows::storeLocked));
    }

    private static void tried(Pair p, ShmemLock lock, boolean locked) {
        p.in[0] = locked ? 1 : 0;
        if (locked) {
            lock.unlock();
        }
    }

    private static void storeLocked(Pair p, ShmemLock lock) {
        lock.lock();
        p.s.p(p.x, 0, 1, NEAR);
        lock.unlock();
    }

    static List<Row> strings() {
        return List.of(
            pair(p -> SymmetricStrings.allocate(p.s, 1, 1), (p, own) -> p.in[0] = own.get(0).length(),
                (p, own) -> own.p(0, "1", NEAR)),
            pair(p -> SymmetricStrings.allocate(p.s, 1, 1), (p, own) -> p.in[0] = own.g(0, FAR).length(),
                (p, own) -> own.set(0, "1")));
    }

    private static SymmetricRecords<One> records(Pair p) {
        return SymmetricRecords.allocate(p.s, One.class, 1);
    }

    private static SymmetricRecords<One> ones(Pair p) {
        SymmetricRecords<One> ones = records(p);
        ones.set(0, new One(1));
        return ones;
    }

    static List<Row> records() {
        One[] array = {new One(1)};
        return List.of(
            pair(ObjectRows::records, (p, own) -> p.in[0] = own.get(0).value(), (p, own) -> own.p(0, new One(1), NEAR)),
            pair(ObjectRows::records, (p, own) -> p.in[0] = own.g(0, FAR).value(), (p, own) -> own.set(0, new One(1))),
            pair(ObjectRows::records, (p, own) -> {
                One[] copy = new One[1];
                own.get(copy, 0, 0, 1, FAR);
                p.in[0] = copy[0].value();
            }, (p, own) -> own.set(0, new One(1))),
            pair(ObjectRows::records, (p, own) -> p.in[0] = own.get(0).value(),
                (p, own) -> own.put(0, array, 0, 1, NEAR)),
            pair(p -> List.of(records(p), ones(p)), (p, own) -> p.in[0] = own.get(0).get(0).value(),
                (p, own) -> own.get(0).put(0, own.get(1), 0, 1, NEAR)),
            pair(ObjectRows::records, (p, own) -> {
                RecordField<?> field = own.longs("value");
                p.in[0] = own.longs("value").array().get(field.index(0));
            }, (p, own) -> own.p(0, new One(1), NEAR)));
    }

    private static SymmetricStructs structs(Pair p) {
        return SymmetricStructs.allocate(p.s, MemoryLayout.structLayout(ValueLayout.JAVA_LONG.withName("value")), 1);
    }

    static List<Row> structs() {
        return List.of(
            pair(ObjectRows::structs, (p, own) -> own.get(p.into, 0, 0, 1, FAR),
                (p, own) -> own.put(0, p.from, 0, 1, FAR)),
            pair(p -> List.of(structs(p), structs(p)), (p, own) -> own.get(0).get(p.into, 0, 0, 1, NEAR),
                (p, own) -> {
                    own.get(1).longs("value").array().set(0, 1);
                    own.get(0).put(0, own.get(1), 0, 1, NEAR);
                }));
    }

    private static SymmetricLongs2D grid(Pair p) {
        return SymmetricLongs2D.allocate(p.s, 3, 3);
    }

    static List<Row> grids() {
        long[] ones = {1, 1, 1, 1, 1, 1, 1, 1, 1};
        return List.of(
            pair(ObjectRows::grid, (p, own) -> p.in[0] = own.get(1, 1), (p, own) -> own.p(1, 1, 1, NEAR)),
            pair(ObjectRows::grid, (p, own) -> p.in[0] = own.row(1).get(1), (p, own) -> own.p(1, 1, 1, NEAR)),
            pair(ObjectRows::grid, (p, own) -> p.in[0] = own.g(1, 1, FAR), (p, own) -> own.set(1, 1, 1)),
            pair(ObjectRows::grid, (p, own) -> p.in[0] = own.g(1, 1, FAR), (p, own) -> own.fill(1)),
            pair(ObjectRows::grid, (p, own) -> own.getRow(p.in, 0, 1, FAR), (p, own) -> own.fill(1)),
            pair(ObjectRows::grid, (p, own) -> own.getBlock(p.in, 0, 1, 1, 1, 1, FAR), (p, own) -> own.fill(1)),
            pair(ObjectRows::grid, (p, own) -> p.in[0] = own.get(1, 1), (p, own) -> own.putRow(1, ones, 0, NEAR)),
            pair(ObjectRows::grid, (p, own) -> p.in[0] = own.get(1, 1),
                (p, own) -> own.putBlock(1, 1, ones, 0, 1, 1, NEAR)),
            pair(p -> List.of(grid(p), grid(p)), (p, own) -> p.in[0] = own.get(0).get(1, 1), (p, own) -> {
                own.get(1).set(1, 1, 1);
                own.get(0).putBlock(1, 1, own.get(1), 1, 1, 1, 1, NEAR);
            }),
            exchange((_, halo) -> halo.exchange()),
            exchange((cells, halo) -> halo.exchange(cells)));
    }

    /** A grid with its halo. */
    private record Cells(SymmetricLongs2D grid, Halo halo) implements AutoCloseable {
        @Override
        public void close() {
            halo.close();
            grid.close();
        }
    }

    /** {@return a row in which PE 1 sends cells to PE 0, whose store to them is on its way} */
    private static Row exchange(BiConsumer<SymmetricLongs2D, Halo> exchange) {
        return pair(p -> {
            SymmetricLongs2D grid = grid(p);
            return new Cells(grid, grid.halo(1, false));
        }, (p, own) -> {
            p.s.p(own.grid.array(), own.grid.index(1, 1), 1, FAR);
            exchange.accept(own.grid, own.halo);
            p.in[0] = own.grid.get(1, 2);
        }, (_, own) -> exchange.accept(own.grid, own.halo));
    }
}
