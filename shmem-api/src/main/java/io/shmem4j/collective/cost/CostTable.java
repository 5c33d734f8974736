// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import io.shmem4j.collective.cost.CostSection.Load;
import java.util.List;

/** Measured costs of a machine; {@link CostTableReader} describes their file. */
public record CostTable(String source, int cores, String machine, List<CostSection> sections) {
    public CostSection section(String backend, Load load) {
        CostSection nearest = sections.getFirst();
        for (CostSection section : sections) {
            if (section.backend().equals(backend)) {
                if (section.load() == load) {
                    return section;
                }
                nearest = section;
            }
        }
        return nearest;
    }

    public boolean knows(String backend) {
        return sections.stream().anyMatch(section -> section.backend().equals(backend));
    }

    /** A table of costs that can't be used; the message starts with the file, the line and the field. */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed(String file, int line, String field, String problem) {
            super(file + ":" + line + ": " + field + ": " + problem);
        }
    }
}
