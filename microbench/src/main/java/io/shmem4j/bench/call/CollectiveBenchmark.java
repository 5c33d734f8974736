// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;
import io.shmem4j.algorithm.AlltoallAlgorithm;
import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.CollectAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.ScanAlgorithm;
import io.shmem4j.algorithm.Transfer;
import io.shmem4j.bench.call.CollectiveProbe.Form;
import io.shmem4j.bench.measure.Probe.Sides;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.bench.suite.Sweep;
import io.shmem4j.report.UsageException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** A collective on all PEs by size, with a column per algorithm, and for reductions per transfer. */
public final class CollectiveBenchmark extends Benchmark {
    private static final long LARGEST = 1 << 20;

    private static final Option<Time> TIME = Option.choice("--time", "T", Time.class,
        "turn: a call and the sync after it; call: the call alone, as the mean over PEs, which time it by themselves");
    private static final Option<CollectiveProbe.Operands> OPERANDS = Option.choice("--operands", "O",
        CollectiveProbe.Operands.class,
        "kept: the same in all calls; used: read and written anew between them, as by a program; with --time call");

    private final Form operation;

    /** What a turn measures. */
    private enum Time {
        /** The call and the sync that follows. */
        TURN,
        /** The call only, averaged over all PEs. */
        CALL
    }

    private CollectiveBenchmark(String name, String help, Form operation) {
        super(name, help, TIME, OPERANDS);
        this.operation = operation;
    }

    public static List<Benchmark> all() {
        return List.of(
            new CollectiveBenchmark("broadcast", "broadcast by size and algorithm", Form.BROADCAST),
            new CollectiveBenchmark("collect", "collect by size and algorithm", Form.COLLECT),
            new CollectiveBenchmark("fcollect", "fcollect by size and algorithm", Form.FCOLLECT),
            new CollectiveBenchmark("alltoall", "alltoall by size and algorithm", Form.ALLTOALL),
            new CollectiveBenchmark("reduce", "sum of ints by size, algorithm and transfer", Form.REDUCE),
            new CollectiveBenchmark("reduce-inplace", "the same over the operands", Form.REDUCE_IN_PLACE),
            new CollectiveBenchmark("scan", "inclusive prefix sums by size and algorithm", Form.SCAN));
    }

    @Override
    protected void require(Options options) {
        if (options.value(TIME) == Time.TURN && options.value(OPERANDS) == CollectiveProbe.Operands.USED) {
            throw new UsageException("--operands used needs --time call: turns would contain the time of using them");
        }
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int sources = operation == Form.ALLTOALL ? shmem.nPes() : 1;
        int dests = operation == Form.ALLTOALL || operation == Form.COLLECT
            || operation == Form.FCOLLECT ? shmem.nPes() : 1;
        long room = Long.highestOneBit(Math.max(4, shmem.heapStats().largestFree() / 2 / (sources + dests)));
        long[] sizes = bench.options().sizes(4, Integer.BYTES, Math.min(LARGEST, room));
        long most = Arrays.stream(sizes).max().orElseThrow() / Integer.BYTES;
        bench.requireRoom((sources + dests) * most * Integer.BYTES);
        SymmetricInts source = bench.keep(shmem.allocateInts(sources * most, 128).named("source"));
        SymmetricInts dest = bench.keep(shmem.allocateInts(dests * most, 128).named("dest"));
        boolean calls = bench.options().value(TIME) == Time.CALL;
        CollectiveProbe.Operands operands = bench.options().value(OPERANDS);
        Sweep sweep = new Sweep(bench, name(), name() + " of " + shmem.nPes() + " PEs"
            + (calls ? ", mean time in the call" : " and the sync that follows")
            + (operands == CollectiveProbe.Operands.USED ? ", operands used between calls" : ""),
                Quantity.LATENCY).inTurns();
        Sides sides = calls ? Sides.INSIDE : Sides.ALL;
        variants(shmem.world().options()).forEach((name, chosen) -> {
            Team team = shmem.world().using(chosen);
            sweep.add(name, size -> new CollectiveProbe(shmem, team, operation, sides, operands, source, dest, size));
        });
        sweep.run(sizes);
    }

    private Map<String, CollectiveOptions> variants(CollectiveOptions standard) {
        Map<String, CollectiveOptions> variants = new LinkedHashMap<>();
        switch (operation) {
            case BROADCAST -> add(variants, BroadcastAlgorithm.values(), each -> standard.withBroadcast(each));
            case COLLECT, FCOLLECT -> add(variants, CollectAlgorithm.values(), each -> standard.withCollect(each));
            case ALLTOALL -> add(variants, AlltoallAlgorithm.values(), each -> standard.withAlltoall(each));
            case SCAN -> add(variants, ScanAlgorithm.values(), each -> standard.withScan(each));
            default -> {
                for (ReduceAlgorithm each : ReduceAlgorithm.values()) {
                    for (Transfer transfer : Transfer.values()) {
                        variants.put(word(each) + " " + word(transfer),
                            standard.withReduce(each).withTransfer(transfer));
                    }
                }
            }
        }
        return variants;
    }

    private static <E extends Enum<E>> void add(Map<String, CollectiveOptions> variants, E[] algorithms,
        Function<E, CollectiveOptions> chosen) {
        for (E each : algorithms) {
            variants.put(word(each), chosen.apply(each));
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
