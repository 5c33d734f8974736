// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Block;
import io.shmem4j.engine.Fault;
import java.util.List;
import java.util.function.Predicate;

/** What a program has not given back when its session ends. */
final class Leaks {
    private Leaks() {
    }

    /** A private context belongs to a thread, which must have closed it. */
    static void refusePrivateContexts(List<Team> teams) {
        for (Team team : teams) {
            for (TeamContext context : team.contexts()) {
                if (context.isPrivate()) {
                    throw new IllegalStateException(Fault.where() + ": still open is " + context.describe()
                        + "; private contexts are closed before the library ends");
                }
            }
        }
    }

    /** Lists everything on standard error. Blocks are the same on all PEs, so PE 0 alone lists them. */
    static void report(int pe, List<Block> blocks, List<Team> teams, Predicate<Team> predefined) {
        StringBuilder text = new StringBuilder();
        if (pe == 0) {
            blocks.forEach(b -> line(text, b.toString() + " was never freed"));
        }
        for (Team team : teams) {
            if (!team.isDestroyed() && !predefined.test(team)) {
                line(text, team + ", made at " + team.site() + ", was never destroyed");
            }
            team.contexts().forEach(c -> line(text, c.describe() + ", was never closed"));
        }
        if (!text.isEmpty()) {
            System.err.print(Fault.where() + ": the library ends, and" + System.lineSeparator() + text);
        }
    }

    private static void line(StringBuilder text, String what) {
        text.append("  ").append(what).append(System.lineSeparator());
    }
}
