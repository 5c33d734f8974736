// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reports to users on the PEs of all nodes while a job runs, or hangs. */
class ReportsIT {
    private static final String MISSING = "PE 3 has not entered barrierAll";

    @BeforeAll
    static void needUcx() {
        SeveralMachines.assume();
    }

    private static Oshrun start(String what, String... options) {
        return Oshrun.start(Oshrun.words(4, Oshrun.program(NodesProgram.class, what),
            Stream.concat(Stream.of("--split", "2", "--heap-size", "1m"), Stream.of(options)).toArray(String[]::new)));
    }

    private static String tool(Oshrun job, String tool, String... words) {
        return Oshrun.run(Oshrun.home().resolve(tool), Oshrun.home(), Map.of("SHMEM_SHM_DIR", job.shm().toString()),
            List.of(words)).expect(0).out();
    }

    @Thorough
    @Test
    void toolsShowThePesOfAllNodes() {
        try (Oshrun run = start("compute", "--hang-detect", "0.5")) {
            run.awaitError("a PE has waited for 0.5 s", 1);
            run.awaitError(MISSING, 1);
            JsonArray jobs = JsonParser.parseString(tool(run, "oshstat", "--json", "--interval", "0.1"))
                .getAsJsonObject().getAsJsonArray("jobs");
            assertEquals(1, jobs.size(), jobs::toString);
            List<JsonObject> pes = jobs.get(0).getAsJsonObject().getAsJsonArray("pes").asList().stream()
                .map(pe -> pe.getAsJsonObject()).toList();
            assertEquals(List.of("waiting", "waiting", "waiting", "running"),
                pes.stream().map(pe -> pe.get("state").getAsString()).toList());
            IntStream.range(0, 4).forEach(pe -> assertTrue(pes.get(pe).get("node").getAsString()
                .startsWith(pe / 2 + " "), pes::toString));
            String stacks = tool(run, "oshrun", "stacks");
            assertTrue(stacks.contains(MISSING), stacks);
            assertTrue(stacks.contains("at " + NodesProgram.class.getName() + ".compute("), stacks);
            run.signal("QUIT");
            run.awaitError("where the PEs are:", 1);
            run.awaitError(MISSING, 2);
            run.signal("TERM");
            run.await().expect(143);
        }
    }

    @Thorough
    @Test
    void profileNamesThePeThatWaitsLeast() {
        try (Oshrun run = start("late", "--profile")) {
            String said = run.await().expect(0).err();
            assertTrue(Pattern.compile("  sumReduce +PE 3 waits least ").matcher(said).find(), said);
        }
    }

    @Thorough
    @Test
    void aThreadThatMayGoOnIsNamedAfterAWhile() {
        try (Oshrun run = start("reader")) {
            run.awaitError("oshrun: every PE waits; the job goes on, because thread \"reader\" of PE 3 may go on, at ",
                1);
            run.signal("TERM");
            run.await().expect(143);
        }
    }

    /** A thread that could have gone on keeps the first look from being the last. */
    @Test
    void deadlockOfAllNodesIsFound() {
        try (Oshrun run = start("deadlock")) {
            String said = run.await().expect(1).err();
            assertTrue(said.startsWith("oshrun: deadlock: every PE waits and none can go on\n"), said);
            Matcher since = Pattern.compile("\n +3 .* waitUntil +(\\d+\\.\\d) s  the variable \"words\"\\[1] to be"
                + " EQ 7, it is 5\n").matcher(said);
            assertTrue(since.find() && Double.parseDouble(since.group(1)) > 5, said);
            assertTrue(said.endsWith("oshrun: deadlock\n"), said);
        }
    }
}
