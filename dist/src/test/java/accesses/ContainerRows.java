// SPDX-License-Identifier: Apache-2.0
package accesses;

import static accesses.Pair.FAR;
import static accesses.Pair.NEAR;
import static accesses.Row.pair;

import accesses.Row.Act;
import io.shmem4j.chronicle.SymmetricObjects;
import io.shmem4j.irregular.container.GlobalLongs;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.WorkPool;
import java.util.List;
import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesMarshallable;
import net.openhft.chronicle.bytes.BytesOut;

/** Containers: what PE 0 reads beside a change of the other PE. */
final class ContainerRows {
    private static final int WORDS = 4;
    private static final int BYTES = 1 << 15;

    private ContainerRows() {
    }

    private static GlobalLongs longs(Pair p) {
        return GlobalLongs.cyclic(p.s, WORDS);
    }

    static List<Row> arrays() {
        return List.of(
            pair(ContainerRows::longs, (p, all) -> p.in[0] = all.get(FAR), (_, all) -> all.set(FAR, 1)),
            pair(ContainerRows::longs, (p, all) -> p.in[0] = all.own().get(0), (_, all) -> all.set(NEAR, 1)),
            pair(ContainerRows::longs, (p, all) -> all.forEachOwn((at, seen) -> p.in[0] += seen),
                (_, all) -> all.set(NEAR, 1)),
            pair(ContainerRows::longs, (p, all) -> all.forEach(0, 1, (at, seen) -> p.in[0] += seen),
                (_, all) -> all.set(NEAR, 1)));
    }

    private static GlobalMap<Long, Long> map(Pair p) {
        return GlobalMap.allocate(p.s, Long.class, Long.class, BYTES, GlobalMap.WhenFull.REFUSE);
    }

    private static Row puts(Act<GlobalMap<Long, Long>> put) {
        return pair(ContainerRows::map, (p, map) -> p.in[0] = map.get(1L) == null ? 0 : 1, put);
    }

    private static Row looks(Act<GlobalMap<Long, Long>> look) {
        return pair(ContainerRows::map, look, (p, map) -> map.put(1L, 1L));
    }

    static List<Row> maps() {
        return List.of(
            puts((p, map) -> map.put(1L, 1L)),
            puts((p, map) -> map.putIfAbsent(1L, 1L)),
            puts((p, map) -> map.merge(1L, 1L, Long::sum)),
            puts((p, map) -> map.update(1L, before -> 1L)),
            looks((p, map) -> p.in[0] = map.containsKey(1L) ? 1 : 0),
            looks((p, map) -> p.in[0] = map.mappingCount()),
            looks((p, map) -> p.in[0] = map.size()),
            looks((p, map) -> map.forEach((key, value) -> p.in[0] = value)),
            looks((p, map) -> p.in[0] = map.entrySet().iterator().hasNext() ? 1 : 0),
            looks((p, map) -> p.in[0] = map.remove(1L) == null ? 0 : 1),
            looks((p, map) -> p.in[0] = map.remove(1L, (Object) 1L) ? 1 : 0),
            looks((p, map) -> p.in[0] = map.replace(1L, 2L) == null ? 0 : 1),
            looks((p, map) -> p.in[0] = map.replace(1L, 1L, 2L) ? 1 : 0),
            looks((p, map) -> {
                map.clear();
                p.in[0] = map.size();
            }));
    }

    static List<Row> queues() {
        return List.of(
            pair(p -> GlobalQueue.allocate(p.s, WORDS, FAR), (p, queue) -> p.in[0] = Math.max(0, queue.poll()),
                (p, queue) -> queue.offer(1)),
            pair(p -> GlobalQueue.allocate(p.s, WORDS, NEAR), (p, queue) -> p.in[0] = queue.poll(new long[1], 1),
                (p, queue) -> queue.offer(1)),
            pair(p -> GlobalQueue.allocate(p.s, WORDS, FAR), (p, queue) -> p.in[0] = queue.size(),
                (p, queue) -> queue.offer(1)),
            pair(p -> WorkPool.allocate(p.s, WORDS, WORDS), (p, pool) -> pool.run(task -> p.in[0] += 1),
                (p, pool) -> {
                    pool.add(1);
                    pool.run(task -> { });
                }));
    }

    /** An object that marshals itself. */
    private static final class Word implements BytesMarshallable {
        private long value = 1;

        @Override
        public void readMarshallable(BytesIn<?> bytes) {
            value = bytes.readLong();
        }

        @Override
        public void writeMarshallable(BytesOut<?> bytes) {
            bytes.writeLong(value);
        }
    }

    static List<Row> chronicle() {
        return List.of(
            pair(p -> SymmetricObjects.allocate(p.s, 1, Long.BYTES), (p, all) -> p.in[0] = all.get(new Word(), 0, FAR)
                ? 1 : 0, (p, all) -> all.put(new Word(), 0, FAR)));
    }
}
