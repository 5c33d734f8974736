// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.testing.Oshrun.Result;
import io.shmem4j.testing.Oshrun;
import java.util.ArrayList;
import java.util.List;

/** Runs of {@code oshrun ... bench ...}, as a user makes them. */
final class BenchJob {
    /** Far beyond what any run takes on a loaded machine; reaching it is a hang. */
    private static final String LIMIT_SECONDS = "240";
    private static final List<String> TINY =
        List.of("--trials", "2", "--trial-time", "1", "--warmup-time", "1");

    private BenchJob() {
    }

    /** Runs tests with the least of warm-up and trials. */
    static Result tiny(int pes, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(TINY);
        return run(pes, all);
    }

    static Result run(int pes, List<String> words) {
        List<String> program = new ArrayList<>(List.of("bench"));
        program.addAll(words);
        return Oshrun.run(Oshrun.words(pes, program, "--timeout", LIMIT_SECONDS));
    }

    /** {@return the lines of a test's CSV sheets, each split at commas outside quotes} */
    static List<String[]> rows(Result result, String test) {
        return result.out().lines().filter(line -> line.startsWith(test + ","))
            .map(line -> line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)).toList();
    }
}
