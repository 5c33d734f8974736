// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.collective.cost.CostRow;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.CostSection.LineCosts;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.SharedMemoryPolicy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The times that the jobs of a tuning have measured so far, in one section for each load. */
final class TunedSections {
    private final LineCosts line;
    private final Map<Load, CostSection> measured = new EnumMap<>(Load.class);

    TunedSections(LineCosts line) {
        this.line = line;
    }

    /** Adds the times of a job with another number of PEs. */
    void add(CostSection job) {
        CostSection before = measured.get(job.load());
        List<CostRow> rows = new ArrayList<>(before == null ? List.of() : before.rows());
        rows.addAll(job.rows());
        measured.put(job.load(), new CostSection(job.backend(), job.load(), line,
            before == null ? job.signal() : before.signal(), List.copyOf(rows)));
    }

    /** {@return the sections with the library's own times for more PEs than were measured} */
    List<CostSection> all(int largest) {
        List<CostSection> all = new ArrayList<>();
        for (CostSection section : measured.values()) {
            Stream<CostRow> more = builtIn(section.load()).rows().stream()
                .filter(row -> row.pes() > largest && Load.of(row.pes(), Machine.cores()) == section.load());
            all.add(new CostSection(section.backend(), section.load(), line, section.signal(),
                Stream.concat(section.rows().stream(), more).toList()));
        }
        return all;
    }

    /**
     * {@return the built-in sections with this machine's costs of lines and signals, because the shape of a tree
     * follows from them and an algorithm is to be measured on the tree that it will have}
     */
    List<CostSection> known() {
        List<CostSection> known = new ArrayList<>();
        for (Load load : Load.values()) {
            CostSection builtIn = builtIn(load);
            known.add(new CostSection(builtIn.backend(), load, line,
                measured.getOrDefault(load, builtIn).signal(), builtIn.rows()));
        }
        return known;
    }

    private static CostSection builtIn(Load load) {
        return CostTables.builtIn().section(SharedMemoryPolicy.NAME, load);
    }
}
