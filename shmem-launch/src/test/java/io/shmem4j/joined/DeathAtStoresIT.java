// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.shm.ControlLayout;
import io.shmem4j.testing.Thorough;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs of four JVMs. One is killed before a random step of join, barrier and its end: wherever that is, nobody hangs,
 * and nothing is left. The property {@code death.jobs} says how many, or {@code all} for each step once, {@code
 * death.lanes} how many at a time, {@code death.limit} how many seconds after the death nobody waits longer than.
 *
 * <p>Only those that die are fresh JVMs, started from a cache where there are many; the others join job after job.
 */
@Thorough
class DeathAtStoresIT {
    private static final String JOBS = System.getProperty("death.jobs", "6");
    private static final int LANES = Integer.getInteger("death.lanes", 1);
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(Integer.getInteger("death.limit", 20));
    /** The time in which JVMs start and join. */
    private static final long ALIVE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = 200_000;
    /** Jobs that pay for a start-up cache, which is made in some seconds. */
    private static final int MANY = 50;
    private static final int PES = 4;
    private static final int NEVER = 1 << 30;
    /** Commands of each member before it reports its steps. */
    private static final int COMMANDS = 3;
    private static final List<String> ENDS = List.of("finish", "exit 3", "close");

    private final Random random = new Random(Long.getLong("death.seed", System.nanoTime()));
    private final Queue<Death> deaths = new ConcurrentLinkedQueue<>();
    @TempDir
    private Path folder;
    private String mortal;
    private List<String> flags = List.of();

    /** One job: whether the member that dies comes first and makes it, how it would end, the step before its death. */
    private record Death(boolean first, String end, int step) {
        @Override
        public String toString() {
            return (first ? "first, " : "last, ") + end + ", step " + step;
        }
    }

