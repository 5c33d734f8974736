// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.sim.SimSetting;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import io.shmem4j.studies.command.SpeedTrial.Speed;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sim speed}: how fast the simulator runs on this host. */
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
        for (SpeedTrial trial : SpeedTrial.values()) {
            for (int pes : sizes) {
                print(trial, chip, pes, CarrierKind.fastest());
            }
            if (trial == SpeedTrial.ACCESSES) {
                for (int pes : sizes) {
                    print(trial, chip, pes, CarrierKind.THREADS);
                }
            }
        }
        return 0;
    }

    private static void print(SpeedTrial trial, CoherentMachine chip, int pes, CarrierKind carrier) {
        Speed best = Stream.generate(() -> trial.run(chip, pes, carrier)).limit(TRIALS)
            .min(Comparator.comparingDouble(Speed::seconds)).orElseThrow();
        System.out.printf(Locale.ROOT, "%-24s %-8s %4d %8.3f %12.1f %14.1f %12.2f%n", trial.title(),
            carrier == CarrierKind.CONTINUATIONS ? "raw" : "virtual", pes, best.seconds(), best.lines() * 1e-6,
            best.lines() * 1e-6 / best.seconds(), best.handOvers() * 1e-6 / best.seconds());
    }
}
