// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import static io.shmem4j.testing.ConformanceRun.QUICKLY_COMPILED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** All cases in processes, in a JVM that PEs share, on two nodes and on a simulated machine. */
@Execution(ExecutionMode.CONCURRENT)
class ChannelIT {
    private static void runAll(int np, String... options) {
        run(np, ChannelCases.names(), options);
    }

    private static void run(int np, List<String> cases, String... options) {
        List<String> words = new ArrayList<>(List.of("--timeout", "120"));
        words.addAll(Arrays.asList(options));
        List<String> program = Oshrun.program(ChannelCases.class, cases.toArray(String[]::new));
        Oshrun.Result result = Oshrun.run(Oshrun.words(np, program, words.toArray(String[]::new))).expect(0);
        assertEquals(cases.stream().map(name -> "passed " + name).toList(), result.outLines(), result::err);
        assertEquals("", result.errors());
    }

    @Test
    void inProcesses() {
        runAll(3, "--pes-per-jvm", "1", QUICKLY_COMPILED);
    }

    @Thorough
    @Test
    void inOneProcess() {
        runAll(1, QUICKLY_COMPILED);
    }

    @Thorough
    @Test
    void inASharedJvm() {
        runAll(4, "--pes-per-jvm", "2");
    }

    @Thorough
    @Test
    void ofManyPes() {
        runAll(40, "--pes-per-jvm", "20");
    }

    @Thorough
    @Test
    void longMessagesOfMorePes() {
        run(128, List.of("offersOfLongMessagesLeaveWithLaterCalls", "longMessagesLandWhereTheReceiverWants"),
            "--pes-per-jvm", "64");
    }

    @Thorough
    @Test
    void seenByTheRaceDetector() {
        runAll(3, "--race", QUICKLY_COMPILED);
    }

    @Test
    void onTwoNodes() {
        SeveralMachines.assume();
        runAll(4, "--split", "2", QUICKLY_COMPILED);
    }

    @Thorough
    @Test
    void onASimulatedMachine() {
        runAll(4, "--backend", "sim", QUICKLY_COMPILED);
    }

    private static String report(String... args) {
        return Oshrun.run(Oshrun.words(2, Oshrun.program(Stuck.class, args), "--timeout", "60", "--pes-per-jvm", "1",
            QUICKLY_COMPILED)).expect(1).err();
    }

    @Test
    void aDeadlockNamesTheCallAndThePeer() {
        String taking = report();
        assertTrue(taking.contains("PE 1 waits in Channel.take for a message")
            && taking.contains("it is at io.shmem4j.channel.Stuck.main"), taking);
        String sending = report("send");
        assertTrue(sending.contains("Channel.send")
            && sending.contains("for room for a message with tag 5 of channel on PE 1"), sending);
        assertTrue(sending.contains("PE 1, which has not read 2 messages of 3048 bytes and waits in"), sending);
    }

    @Test
    void aReaderThatDiesBehindAPadGoesOnThere() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(KilledBehindPad.class), "--respawn", "1",
            "--pes-per-jvm", "1", "--timeout", "60", QUICKLY_COMPILED)).expect(0);
        assertEquals(List.of("read 8"), result.outLines(), result::err);
    }

    @Test
    void aProfileNamesTheCallsOfTheProgram() {
        String profile = Oshrun.run(Oshrun.words(2, Oshrun.program(Stuck.class, "talk"), "--profile")).expect(0).err();
        for (String line : List.of("send +3 +240 .*", "take +3 +0 .*", "poll +[0-9]+ +0 .*", "Channel.finish +2 +0 .*",
            "publish +1 +16 .*", "inc +3 .*")) {
            assertTrue(profile.lines().anyMatch(each -> each.matches(line)), line + " in\n" + profile);
        }
        assertFalse(profile.lines().anyMatch(each -> each.matches("(put|get|fence) .*")), profile);
    }
}
