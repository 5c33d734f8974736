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

    private static String report(int np, List<String> args, String... options) {
        List<String> words = new ArrayList<>(List.of("--timeout", "60", QUICKLY_COMPILED));
        words.addAll(Arrays.asList(options));
        return Oshrun.run(Oshrun.words(np, Oshrun.program(Stuck.class, args.toArray(String[]::new)),
            words.toArray(String[]::new))).expect(1).err();
    }

    @Test
    void aDeadlockNamesTheCall() {
        String taking = report(2, List.of(), "--pes-per-jvm", "1");
        assertTrue(taking.contains("PE 1 waits in Channel.take for a message of channel; no PE has made that true; it"
            + " is at io.shmem4j.channel.Stuck.main"), taking);
    }

    /** Requires in a report what a team's sender, a feed's writer and a PE that keeps a message know. */
    private static void assertNamesMessages(String ofTeam, String ofReader, String report) {
        for (String sentence : List.of(
            "PE 0 waits in Channel.send for room for a message with tag 9 of feed behind PE 2, which has not"
                + " acknowledged 56 messages of 2688 bytes (the first has tag 9) and waits in allocate",
            "PE 1 waits in Channel.send for room for a message with tag 6 of channel behind PE 2, which " + ofTeam
                + " and waits in allocate",
            "PE 3 waits in Channel.take for a message; it keeps messages for PE 2, which " + ofReader
                + "; it is at io.shmem4j.channel.Stuck.wait")) {
            assertTrue(report.contains("\n" + sentence), () -> sentence + " in\n" + report);
        }
    }

    @Test
    void aDeadlockNamesPeersAndMessages() {
        assertNamesMessages("has not read 2 messages of 49128 bytes (the first has tag -7)",
            "has not read 1 message of 4000 bytes (the first has tag 4)",
            report(4, List.of("wait"), "--pes-per-jvm", "2"));
    }

    @Thorough
    @Test
    void aDeadlockOnTwoNodesNamesPeersAndMessages() {
        SeveralMachines.assume();
        assertNamesMessages("has not acknowledged 49248 bytes",
            "has not read 1 message of 4000 bytes (the first has tag 4)", report(4, List.of("wait"), "--split", "2"));
    }

    @Thorough
    @Test
    void aDeadlockOfASimulatedMachineNamesPeersAndMessages() {
        assertNamesMessages("has not read 2 messages of 49128 bytes (the first has tag -7)",
            "has not read 1 message of 4000 bytes (the first has tag 4)",
            report(4, List.of("wait"), "--backend", "sim"));
    }

    @Test
    void aReaderThatDiesBehindAPadGoesOnThere() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(KilledBehindPad.class), "--respawn", "1",
            "--pes-per-jvm", "1", "--timeout", "60", QUICKLY_COMPILED)).expect(0);
        assertEquals(List.of("read 8"), result.outLines(), result::err);
    }

    @Thorough
    @Test
    void aDeathCutsNothingThatWasSent() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(DeadTalk.class), "--respawn", "1",
            "--pes-per-jvm", "1", "--timeout", "60", QUICKLY_COMPILED)).expect(0);
        assertEquals(List.of("PE 0 got 5", "PE 1 got 0"), result.outLines().stream().sorted().toList(), result::err);
    }

    @Test
    void aWaitingSendTakesInNoMoreThanTheHeapHolds() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(3, Oshrun.program(Flood.class), "--pes-per-jvm", "1",
            "--timeout", "60", QUICKLY_COMPILED, "-J-Xmx64m")).expect(0);
        assertEquals(List.of("got all"), result.outLines(), result::err);
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
