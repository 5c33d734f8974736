// SPDX-License-Identifier: Apache-2.0
package accesses;

import static accesses.Pair.NEAR;
import static accesses.Row.collective;

import accesses.Row.Act;
import io.shmem4j.legacy.LegacyShmem;
import io.shmem4j.nonblocking.NonBlockingTeam;
import java.util.List;
import java.util.function.Consumer;

/** Collectives, which load PE 0's x while a store to it is on its way. The other PE's operand is neutral. */
final class TeamRows {
    private TeamRows() {
    }

    /** Stores 1 to the last PE's operand of an operation that a 0 would spoil. */
    private static void neutral(Pair p) {
        if (p.me != 0) {
            p.x.set(0, 1);
        }
    }

    static List<Row> exchanges() {
        return List.of(
            collective(p -> p.t.broadcast(p.z, p.x, 1, 0)),
            collective(p -> {
                p.t.broadcast(p.x, 0, 1, 0);
                p.in[0] = p.x.get(0);
            }),
            collective(p -> p.in[0] = p.t.broadcast(p.me == 0 ? p.x.get(0) : 0, 0)),
            collective(p -> p.t.collect(p.z, p.x, 1)),
            collective(p -> p.t.collectv(p.z, p.x, 1)),
            collective(p -> p.t.fcollect(p.z, p.x, 1)),
            collective(p -> p.t.alltoall(p.z, p.x, 1)),
            collective(p -> p.t.alltoalls(p.z, p.x, 1, 1, 1)),
            collective(p -> p.t.alltoallv(p.z, p.x, new long[] {1, 1})),
            collective(p -> p.t.gather(p.z, p.x, 1, 0)),
            collective(p -> p.t.scatter(p.z, p.x, 1, 0)));
    }

    static List<Row> reductions() {
        return List.of(
            collective(p -> p.t.sumReduce(p.z, p.x, 1)),
            collective(p -> p.t.maxReduce(p.z, p.x, 1)),
            collective(p -> p.t.umaxReduce(p.z, p.x, 1)),
            collective(p -> p.t.orReduce(p.z, p.x, 1)),
            collective(p -> p.t.xorReduce(p.z, p.x, 1)),
            collective(p -> p.t.sumInscan(p.z, p.x, 1)),
            collective(p -> {
                p.t.sumExscan(p.z, p.x, 1);
                p.s.barrierAll();
                p.in[0] = p.s.g(p.z, 0, p.last);
            }),
            neutralized(p -> p.t.minReduce(p.z, p.x, 1)),
            neutralized(p -> p.t.uminReduce(p.z, p.x, 1)),
            neutralized(p -> p.t.andReduce(p.z, p.x, 1)),
            neutralized(p -> p.t.prodReduce(p.z, p.x, 1)));
    }

    private static Row neutralized(Consumer<Pair> call) {
        return collective(p -> {
            neutral(p);
            call.accept(p);
        });
    }

    static List<Row> inPlace() {
        return List.of(
            inPlace(p -> p.t.sumReduce(p.x, 0, 1)),
            inPlace(p -> p.t.maxReduce(p.x, 0, 1)),
            inPlace(p -> p.t.umaxReduce(p.x, 0, 1)),
            inPlace(p -> p.t.orReduce(p.x, 0, 1)),
            inPlace(p -> p.t.xorReduce(p.x, 0, 1)));
    }

    private static Row inPlace(Consumer<Pair> call) {
        return collective(p -> {
            call.accept(p);
            p.in[0] = p.x.get(0);
        });
    }

    static List<Row> pending() {
        return List.of(
            pending((p, on) -> on.broadcast(p.z, p.x, 1, 0).await()),
            pending((p, on) -> on.fcollect(p.z, p.x, 1).await()),
            pending((p, on) -> on.alltoall(p.z, p.x, 1).await()),
            pending((p, on) -> on.sumReduce(p.z, p.x, 1).await()),
            pending((p, on) -> on.maxReduce(p.z, p.x, 1).await()),
            pending((p, on) -> on.orReduce(p.z, p.x, 1).await()),
            pending((p, on) -> on.xorReduce(p.z, p.x, 1).await()));
    }

    private static Row pending(Act<NonBlockingTeam> call) {
        return Row.pair(Pair::pending, call, (p, on) -> {
            p.s.p(p.x, 0, 1, NEAR);
            call.on(p, on);
        });
    }

    @SuppressWarnings("deprecation")
    static List<Row> legacy() {
        return List.of(
            collective(p -> {
                LegacyShmem.broadcast64(p.z, p.x, 1, 0, 0, 0, 2, p.sync);
                p.s.barrierAll();
                p.in[0] = p.s.g(p.z, 0, p.last);
            }),
            collective(p -> LegacyShmem.collect64(p.z, p.x, 1, 0, 0, 2, p.sync)),
            collective(p -> LegacyShmem.fcollect64(p.z, p.x, 1, 0, 0, 2, p.sync)),
            collective(p -> LegacyShmem.alltoall64(p.z, p.x, 1, 0, 0, 2, p.sync)),
            collective(p -> LegacyShmem.alltoalls64(p.z, p.x, 1, 1, 1, 0, 0, 2, p.sync)),
            collective(p -> LegacyShmem.sumToAll(p.z, p.x, 1, 0, 0, 2, null, p.sync)),
            collective(p -> LegacyShmem.maxToAll(p.z, p.x, 1, 0, 0, 2, null, p.sync)),
            collective(p -> LegacyShmem.orToAll(p.z, p.x, 1, 0, 0, 2, null, p.sync)),
            collective(p -> LegacyShmem.xorToAll(p.z, p.x, 1, 0, 0, 2, null, p.sync)));
    }
}
