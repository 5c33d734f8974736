// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.report;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * The shares of sums and of remote accesses beside the shares that a study of OpenSHMEM found for the codes that were
 * published, in class C on 48 cores.
 */
final class StudyTable {
    /** By kernel: percent of sums over all PEs, and of accesses to other PEs' memory. */
    private static final Map<String, double[]> STUDY = Map.of("BT", new double[] {0, 15.5},
        "CG", new double[] {0, 33.2}, "DT", new double[] {0, 10}, "EP", new double[] {1.6, 0},
        "FT", new double[] {0.8, 31.2}, "LU", new double[] {0.1, 14.8}, "MG", new double[] {0.1, 19.6});
    private static final String NAME_END = "_";

    private StudyTable() {
    }

    /** {@return a row for each variant with its largest number of PEs} */
    static String text(Summary summary) {
        StringBuilder text = new StringBuilder("""

            ## Profile

            | class | variant | np | reduction % | remote % | study: reduction % | study: remote % |
            |---|---|---|---|---|---|---|
            """);
        for (String problem : summary.problems()) {
            for (String variant : summary.variants(problem)) {
                SortedMap<Integer, Run> medians = summary.medians(problem, variant);
                Run run = medians.get(medians.lastKey());
                double[] study = STUDY.get(run.benchmark().split(NAME_END)[0]);
                text.append(String.format(Locale.ROOT, "| %s | %s | %d | %.1f | %.1f |", problem, variant, run.pes(),
                    100 * run.reduction(), 100 * run.remote()));
                text.append(study == null ? " | |\n" : String.format(Locale.ROOT, " %.1f | %.1f |%n", study[0],
                    study[1]));
            }
        }
        return text.append("""

            Remote: phases in which PEs move data or wait for each other. The study's figures are of class C on 48
            cores.
            """).toString();
    }
}
