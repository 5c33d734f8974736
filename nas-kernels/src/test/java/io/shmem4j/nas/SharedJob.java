// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A job whose results several tests look at: most of a job's time goes to compiling the kernels' loops. */
final class SharedJob {
    private final List<String> launcher;
    private final int pes;
    private final List<String> cases;
    private NasRun run;

    @SafeVarargs
    SharedJob(List<String> launcher, int pes, Collection<String>... cases) {
        this.launcher = launcher;
        this.pes = pes;
        Set<String> all = new LinkedHashSet<>();
        for (Collection<String> each : cases) {
            all.addAll(each);
        }
        this.cases = List.copyOf(all);
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
            run = NasRun.cases(launcher, pes, cases);
        }
        return run.expect(0);
    }
}
