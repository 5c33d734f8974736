// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.conformance.Suite.TestCase;
import io.shmem4j.error.JobAbortedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Runs each case in a session of its own between init and finalize, in an order that depends on a seed.
 *
 * <p>Arguments: {@code --seed=N} (default 0: by name), {@code --tenth=K} (of the cases, from 0), then groups or cases
 * (default all). PE 0 prints {@code run NAME} when a case starts or {@code skip NAME: why}, and {@code FAILED NAME on K
 * PEs} after a failure. Every PE prints its own failures as {@code FAIL NAME, PE K: what}. If the last line, {@code N
 * cases on}, is missing, the job ended in the case of the last {@code run}.
 */
public final class Conformance {
    private static final int SLOWEST = 5;
    private static final int TENTHS = 10;

    private final List<TestCase> cases;
    private int passed;
    private int failed;
    private int skipped;
    private final Map<String, Double> seconds = new HashMap<>();

    private Conformance(List<TestCase> cases) {
        this.cases = cases;
    }

    public static void main(String[] args) throws Throwable {
        long seed = 0;
        int tenth = -1;
        List<String> patterns = new ArrayList<>();
        for (String arg : args) {
            if (arg.startsWith("--seed=")) {
                seed = Long.parseLong(arg.substring("--seed=".length()));
            } else if (arg.startsWith("--tenth=")) {
                tenth = Integer.parseInt(arg.substring("--tenth=".length()));
            } else {
                patterns.add(arg);
            }
        }
        List<TestCase> cases = new ArrayList<>();
        for (TestCase test : Suite.cases(patterns)) {
            if (tenth < 0 || Math.floorMod(test.name().hashCode(), TENTHS) == tenth) {
                cases.add(test);
            }
        }
        if (seed != 0) {
            Collections.shuffle(cases, new Random(seed));
        }
        new Conformance(cases).run(seed);
    }

    private void run(long seed) throws Throwable {
        long start = System.nanoTime();
        int me = 0;
        int pes = 0;
        for (TestCase test : cases) {
            Trial trial = new Trial(Shmem.init());
            me = trial.me;
            pes = trial.n;
            double began = trial.shmem.time();
            run(test, trial);
            seconds.put(test.name(), trial.shmem.time() - began);
        }
        if (me == 0) {
            System.out.println("slowest: " + seconds.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed()).limit(SLOWEST)
                .map(e -> String.format(Locale.ROOT, "%s %.1f s", e.getKey(), e.getValue()))
                .collect(Collectors.joining(", ")));
            System.out.printf(Locale.ROOT, "%d cases on %d PEs, seed %d: %d passed, %d failed, %d skipped, %.1f s%n",
                cases.size(), pes, seed, passed, failed, skipped, (System.nanoTime() - start) * 1e-9);
        }
        if (failed > 0) {
            throw new AssertionError(failed + " of " + cases.size() + " cases failed");
        }
    }

    private void run(TestCase test, Trial trial) throws Throwable {
        String reason = test.skipped(trial.n, trial.shmem.threadLevel());
        if (trial.me == 0) {
            System.out.println(reason == null ? "run " + test.name() : "skip " + test.name() + ": " + reason);
        }
        if (reason != null) {
            skipped++;
            trial.shmem.finish();
            return;
        }
        try {
            test.run(trial);
        } catch (JobAbortedException ended) {
            // Another PE has ended the job and reports it; this one has not failed.
            throw ended;
        } catch (Throwable thrown) {
            report(test, trial);
            System.out.println("FAIL " + test.name() + ", PE " + trial.me + ": " + thrown);
            throw thrown;
        }
        report(test, trial);
        // The case may have ended its session and begun another.
        Shmem shmem = Shmem.current();
        SymmetricInts losers = shmem.allocateInts(1);
        if (trial.failed() > 0) {
            shmem.inc(losers, 0, 0);
        }
        shmem.barrierAll();
        int lost = shmem.g(losers, 0, 0);
        if (lost == 0) {
            passed++;
        } else {
            failed++;
            if (trial.me == 0) {
                System.out.println("FAILED " + test.name() + " on " + lost + " PEs");
            }
        }
        shmem.finish();
    }

    private static void report(TestCase test, Trial trial) {
        for (String failure : trial.failures()) {
            System.out.println("FAIL " + test.name() + ", PE " + trial.me + ": " + failure);
        }
        if (trial.failed() > trial.failures().size()) {
            System.out.println("FAIL " + test.name() + ", PE " + trial.me + ": " + trial.failed()
                + " failed checks in all");
        }
        System.out.flush();
    }
}
