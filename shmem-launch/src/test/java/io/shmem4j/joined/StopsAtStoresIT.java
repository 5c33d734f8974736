// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A JVM is stopped before a random one of its steps in a join, a recovery, a barrier, a finish, a close or the end of
 * its job, for longer than the times after which others conclude; some of these steps are made with a lock. Another JVM
 * closes meanwhile, or does its part in the same call. Stopped PEs hold up others but harm nobody: all calls end well
 * when it continues, both JVMs join again, and no files are left. The property {@code stops} says how many stops for
 * each call, or {@code all}.
 */
@Thorough
class StopsAtStoresIT {
    private static final String STOPS = System.getProperty("stops", "8");
    private static final long TIME_MILLIS = 100;
    private static final long STOP_NANOS = TimeUnit.MILLISECONDS.toNanos(4 * TIME_MILLIS);
    private static final int NEVER = 1 << 30;
    private static final List<String> CALLS = List.of("close", "join", "recover", "finish", "begin", "barrier", "exit");
    private static final String[] TIMES = {"leaver", "abort.report", "shut", "membership", "register", "young"};

    private final Random random = new Random(Long.getLong("stops.seed", System.nanoTime()));
    @TempDir
    private Path folder;
    private Shells.Shell victim;
    private Shells.Shell other;

    @Test
    void whereverAJvmIsStoppedNobodyIsHarmed() throws IOException {
        List<String> flags = List.of(TIMES).stream().map(time -> "-Dshmem4j.time." + time + "=" + TIME_MILLIS).toList();
        try (Shells shells = new Shells()) {
            victim = shells.begin(flags, Mortal.classPath(folder, ShellProgram.class), Map.of(), ShellProgram.class);
            other = shells.startWith(flags.toArray(new String[0]));
            victim.hearsReady();
            int stops = 0;
            for (String call : CALLS) {
                int steps = run(call, NEVER);
                int wanted = STOPS.equals("all") ? steps : Math.min(steps, Integer.parseInt(STOPS));
                for (int stop = 1; stop <= wanted; stop++) {
                    run(call, STOPS.equals("all") ? stop : 1 + random.nextInt(steps));
                    shells.expectNothing();
                }
                stops += wanted;
            }
            System.out.printf("a JVM stopped before %d steps%n", stops);
        }
    }

    /** Another JVM that has come back since takes it for one that runs another program, and is told so. */
    @Test
    void allocationIsRefusedWhileAJvmIsStoppedInABarrier() {
        try (Shells shells = new Shells()) {
            victim = shells.startWith();
            other = shells.startWith("-Dshmem4j.time.stranded=" + TIME_MILLIS);
            bothJoin();
            other.does("close", "close");
            other.does("join svc 1 2 outliving yes", "PE 1 of 2");
            both("recover", "recover");
            victim.say("barrier");
            List<String> stacks = List.of("stacks", "svc", "--shm-dir", shells.shm().toString());
            while (!Oshrun.run(stacks).expect(0).out().contains("waits in barrierAll")) {
                Thread.onSpinWait();
            }
            Oshrun.signal(victim.pid(), "STOP");
            other.does("barrier", "barrier");
            String said = other.say("allocate").line();
            assertTrue(said.endsWith("the other PEs wait for this one in a collective"), said);
            Oshrun.signal(victim.pid(), "CONT");
            victim.hears("barrier");
            both("allocate", "allocate");
            both("finish", "finish");
            shells.expectNothing();
        }
    }

    private void both(String command, String answers) {
        victim.say(command.replace("#", "0"));
        other.say(command.replace("#", "1"));
        victim.hears(answers.replace("#", "0"));
        other.hears(answers.replace("#", "1"));
    }

    private void bothJoin() {
        both("join svc # 2 outliving yes", "PE # of 2");
    }

    /** {@return the steps that the victim takes in a call, if it does not stop} */
    private int run(String call, int step) {
        return switch (call) {
            case "begin" -> begin(step);
            case "barrier" -> barrier(step);
            case "exit" -> exit(step);
            default -> meet(call, step);
        };
    }

    /** {@return whether the victim stops in a call} */
    private boolean stopsIn(String call, int step) {
        victim.does("stop " + step, "stop");
        victim.say(call);
        boolean stops = step < NEVER && victim.line().equals("stops");
        if (stops) {
            Oshrun.awaitStop(victim.pid());
        }
        return stops;
    }

    private void goOn() {
        LockSupport.parkNanos(STOP_NANOS);
        Oshrun.signal(victim.pid(), "CONT");
    }

    private int endSteps(int step) {
        int steps = step == NEVER ? Integer.parseInt(victim.say("steps " + step).line().substring("main steps "
            .length())) : 0;
        victim.does("stop " + NEVER, "stop");
        return steps;
    }

    /** It makes the job's files, of which others may think that nobody has them. */
    private int begin(int step) {
        boolean stops = stopsIn("join svc 0 2 outliving yes", step);
        String join = "join svc 1 2 outliving yes";
        other.say(join);
        if (stops) {
            goOn();
        }
        if (stops || step == NEVER) {
            victim.hears("PE 0 of 2");
        }
        for (String said = other.line(); !said.equals("main PE 1 of 2"); said = other.say(join).line()) {
            // It may not wait that long for a lock of the other.
            assertTrue(said.contains("lock"), said);
        }
        int steps = endSteps(step);
        both("barrier", "barrier");
        both("finish", "finish");
        return steps;
    }

    /** It meets the other in a barrier. */
    private int barrier(int step) {
        bothJoin();
        both("recover", "recover");
        boolean stops = stopsIn("barrier", step);
        other.say("barrier");
        if (stops) {
            goOn();
        }
        if (stops || step == NEVER) {
            victim.hears("barrier");
        }
        other.hears("barrier");
        int steps = endSteps(step);
        both("finish", "finish");
        return steps;
    }

    /** It ends the job, and the other learns why. */
    private int exit(int step) {
        bothJoin();
        boolean stops = stopsIn("exit 3", step);
        other.say("barrier");
        if (stops) {
            goOn();
        }
        if (stops || step == NEVER) {
            victim.hears("PE 0 has ended job svc with status 3");
        }
        String said = other.line();
        assertTrue(said.endsWith(" has ended the job with status 3"), said);
        int steps = endSteps(step);
        both("close", "close");
        // If the other could not look whether it was the last, this job removes the files of the ended one.
        bothJoin();
        both("finish", "finish");
        return steps;
    }

    private int meet(String call, int step) {
        boolean joins = call.equals("join");
        bothJoin();
        if (joins || call.equals("recover")) {
            victim.does("close", "close");
        }
        if (call.equals("recover")) {
            victim.does("join svc 0 2 outliving yes", "PE 0 of 2");
        }
        boolean stops = stopsIn(joins ? "join svc 0 2 outliving yes" : call, step);
        other.say(joins ? "close" : call);
        if (joins || call.equals("close")) {
            // It waits for nobody.
            other.hears("close");
        }
        if (stops) {
            goOn();
        }
        if (joins) {
            other.does("join svc 1 2 outliving yes", "PE 1 of 2");
        } else if (!call.equals("close")) {
            other.hears(call);
        }
        if (stops || step == NEVER) {
            victim.hears(joins ? "PE 0 of 2" : call);
        }
        int steps = endSteps(step);
        if (call.equals("close") || call.equals("finish")) {
            bothJoin();
        }
        both("recover", "recover");
        both("barrier", "barrier");
        both("finish", "finish");
        return steps;
    }
}
