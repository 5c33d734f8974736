// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.collective.cost.Choice;
import io.shmem4j.collective.cost.CostRow;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.collective.cost.LineCosts;
import io.shmem4j.collective.cost.Load;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.SharedMemoryPolicy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the jobs of a tuning have measured so far, in one section for each load. */
final class TunedSections {
    /** So much the same code's time differs from job to job. */
    private static final double CHANCE = 1.1;
    /** So much from hour to hour, which a table of many hours on machines with as many cores has seen. */
    private static final double CHANCE_OF_AN_HOUR = 1.3;
    /** Enough for a change of algorithms at the next length. */
    private static final double LEAD = 0.96;

    private LineCosts line = builtIn(Load.OWN).line();
    private final Map<Load, CostSection> measured = new EnumMap<>(Load.class);

    /**
     * What a cache line costs, from now on.
     *
     * @param costs measured
     */
    void line(LineCosts costs) {
        line = costs;
    }

    /**
     * Adds a job's. Of two jobs with the same number of PEs the faster time of each algorithm counts: what a JVM makes
     * of the same code differs from job to job.
     */
    void add(CostSection job) {
        CostSection before = measured.get(job.load());
        List<CostRow> rows = new ArrayList<>(before == null ? List.of() : before.rows());
        for (CostRow row : job.rows()) {
            int at = 0;
            while (at < rows.size() && !rows.get(at).sameCall(row)) {
                at++;
            }
            if (at < rows.size()) {
                rows.set(at, rows.get(at).faster(row));
            } else {
                rows.add(row);
            }
        }
        measured.put(job.load(), new CostSection(job.backend(), job.load(), line,
            before == null ? job.terms() : before.terms(), List.copyOf(rows)));
    }

    /**
     * {@return the sections to choose by}: where what the library would choose took hardly longer than the fastest, it
     * comes first.
     *
     * @param largest number of PEs measured; more keep the times that come with the library
     * @param cores   of the machine; the library has been measured on as many or not
     */
    List<CostSection> settled(int largest, int cores) {
        double chance = cores == CostTables.builtIn().cores() ? CHANCE_OF_AN_HOUR : CHANCE;
        List<CostSection> settled = new ArrayList<>();
        for (CostSection section : all(largest)) {
            CostSection library = builtIn(section.load());
            settled.add(new CostSection(section.backend(), section.load(), line, section.terms(),
                section.rows().stream().map(row -> row.pes() > largest ? row
                    : settled(row, section, library, chance)).toList()));
        }
        return settled;
    }

    private static CostRow settled(CostRow row, CostSection section, CostSection library, double chance) {
        Choice usual = library.choice(row.operation(), row.pes());
        long[] nanos = row.nanos().clone();
        for (int i = 0; i < nanos.length; i++) {
            int at = i;
            long fastest = section.rows().stream().filter(each -> row.sameOperation(each))
                .mapToLong(each -> each.nanos()[at]).min().orElseThrow();
            if (usual.at(row.bytes()[i]) == row.algorithm() && nanos[i] < chance * fastest) {
                nanos[i] = Math.max(1, (long) (LEAD * fastest));
            }
        }
        return new CostRow(row.operation(), row.algorithm(), row.pes(), row.bytes(), nanos);
    }

    /**
     * {@return the sections as measured}
     *
     * @param largest as above
     */
    List<CostSection> all(int largest) {
        List<CostSection> all = new ArrayList<>();
        for (CostSection section : measured.values()) {
            Stream<CostRow> more = builtIn(section.load()).rows().stream()
                .filter(row -> row.pes() > largest && Load.of(row.pes(), Machine.cores()) == section.load());
            all.add(new CostSection(section.backend(), section.load(), line, section.terms(),
                Stream.concat(section.rows().stream(), more).toList()));
        }
        return all;
    }

    /**
     * {@return the built-in sections, but for what is known of this machine's lines and signals: an algorithm is to be
     * measured on the tree that it will have}
     */
    List<CostSection> known() {
        List<CostSection> known = new ArrayList<>();
        for (Load load : Load.values()) {
            CostSection builtIn = builtIn(load);
            known.add(new CostSection(builtIn.backend(), load, line,
                measured.getOrDefault(load, builtIn).terms(), builtIn.rows()));
        }
        return known;
    }

    private static CostSection builtIn(Load load) {
        return CostTables.builtIn().section(SharedMemoryPolicy.NAME, load);
    }
}
