// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.shm.ControlLayout;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs of four JVMs. One is killed before a random step of join, barrier and its end: wherever that is, nobody hangs,
 * and nothing is left. The property {@code death.jobs} says how many, or {@code all} for each step once.
 */
@Thorough
class DeathAtStoresIT {
    private static final String JOBS = System.getProperty("death.jobs", "6");
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(Integer.getInteger("death.limit", 20));
    private static final int PES = 4;
    private static final int NEVER = 1 << 30;
    /** Commands of each member before it reports its steps. */
    private static final int COMMANDS = 3;
    private static final List<String> ENDS = List.of("finish", "exit 3", "close");

    private final Random random = new Random(Long.getLong("death.seed", System.nanoTime()));
    @TempDir
    private Path folder;
    private Shells shells;
    private List<Shells.Shell> others;
    private long longest;

    @Test
    void whereverAMemberDiesNobodyHangs() throws IOException {
        String mortal = Mortal.classPath(folder, ShellProgram.class);
        try (Shells jvms = new Shells()) {
            shells = jvms;
            others = shells.start(PES);
            int jobs = 0;
            for (boolean first : new boolean[] {true, false}) {
                for (String end : ENDS) {
                    int steps = run(mortal, first, end, NEVER);
                    int wanted = JOBS.equals("all") ? steps : Math.ceilDiv(Integer.parseInt(JOBS), 2 * ENDS.size());
                    for (int i = 1; i <= wanted; i++, jobs++) {
                        run(mortal, first, end, JOBS.equals("all") ? i : 1 + random.nextInt(steps));
                    }
                }
            }
            System.out.printf("%d JVMs killed before a step, nobody waits longer than %.2f s%n", jobs, longest / 1e9);
        }
    }

    /**
     * Runs a job whose PE 3 dies before a step, and another one with the others.
     *
     * @param first whether it comes first, and makes the job
     * @return the steps that it has taken, where it does not die
     */
    private int run(String mortal, boolean first, String end, int step) {
        Shells.Shell victim = shells.start(mortal);
        String commands = String.join("\nmain ", "die " + step, "join death 3 4", "barrier", end, "steps " + step);
        if (first) {
            victim.say(commands);
            while (victim.isAlive() && JoinIT.membership(victim, "death", PES - 1) != ControlLayout.MEMBER) {
                Thread.onSpinWait();
            }
        }
        for (int pe = 0; pe < PES - 1; pe++) {
            others.get(pe).say("join death " + pe + " 4").say("barrier").say("finish");
        }
        if (!first) {
            victim.say(commands);
        }
        int steps = step == NEVER ? steps(victim) : 0;
        await(victim, (first ? "first, " : "last, ") + end + ", step " + step);
        victim.kill();
        // The next one to come removes what the dead has left, some seconds later where that says not whose it is.
        shells.age();
        List.of("join death any 2", "finish").forEach(command -> others.subList(0, 2).forEach(pe -> pe.say(command)));
        others.subList(0, 2).forEach(pe -> assertTrue(pe.line().matches("main PE [01] of 2")));
        others.subList(0, 2).forEach(pe -> pe.hears("finish"));
        shells.expectNothing();
        return steps;
    }

    private static int steps(Shells.Shell victim) {
        for (int line = 0; line <= COMMANDS; line++) {
            victim.line();
        }
        return Integer.parseInt(victim.line().substring("main steps ".length()));
    }

    /** Waits until all have answered; somebody else comes in the place of a PE that has died before it was one. */
    private void await(Shells.Shell victim, String what) {
        long start = System.nanoTime();
        boolean replaced = false;
        for (int left = COMMANDS * (PES - 1); left > 0;) {
            for (Shells.Shell other : others) {
                left -= other.lineIfAny() == null ? 0 : 1;
            }
            if (!replaced && !victim.isAlive() && isAwaited(victim)) {
                replaced = true;
                left += COMMANDS;
                start = System.nanoTime();
                others.get(PES - 1).say("join death 3 4").say("barrier").say("finish");
            }
            String hang = what + ": " + left + " answers are missing, replaced " + replaced;
            assertTrue(System.nanoTime() - start < LIMIT_NANOS, hang);
            Thread.onSpinWait();
        }
        longest = Math.max(longest, System.nanoTime() - start);
    }

    /** {@return whether only the PE of a JVM is missing in the job} */
    private static boolean isAwaited(Shells.Shell victim) {
        for (int pe = 0; pe < PES; pe++) {
            int expected = pe < PES - 1 ? ControlLayout.MEMBER : ControlLayout.FREE;
            if (JoinIT.membership(victim, "death", pe) != expected) {
                return false;
            }
        }
        return true;
    }
}
