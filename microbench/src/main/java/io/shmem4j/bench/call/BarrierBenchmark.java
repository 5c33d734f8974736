// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.BarrierAlgorithm;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Sweep;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/** The sync routine on teams of 2, 4, ... N PEs by each algorithm, and barrier_all. */
public final class BarrierBenchmark extends Benchmark {
    public BarrierBenchmark() {
        super("barrier", "sync of 2 to N PEs by each algorithm, and barrier_all of all", Pes.TWO_OR_MORE);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int n = shmem.nPes();
        long[] sizes = LongStream.concat(LongStream.iterate(2, k -> k < n, k -> 2 * k), LongStream.of(n)).toArray();
        Map<Long, Team> teams = new LinkedHashMap<>();
        for (long size : sizes) {
            teams.put(size, size == n ? shmem.world() : shmem.world().splitStrided(0, 1, (int) size));
        }
        SymmetricLongs word = bench.keep(shmem.allocateLongs(16, 128).named("word"));
        Sweep sweep = new Sweep(bench, name(), "sync of teams, all other PEs idle", Quantity.LATENCY)
            .over(Sheet.Column.of("PEs"));
        for (BarrierAlgorithm each : BarrierAlgorithm.values()) {
            sweep.add(each.name().toLowerCase(Locale.ROOT), size -> {
                Team team = teams.get(size);
                return sync(team.isMember() ? team.using(team.options().withBarrier(each)) : team);
            });
        }
        sweep.add("barrier_all", size -> size == n ? SyncProbes.barrier(shmem, word) : null);
        sweep.run(sizes);
        for (Team team : teams.values()) {
            if (team.isMember() && team != shmem.world()) {
                team.free();
            }
        }
    }

    private static Probe sync(Team team) {
        return new Probe("SYNC", 0, Probe.Sides.ALL) {
            @Override
            public void loop(int turns) {
                for (int i = 0; i < turns && team.isMember(); i++) {
                    team.sync();
                }
            }
        };
    }
}
