// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import static io.shmem4j.testing.ConformanceRun.QUICKLY_COMPILED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Cases;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All cases in processes, in a JVM that PEs share, on two nodes and on a simulated machine. */
@Execution(ExecutionMode.CONCURRENT)
class ChannelIT {
    private static final Cases CASES = new Cases(Cases.class, ChannelCases.class, FeedCases.class,
        UnfinishedCases.class);

    @Test
    void inProcesses() {
        CASES.pass(3, "--pes-per-jvm 1 " + QUICKLY_COMPILED);
    }

    @Thorough
    @Test
    void onTwoNodes() {
        CASES.pass(4, "--split 2 " + QUICKLY_COMPILED);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"1, " + QUICKLY_COMPILED, "4, --pes-per-jvm 2", "40, --pes-per-jvm 20",
        "3, --race " + QUICKLY_COMPILED, "4, --backend sim " + QUICKLY_COMPILED})
    void inOtherJobs(int np, String options) {
        CASES.pass(np, options);
    }

    @Thorough
    @Test
    void longMessagesOfMorePes() {
        CASES.pass(128, List.of("offersOfLongMessagesLeaveWithLaterCalls", "longMessagesLandWhereTheReceiverWants"),
            "--pes-per-jvm 64");
    }

    private static String report(int np, String how, String... option) {
        return Oshrun.run(Oshrun.words(np, Oshrun.program(Stuck.class, how), "--timeout", "60", QUICKLY_COMPILED,
            option[0], option[1])).expect(1).err();
    }

    @Test
    void aDeadlockNamesTheCall() {
        String taking = report(2, "take", "--pes-per-jvm", "1");
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
            report(4, "wait", "--pes-per-jvm", "2"));
    }

    @Thorough
    @Test
    void aDeadlockOnTwoNodesNamesPeersAndMessages() {
        SeveralMachines.assume();
        assertNamesMessages("has not acknowledged 49248 bytes",
            "has not read 1 message of 4000 bytes (the first has tag 4)", report(4, "wait", "--split", "2"));
    }

    @Thorough
    @Test
    void aDeadlockOfASimulatedMachineNamesPeersAndMessages() {
        assertNamesMessages("has not read 2 messages of 49128 bytes (the first has tag -7)",
            "has not read 1 message of 4000 bytes (the first has tag 4)",
            report(4, "wait", "--backend", "sim"));
    }

    @Thorough
    @Test
    void aReaderThatDiesBehindAPadGoesOnThere() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(KilledBehindPad.class), "--respawn", "1",
            "--pes-per-jvm", "1", "--timeout", "60", QUICKLY_COMPILED)).expect(0);
        assertEquals(List.of("read 8"), result.outLines(), result::err);
    }

    @Thorough
    @Test
    void aDeathCutsNothingThatWasSent() {
        List<String> program = List.of("-cp", Oshrun.classPath(DeadTalk.class, Cases.class), DeadTalk.class.getName());
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, program, "--respawn", "1", "--pes-per-jvm", "1", "--timeout",
            "60", QUICKLY_COMPILED)).expect(0);
        assertEquals(List.of("PE 0 got 5", "PE 1 got 0"), result.outLines().stream().sorted().toList(), result::err);
    }

    @Test
    void aWaitingSendTakesInNoMoreThanTheHeapHolds() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(3, Oshrun.program(Flood.class), "--pes-per-jvm", "1",
            "--timeout", "60", QUICKLY_COMPILED, "-J-Xmx64m")).expect(0);
        assertEquals(List.of("got all"), result.outLines(), result::err);
    }

    @Thorough
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
