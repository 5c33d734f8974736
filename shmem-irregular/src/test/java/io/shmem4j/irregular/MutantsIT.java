// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.shmem4j.irregular.Mutants.Judged;
import io.shmem4j.irregular.Mutants.Mutant;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Explorations of the library's protocols notice that a call of them is missing: {@code -Dmutants=} says how many
 * changes are tried, of 60, and {@code -Dmutants.seconds=} how long each.
 */
class MutantsIT {
    private static final int COUNT = Integer.getInteger("mutants", 2);
    private static final int SECONDS = Integer.getInteger("mutants.seconds", 60);
    /**
     * Changes that no schedule shows: a sender's stage grows instead of a wait; a repair or a copy does the same in
     * either order; collectives of several nodes are never explored; nobody reads where an operation is that has not
     * named its word; a lock of a dead PE is known by the PE's life, too.
     */
    private static final List<String> EQUIVALENT = List.of("await(() -> lanes.flush(pe), null);",
        "region.set(base + BITS, bits, pe);", "region.put(RING + place, some, 0, first, pe);",
        "staging.announce(); team.copy(dest,", "team.signal(child);", "leaders.signal(peer);",
        "meeting.dismiss();", "slots.set(EVIDENCE, 0, me);", "where(pe, lock), me); slots.set(NUMBER,",
        "pe); slots.set(HOLDS, 0, me);");

    @TempDir
    private Path folder;

    @Weekly
    @Test
    void explorationsFindWhatIsMissing() throws Exception {
        List<Mutant> all = Mutants.chosen(Oshrun.home());
        List<String> survivors = new ArrayList<>();
        int count = Math.min(COUNT, all.size());
        for (int i = 0; i < count; i++) {
            Mutant mutant = all.get(i * all.size() / count);
            Judged judged = Mutants.judge(mutant, Files.createDirectories(folder.resolve("mutant" + i)), SECONDS);
            System.out.printf("%s | %.0f s | %s%n", mutant, judged.seconds(), judged.found() == null ? "survives"
                : judged.found());
            if (judged.found() == null && EQUIVALENT.stream().noneMatch(mutant.toString()::contains)) {
                survivors.add(mutant.toString());
            }
        }
        assertEquals(List.of(), survivors);
    }

    @Thorough
    @Test
    void explorationsFindNothingInTheLibraryWherePesShareACore() throws Exception {
        assertNull(Mutants.explore(Mutants.PATH, folder, 10, true, List.of("alltoall", "collect", "reduce RECDBL")));
    }
}
