// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The races of one access, gathered while locks are held, and reported when they are not: one for each other place. */
final class Conflicts {
    private final ThreadRaces thread;
    private final List<Conflict> found = new ArrayList<>();
    /** Pairs of sites that need no report any more. */
    private final Set<Long> told = new HashSet<>();

    Conflicts(ThreadRaces thread) {
        this.thread = thread;
    }

    void add(Shadow.Access access, long other, int pe, long from, long to) {
        if (told.contains((long) access.site << 32 | Shadow.site(other))) {
            return;
        }
        for (int i = 0; i < found.size(); i++) {
            Conflict each = found.get(i);
            if (Shadow.site(each.other) == Shadow.site(other) && Shadow.agent(each.other) == Shadow.agent(other)) {
                found.set(i, new Conflict(each.kind, each.agent, each.site, each.other, each.pe, Math.min(each.from,
                    from), Math.max(each.to, to)));
                return;
            }
        }
        found.add(new Conflict(access.kind, access.agent, access.site, other, pe, from, to));
    }

    void report() {
        if (!found.isEmpty()) {
            List<Conflict> now = List.copyOf(found);
            found.clear();
            for (Conflict each : now) {
                if (thread.pe.job.reports.add(thread, each)) {
                    told.add((long) each.site << 32 | Shadow.site(each.other));
                }
            }
        }
    }

    /** Two accesses and the bytes that they have in common. */
    record Conflict(int kind, int agent, int site, long other, int pe, long from, long to) {
    }
}
