// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.sim.SimSetting;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.Simulation;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sim speed}: the simulator's own speed on this host. */
@Command(name = "speed", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Measures the simulator itself: seconds, hand-overs and lines per second on this host.")
final class SpeedCommand implements Callable<Integer> {
    private static final int TRIALS = 3;

    @Option(names = "--sizes", paramLabel = "N", split = ",", defaultValue = "60,120,240",
        description = "numbers of PEs (default: ${DEFAULT-VALUE})")
    private int[] sizes;

    @Option(names = "--machine", paramLabel = "NAME|FILE", description = "the machine (default: knc-5110p)")
    private String machine = SimSetting.MACHINE.value();

    @Override
    public Integer call() {
        CoherentMachine chip = CoherentMachine.load(machine);
        System.out.println("best of " + TRIALS + " runs; 'raw' is for the programs that come with the library,"
            + " 'virtual' for yours");
        System.out.printf("%-24s %-8s %4s %8s %12s %14s %12s%n", "what", "threads", "PEs", "seconds", "M lines",
            "M lines/s", "M hand-overs/s");
        for (Load load : Load.values()) {
            for (int pes : sizes) {
                print(load, chip, pes, CarrierKind.fastest());
            }
            if (load == Load.ACCESSES) {
                for (int pes : sizes) {
                    print(load, chip, pes, CarrierKind.THREADS);
                }
            }
        }
        return 0;
    }

    private static void print(Load load, CoherentMachine chip, int pes, CarrierKind carrier) {
        Load.Speed best = Stream.generate(() -> load.run(chip, pes, carrier)).limit(TRIALS)
            .min(Comparator.comparingDouble(Load.Speed::seconds)).orElseThrow();
        System.out.printf(Locale.ROOT, "%-24s %-8s %4d %8.3f %12.1f %14.1f %12.2f%n", load.title,
            carrier == CarrierKind.CONTINUATIONS ? "raw" : "virtual", pes, best.seconds(), best.lines() * 1e-6,
            best.lines() * 1e-6 / best.seconds(), best.handOvers() * 1e-6 / best.seconds());
    }

    /** A load that every PE runs. */
    enum Load {
        /** Stores to the own line and loads of the right neighbour's; any access may wait for other PEs. */
        ACCESSES("single lines", 2_400_000),
        /** Loads of lines in the own cache. */
        LOADS("loads of cached lines", 60_000_000),
        /** Copies between lines of the own cache. */
        COPIES("copies of cached lines", 60_000_000),
        /** Copies of lines that the right neighbour stores to: all come from another core. */
        TRANSFERS("copies between cores", 30_000_000),
        /** Loads from more memory than the caches hold. */
        STREAMS("loads from memory", 30_000_000);

        private static final int BLOCKS = 4;
        private static final int BLOCK = 1 << 14;

        final String title;
        private final int lines;

        Load(String title, int lines) {
            this.title = title;
            this.lines = lines;
        }

        record Speed(long lines, long handOvers, double seconds) {
        }

        /** Runs one round and returns the number of lines it touched. */
        private long round(VirtualPe pe, long own, long right, int round) {
            int most = pe.maxLines();
            long block = (long) (round % (BLOCKS - 1)) * most;
            switch (this) {
                case ACCESSES -> {
                    pe.write(own + round % BLOCK);
                    pe.read(right + round % BLOCK);
                    return 2;
                }
                case LOADS -> pe.load(own + (long) (round % BLOCKS) * most, most, true);
                case STREAMS -> pe.load(own + (long) round * most % (BLOCK - most), most, true);
                case COPIES -> pe.copy(own, own + block + most, most, true);
                case TRANSFERS -> pe.copy(right + block, own + block + most, most, true);
            }
            return this == LOADS || this == STREAMS ? most : 2L * most;
        }

        /** {@return the speed of a run with consecutive PEs on consecutive cores} */
        public Speed run(CoherentMachine machine, int pes, CarrierKind carrier) {
            Simulation simulation = new Simulation(machine, Placement.of(machine, pes, "scatter"), (long) pes * BLOCK,
                SimulationOptions.STANDARD.on(carrier));
            long[] touched = new long[pes];
            Consumer<VirtualPe> program = pe -> {
                long own = (long) pe.number() * BLOCK;
                long right = (long) ((pe.number() + 1) % pes) * BLOCK;
                for (int round = 0; touched[pe.number()] < lines / pes; round++) {
                    touched[pe.number()] += round(pe, own, right, round);
                }
            };
            long start = System.nanoTime();
            simulation.run(program);
            double seconds = (System.nanoTime() - start) * 1e-9;
            return new Speed(Arrays.stream(touched).sum(), simulation.scheduler().handOvers(), seconds);
        }
    }
}
