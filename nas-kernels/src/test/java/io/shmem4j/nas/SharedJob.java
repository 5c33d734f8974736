// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A job whose results several tests look at: most of a job's time goes to compiling the kernels' loops. */
final class SharedJob {
    private final Function<List<String>, NasRun> job;
    private final List<String> cases;
    private NasRun run;

    private SharedJob(Function<List<String>, NasRun> job, List<List<String>> cases) {
        this.job = job;
        Set<String> all = new LinkedHashSet<>();
        cases.forEach(all::addAll);
        this.cases = List.copyOf(all);
    }

    static SharedJob launched(List<String> launcher, int pes, List<List<String>> cases) {
        return new SharedJob(all -> NasRun.cases(launcher, pes, all), cases);
    }

    /** {@return a JVM that no launcher starts, whose cases begin with their number of PEs} */
    static SharedJob sweep(List<List<String>> cases) {
        return new SharedJob(NasRun::sweep, cases);
    }

    /** {@return a run with the results of some of the cases; the first test to ask runs the job} */
    NasRun of(List<String> some) {
        List<String> lines = run().out().lines().toList();
        List<String> found = new ArrayList<>();
        some.forEach(each -> found.add(lines.get(cases.indexOf(each)) + "\n"));
        return new NasRun(run.status(), String.join("", found), run.err());
    }

    private synchronized NasRun run() {
        if (run == null) {
            run = job.apply(cases);
        }
        return run.expect(0);
    }
}
