// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import static io.shmem4j.testing.ConformanceRun.QUICKLY_COMPILED;
import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** All cases in processes, in JVMs that PEs share, on two nodes and on a simulated machine. */
@Execution(ExecutionMode.CONCURRENT)
class MpiIT {
    private static void runAll(int np, String... options) {
        run(np, MpiCases.names(), options);
    }

    private static void run(int np, List<String> names, String... options) {
        List<String> words = new ArrayList<>(List.of("--with", "mpi", "--timeout", "120"));
        words.addAll(Arrays.asList(options));
        Oshrun.Result result = Oshrun.run(Oshrun.words(np, Oshrun.program(MpiCases.class, names.toArray(String[]::new)),
            words.toArray(String[]::new))).expect(0);
        assertEquals(names.stream().map(name -> "passed " + name).toList(), result.outLines(),
            result::err);
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
    void ofEightInSharedJvms() {
        runAll(8, "--pes-per-jvm", "4");
    }

    @Thorough
    @Test
    void onTwoNodes() {
        SeveralMachines.assume();
        runAll(4, "--split", "2", QUICKLY_COMPILED);
    }

    @Thorough
    @Test
    void onASimulatedMachine() {
        // A simulated PE is one thread.
        run(4, MpiCases.names().stream().filter(name -> !name.endsWith("hreads")).toList(), "--backend", "sim",
            QUICKLY_COMPILED);
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