    @Test
    void whereverAMemberDiesNobodyHangs() throws Exception {
        mortal = Mortal.classPath(folder, ShellProgram.class);
        long longest = 0;
        plan();
        int jobs = deaths.size();
        if (jobs > MANY) {
            makeCache();
        }
        try (ExecutorService lanes = Executors.newFixedThreadPool(LANES)) {
            List<Future<Long>> all = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                all.add(lanes.submit(this::lane));
            }
            for (Future<Long> lane : all) {
                longest = Math.max(longest, lane.get());
            }
        }
        System.out.printf("%d JVMs killed before a step, nobody waits longer than %.2f s%n", jobs, longest / 1e9);
    }

    private void plan() {
        List<Death> all = new ArrayList<>();
        try (Lane lane = new Lane()) {
            for (boolean first : new boolean[] {true, false}) {
                for (String end : ENDS) {
                    int steps = lane.run(new Death(first, end, NEVER), lane.victim());
                    int wanted = JOBS.equals("all") ? steps : Math.ceilDiv(Integer.parseInt(JOBS), 2 * ENDS.size());
                    for (int i = 1; i <= wanted; i++) {
                        all.add(new Death(first, end, JOBS.equals("all") ? i : 1 + random.nextInt(steps)));
                    }
                }
            }
        }
        Collections.shuffle(all, random);
        deaths.addAll(all);
    }

    /** Has a JVM that does not die leave its classes for those that come. */
    private void makeCache() {
        Path cache = folder.resolve("mortal.aot");
        flags = List.of("-XX:AOTCacheOutput=" + cache);
        try (Shells shells = new Shells()) {
            Shells.Shell trained = shells.begin(flags, mortal, Map.of(), ShellProgram.class);
            trained.hearsReady();
            for (String end : ENDS) {
                trained.say("die " + NEVER).say("join alone 0 1").say("barrier").say(end);
                for (int line = 0; line <= COMMANDS; line++) {
                    trained.line();
                }
            }
            assertEquals(0, trained.end());
        }
        flags = List.of("-XX:AOTCache=" + cache);
    }

    /** Does jobs while there are some, and {@return the longest time that somebody has waited} */
    private long lane() {
        try (Lane lane = new Lane()) {
            Shells.Shell victim = lane.victim();
            for (Death death = deaths.poll(); death != null; death = deaths.poll()) {
                Shells.Shell next = lane.victim();
                lane.run(death, victim);
                victim = next;
            }
            return lane.longest;
        } finally {
            deaths.clear();
        }
    }

    /** Jobs one after the other, in a folder of their own. */
    private final class Lane implements AutoCloseable {
        private final Shells shells = new Shells();
        /** The last of them takes the place of one that has died before it was a member. */
        private final List<Shells.Shell> others = shells.start(PES);
        private final int[] left = new int[PES];
        private long longest;

        /** {@return a JVM that may not be ready yet} */
        Shells.Shell victim() {
            return shells.begin(flags, mortal, Map.of(), ShellProgram.class);
        }

        /**
         * Runs a job whose PE 3 dies before a step, and another one with the others.
         *
         * @return the steps that it has taken, where it does not die
         */
        int run(Death death, Shells.Shell victim) {
            victim.hearsReady();
            String commands = String.join("\nmain ", "die " + death.step, "join death 3 4", "barrier", death.end,
                "steps " + death.step);
            if (death.first) {
                victim.say(commands);
                while (victim.isAlive() && JoinIT.membership(victim, "death", PES - 1) != ControlLayout.MEMBER) {
                    LockSupport.parkNanos(LOOK_NANOS);
                }
            }
            for (int pe = 0; pe < PES - 1; pe++) {
                join(pe);
            }
            if (!death.first) {
                victim.say(commands);
            }
            int steps = death.step == NEVER ? steps(victim) : 0;
            await(victim, death);
            victim.kill();
            // The next one to come removes what the dead has left, some seconds later where that says not whose it is.
            shells.age();
            List<Shells.Shell> two = others.subList(0, 2);
            two.forEach(pe -> pe.say("join death any 2").say("finish"));
            two.forEach(pe -> assertLinesMatch(List.of("main PE [01] of 2"), List.of(pe.line()), death::toString));
            two.forEach(pe -> pe.hears("finish"));
            shells.expectNothing();
            return steps;
        }

        private void join(int pe) {
            others.get(pe).say("join death " + pe + " 4").say("barrier").say("finish");
            left[pe] = COMMANDS;
        }

        private static int steps(Shells.Shell victim) {
            for (int line = 0; line <= COMMANDS; line++) {
                victim.line();
            }
            return Integer.parseInt(victim.line().substring("main steps ".length()));
        }

        /**
         * Waits until all have answered. Some may wait for a PE that has died before it was one, and for PEs that have
         * heard of the death before these came: then the others join once more.
         */
        private void await(Shells.Shell victim, Death death) {
            long start = System.nanoTime();
            boolean dead = false;
            while (Arrays.stream(left).sum() > 0) {
                if (!dead && !victim.isAlive()) {
                    dead = true;
                    start = System.nanoTime();
                }
                for (int pe = 0; pe < PES; pe++) {
                    left[pe] -= left[pe] == 0 || others.get(pe).lineIfAny() == null ? 0 : 1;
                }
                if (dead && othersAreAwaited(victim)) {
                    start = System.nanoTime();
                    for (int pe = 0; pe < PES; pe++) {
                        if (left[pe] == 0) {
                            join(pe);
                        }
                    }
                }
                assertTrue(System.nanoTime() - start < (dead ? LIMIT_NANOS : ALIVE_NANOS),
                    () -> death + ": missing answers of PEs " + Arrays.toString(left));
                LockSupport.parkNanos(LOOK_NANOS);
            }
            if (dead) {
                longest = Math.max(longest, System.nanoTime() - start);
            }
        }

        /** {@return whether those that have not answered wait for those that have} */
        private boolean othersAreAwaited(Shells.Shell victim) {
            boolean awaited = false;
            for (int pe = 0; pe < PES; pe++) {
                if (JoinIT.membership(victim, "death", pe) != (left[pe] > 0 ? ControlLayout.MEMBER
                    : ControlLayout.FREE)) {
                    return false;
                }
                awaited |= left[pe] == 0;
            }
            return awaited;
        }

        @Override
        public void close() {
            shells.close();
        }
    }
}
