// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Weekly;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Many jobs in a row that four JVMs join. In every other job one is killed, or stopped for moments: nobody hangs, the
 * survivors name the dead, and nothing is left behind. The property {@code join.soak.jobs} says how many.
 */
@Weekly
class JoinSoakIT {
    private static final int JOBS = Integer.getInteger("join.soak.jobs", 6);
    private static final int PES = 4;

    private final Random random = new Random(Long.getLong("join.soak.seed", 1));
    private List<Shells.Shell> members;

    @Test
    void jobsFollowOneAnother() {
        long start = System.nanoTime();
        try (Shells shells = new Shells()) {
            members = shells.start(PES);
            for (int job = 0; job < JOBS; job++) {
                if (job % 2 == 0) {
                    join(PES);
                    members.forEach(member -> member.say("sum"));
                    members.forEach(member -> member.hears("sum 1010101"));
                    members.forEach(member -> member.say("finish"));
                    members.forEach(member -> member.hears("finish"));
                } else {
                    int victim = random.nextInt(PES);
                    long pid = members.get(victim).pid();
                    boolean early = random.nextBoolean();
                    if (early) {
                        killBeforeTheLastJoins(victim);
                    } else {
                        killInABarrier(victim);
                    }
                    String died = "JobFailedException: job soak: PE " + victim + " (process " + pid
                        + ") has died: its JVM was killed, or ended without finish or close";
                    List<Shells.Shell> survivors = new ArrayList<>(members);
                    survivors.remove(victim);
                    if (early) {
                        Shells.Shell last = members.get((victim + 1) % PES);
                        survivors.remove(last);
                        expectDeathOrNobody(last, died, (victim + 1) % PES);
                    }
                    survivors.forEach(survivor -> survivor.hears(died));
                    members.set(victim, shells.start(1).getFirst());
                }
                shells.expectNothing();
            }
        }
        System.out.printf("soak: %d jobs that JVMs have joined, %.1f s%n", JOBS, (System.nanoTime() - start) / 1e9);
    }

    /** Each goes from job to job at its own pace, and is stopped for moments, wherever it is then. */
    @Test
    void membersAreStoppedAtAnyMoment() throws IOException, InterruptedException {
        try (Shells shells = new Shells()) {
            members = shells.start(PES);
            Process stopper = new ProcessBuilder("sh", "-c", "while read -r pid time; do kill -STOP $pid; sleep $time; "
                + "kill -CONT $pid; echo $pid; done").start();
            Thread trouble = new Thread(() -> stop(stopper));
            trouble.start();
            for (int job = 0; job < JOBS; job++) {
                for (int pe = 0; pe < PES; pe++) {
                    members.get(pe).say("join stopped " + (job % 2 == 0 ? "any" : pe) + " " + PES).say("sum")
                        .say("finish");
                }
            }
            for (int job = 0; job < JOBS; job++) {
                for (Shells.Shell member : members) {
                    String joined = member.line();
                    assertTrue(joined.matches("main PE [0-3] of 4"), joined);
                    member.hears("sum 1010101");
                    member.hears("finish");
                }
            }
            trouble.interrupt();
            trouble.join();
            shells.expectNothing();
        }
    }

    private void stop(Process stopper) {
        try (BufferedWriter to = stopper.outputWriter(StandardCharsets.UTF_8);
            BufferedReader done = stopper.inputReader(StandardCharsets.UTF_8)) {
            while (!Thread.interrupted()) {
                to.write(members.get(random.nextInt(PES)).pid() + " 0.0" + (1 + random.nextInt(40)) + "\n");
                to.flush();
                done.readLine();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void join(int count) {
        for (int pe = 0; pe < count; pe++) {
            members.get(pe).say("join soak " + pe + " " + PES);
        }
        for (int pe = 0; pe < count; pe++) {
            members.get(pe).hears("PE " + pe + " of " + PES);
        }
    }

    private void killInABarrier(int victim) {
        join(PES);
        for (int pe = 0; pe < PES; pe++) {
            if (pe != victim) {
                members.get(pe).say("barrier");
            }
        }
        members.get(victim).kill();
    }

    /** The last one comes when the one before it, which holds its PE, has been killed. */
    private void killBeforeTheLastJoins(int victim) {
        int last = (victim + 1) % PES;
        members.get(victim).say("join soak " + victim + " " + PES);
        JoinIT.awaitMember(members.get(victim), "soak", victim);
        for (int pe = 0; pe < PES; pe++) {
            if (pe != victim && pe != last) {
                members.get(pe).say("join soak " + pe + " " + PES);
                JoinIT.awaitMember(members.get(pe), "soak", pe);
            }
        }
        members.get(victim).kill();
        members.get(last).say("join soak " + last + " " + PES + " limit 5000");
    }

    /** If the others have found the death and gone before the last one comes, it begins a job and is alone. */
    private static void expectDeathOrNobody(Shells.Shell last, String died, int pe) {
        String answer = last.line();
        if (!answer.equals("main " + died)) {
            assertTrue(answer.contains(" have not joined in time; there is PE " + pe + " (process " + last.pid()
                + "). "), answer);
        }
    }
}
