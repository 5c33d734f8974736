// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.sim.time.VirtualTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Latency of each operation, from single elements to barriers. */
public final class LatencyBenchmark extends Benchmark {
    private static final long[] SIZES = {8, 64, 1 << 10, 8 << 10, 64 << 10, 1 << 20};
    private static final long SMALLEST = 8 << 10;
    private static final long LARGEST = 1 << 20;

    public LatencyBenchmark() {
        super("latency", "time of one p, g, put, get, nbi form, atomic, ping-pong, barrier, lock, allocation",
            Options.PEER);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        Options options = bench.options();
        long[] sizes = sizes(options);
        long room = Math.max(SMALLEST, Arrays.stream(sizes).max().orElse(0));
        bench.requireRoom(room);
        Buffers buffers = Buffers.allocate(bench, options.peer(shmem.nPes(), 1), room);
        ShmemLock lock = shmem.allocateLock();
        bench.keep(lock.word());
        Sheet sheet = new Sheet(name(), "time of one operation between PE 0 and PE " + buffers.peer() + ", "
            + options.trials() + " trials of " + options.amount().nanos() / 1_000_000 + " ms",
                Sheet.Column.of("operation"),
            Sheet.Column.of("bytes"), new Sheet.Column("min", "ns", 2), new Sheet.Column("median", "ns", 2),
            new Sheet.Column("p50", "ns", 0), new Sheet.Column("p90", "ns", 0), new Sheet.Column("p99", "ns", 0),
            new Sheet.Column("p99.9", "ns", 0), new Sheet.Column("max", "ns", 0), new Sheet.Column("allocated", "B/op",
                3));
        List<Probe> probes = options.wanted(name(), probes(buffers, lock, sizes), Probe::name);
        bench.progress().plan(probes.size());
        for (Probe probe : probes) {
            if (probe.sides() == Probe.Sides.PAIR && shmem.nPes() == 1) {
                sheet.note(probe.name() + " needs two PEs");
            } else {
                Timing timing = bench.timer().measureSingly(probe);
                if (timing != null) {
                    Timing.Singles one = timing.singles();
                    Double[] percentiles = one == null ? new Double[5]
                        : new Double[] {one.p50(), one.p90(), one.p99(), one.p999(), one.max()};
                    sheet.row(Stream.of(new Object[] {probe.name(), probe.bytes(), timing.min(), timing.median()},
                        percentiles, new Object[] {timing.allocated()}).flatMap(Arrays::stream).toArray());
                    timing.remarks(options.trials())
                        .forEach(remark -> sheet.note(probe.name() + ", " + probe.bytes() + " bytes: " + remark));
                }
            }
        }
        sheet.note("p50 to max are of single operations, where one is long enough to be timed"
            + (VirtualTime.isOn(shmem) ? "" : "; they contain one reading of the clock"));
        bench.add(sheet);
    }

    private static long[] sizes(Options options) {
        boolean matter = Stream.of(RmaProbes.PUT, RmaProbes.GET, RmaProbes.PUT_NBI, RmaProbes.GET_NBI)
            .anyMatch(options::wants);
        return options.choosesSizes() && matter ? options.sizes(Long.BYTES, Long.BYTES, LARGEST) : SIZES;
    }

    private static List<Probe> probes(Buffers buffers, ShmemLock lock, long... sizes) {
        List<Probe> probes = new ArrayList<>(RmaProbes.elements(buffers));
        for (long bytes : sizes) {
            int elements = (int) (bytes / Long.BYTES);
            probes.addAll(List.of(RmaProbes.put(buffers, elements), RmaProbes.putNbi(buffers, elements),
                RmaProbes.get(buffers, elements), RmaProbes.getNbi(buffers, elements)));
        }
        probes.addAll(AtomicProbe.all(AtomicProbe.Place.single(buffers.shmem(), buffers.word(), buffers.peer())));
        probes.add(RmaProbes.fetchAddNbi(buffers));
        probes.addAll(PairProbes.all(buffers));
        probes.addAll(SyncProbes.all(buffers, lock));
        return probes;
    }
}
