// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.launch.RespawnProgram;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs that outlive a PE which is killed before a random one of its steps: in its start, allocations, barriers, splits,
 * reductions, recovery or end. The others and the next life go on to the right end. The property {@code outlive.steps}
 * says how many jobs, {@code outlive.first} and {@code outlive.every} from which step on and how far apart instead.
 */
@Thorough
class OutliveAtStoresIT {
    private static final int JOBS = Integer.getInteger("outlive.steps", 2);
    private static final int FIRST = Integer.getInteger("outlive.first", 0);
    private static final int EVERY = Integer.getInteger("outlive.every", 1);
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int PES = 3;
    private static final int NEVER = 1 << 30;

    private final Random random = new Random(Long.getLong("outlive.seed", System.nanoTime()));
    @TempDir
    private Path folder;

    @Test
    void whereverAPeDiesAllComeToTheRightEnd() throws IOException {
        String mortal = Mortal.classPath(folder, MortalProgram.class) + File.pathSeparator
            + Oshrun.classPath(RespawnProgram.class);
        try (Shells shells = new Shells()) {
            int steps = run(shells, mortal, 0, NEVER);
            for (int job = 0; job < JOBS; job++) {
                run(shells, mortal, random.nextInt(PES), FIRST > 0 ? FIRST + job * EVERY : 1 + random.nextInt(steps));
            }
            System.out.printf("%d JVMs killed before one of some %d steps, all outlived%n", JOBS, steps);
        }
    }

    /** {@return the steps that a PE takes in all, where it does not die} */
    private static int run(Shells shells, String mortal, int victim, int step) {
        String what = "PE " + victim + " before step " + step;
        List<Shells.Shell> members = new ArrayList<>();
        for (int pe = 0; pe < PES; pe++) {
            members.add(pe == victim ? shells.begin(mortal, environment(pe), MortalProgram.class, step + "", "5")
                : shells.begin(environment(pe), RespawnProgram.class, "5"));
        }
        Shells.Shell next = null;
        long start = System.nanoTime();
        while (members.stream().anyMatch(Shells.Shell::isAlive)) {
            if (next == null && !members.get(victim).isAlive() && members.get(victim).await() != 0) {
                next = shells.begin(environment(victim), RespawnProgram.class, "5");
            }
            assertTrue(System.nanoTime() - start < LIMIT_NANOS, what + ": hangs");
            Thread.onSpinWait();
        }
        // It may be the last one, behind the end of all.
        boolean died = members.get(victim).await() != 0;
        int steps = 0;
        for (int pe = 0; pe < PES; pe++) {
            if (pe != victim || !died) {
                String line = members.get(pe).line();
                assertTrue(line.matches("PE " + pe + ": life \\d+, sum 12, late 31, fallen \\[]"), what + ": " + line);
            }
        }
        if (!died) {
            steps = Integer.parseInt(members.get(victim).line());
        } else if (next != null && next.isAlive()) {
            // The others may have come to the end without it.
            next.kill();
        }
        shells.age();
        return steps;
    }

    private static Map<String, String> environment(int pe) {
        return new HashMap<>(Map.of("SHMEM_JOIN", "steps", "SHMEM_OUTLIVE", "1", "SHMEM_NPES", Integer.toString(PES),
            "SHMEM_PE", Integer.toString(pe)));
    }

    /** Dies before the step that the first word says. */
    static final class MortalProgram {
        private MortalProgram() {
        }

        public static void main(String[] args) throws Exception {
            int step = Integer.parseInt(args[0]);
            Mortal.dieBefore(step);
            RespawnProgram.main(new String[] {args[1]});
            System.out.println(Mortal.counted(step));
        }
    }
}
