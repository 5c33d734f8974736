// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import static io.shmem4j.testing.ConformanceRun.QUICKLY_COMPILED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Cases;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All cases in processes, in JVMs that PEs share, on two nodes and on a simulated machine. */
@Execution(ExecutionMode.CONCURRENT)
class MpiIT {
    private static final Cases CASES = new Cases(MpiCases.class, MessageCases.class, CollectiveCases.class,
        GroupCases.class);

    @Test
    void inProcesses() {
        CASES.pass(3, "--with mpi --pes-per-jvm 1 " + QUICKLY_COMPILED);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"1, " + QUICKLY_COMPILED, "8, --pes-per-jvm 4", "4, --split 2 " + QUICKLY_COMPILED})
    void inOtherJobs(int np, String options) {
        CASES.pass(np, "--with mpi " + options);
    }

    @Thorough
    @Test
    void onASimulatedMachine() {
        // A simulated PE is one thread.
        CASES.pass(4, CASES.names().stream().filter(name -> !name.endsWith("hreads")).toList(),
            "--with mpi --backend sim " + QUICKLY_COMPILED);
    }

    private static String report(String... args) {
        return Oshrun.run(Oshrun.words(2, Oshrun.program(Small.class, args), "--with", "mpi", "--timeout", "60",
            "--pes-per-jvm", "1", QUICKLY_COMPILED)).expect(1).err();
    }

    @Test
    void aDeadlockNamesThePeerAndTheTag() {
        String receiving = report("receive");
        assertTrue(receiving.contains("MPI Recv")
            && receiving.contains("a message with tag 7 (1 of other tags or senders has arrived), PE 1"), receiving);
        String sending = report("send");
        assertTrue(sending.contains("the receive of a message with tag 9, PE 1"), sending);
    }

    @Test
    void absentPartsEndWithASentence() {
        String error = report("file");
        assertTrue(error.contains("shmem4j has no mpi.File: write files by java.nio"), error);
    }

    @Thorough
    @Test
    void initTakesTheWordsOfMpjAwayOnRequest() {
        assertEquals(List.of("[0, mpj.conf, niodev, x]", "[0, mpj.conf, niodev]", "[]"), arguments("arguments"));
        assertEquals(List.of("[x]", "[]", "[]"), arguments("on request"));
    }

    private static List<String> arguments(String kind) {
        List<String> found = new ArrayList<>();
        for (String words : List.of("0 mpj.conf niodev x", "0 mpj.conf niodev", "")) {
            List<String> args = new ArrayList<>(List.of(kind));
            args.addAll(words.isEmpty() ? List.of() : List.of(words.split(" ")));
            found.addAll(Oshrun.run(Oshrun.words(1, Oshrun.program(Small.class, args.toArray(String[]::new)), "--with",
                "mpi")).expect(0).outLines());
        }
        return found;
    }
}
