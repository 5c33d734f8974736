// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.Shmem;
import io.shmem4j.bench.measure.Machine;
import io.shmem4j.bench.measure.ProbeTimer;
import io.shmem4j.bench.measure.Report;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.report.Progress;
import io.shmem4j.report.UsageException;
import io.shmem4j.sim.time.VirtualTime;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Supplier;

/**
 * Main class of the suite: {@code oshrun -np N bench TEST... [options]}.
 *
 * <p>The exit status is 0, 1 if a test found wrong data, or 2 if the command line is invalid.
 */
public final class Bench {
    private static final int WRONG = 1;
    private static final int USAGE = 2;

    private Bench() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            run(shmem, () -> Catalogue.parse(args));
        }
    }

    /** Runs the tests of a command line. On an error, ends the job with its status. */
    static void run(Shmem shmem, Supplier<Options> options) {
        try {
            run(shmem, options.get());
        } catch (UsageException e) {
            end(shmem, USAGE, e.getMessage());
        } catch (WrongResultException e) {
            end(shmem, WRONG, "PE " + shmem.myPe() + ": wrong result: " + e.getMessage());
        }
    }

    private static void run(Shmem shmem, Options options) {
        boolean leads = shmem.myPe() == 0;
        List<Benchmark> tests = options.tests();
        if (options.wantsHelp() || tests.isEmpty()) {
            if (leads) {
                System.out.print(Catalogue.help(tests));
            }
            return;
        }
        if (VirtualTime.isOn(shmem)) {
            tests.forEach(Catalogue::requireVirtual);
        }
        tests.forEach(test -> test.check(shmem.nPes(), options));
        Report report = leads
            ? new Report(options.format(), Machine.facts(shmem.nPes(), VirtualTime.isOn(shmem))) : null;
        try (Progress progress = leads ? progress(shmem, options) : Progress.none()) {
            shmem.barrierAll();
            BenchRun run = new BenchRun(shmem, options, new ProbeTimer(shmem, options.amount(),
                options.peer(shmem.nPes(), 1), progress), report, progress, new ArrayDeque<>());
            for (Benchmark test : tests) {
                progress.begin("bench " + test.name());
                test.run(run);
                run.free();
            }
        }
    }

    private static Progress progress(Shmem shmem, Options options) {
        // The duration of a simulation is unpredictable.
        double seconds = VirtualTime.isOn(shmem) ? 0 : options.amount().seconds(ProbeTimer.crowd(shmem.nPes()));
        return Progress.toTerminalOrLines("values", seconds,
            "--warmup-time, --trials and --trial-time make it shorter", System.err);
    }

    /**
     * Ends the job. All PEs detect the same errors in a command line, so only PE 0 prints those; each PE prints its own
     * wrong results.
     */
    private static void end(Shmem shmem, int status, String message) {
        if (status == USAGE && shmem.myPe() != 0) {
            shmem.barrierAll();
            return;
        }
        System.err.println("oshrun bench: " + message);
        System.err.flush();
        shmem.globalExit(status);
    }
}
