// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import static io.shmem4j.testing.ConformanceRun.QUICKLY_COMPILED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Cases;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All cases in processes, in JVMs that PEs share, on two nodes and on a simulated machine. */
@Execution(ExecutionMode.CONCURRENT)
class MpiIT {
    /** Methods that return after an end, or refuse something else first, as patterns, and why. */
    private static final String LOCAL = """
        .*[.]([fF]ree|[iI]s_?[nN]ull|getName|setName)[(].*: of the handle
        (Intra|Cart|Graph)comm[.](Test_inter|isInter|[pP]ack(_s|S)?(ize)?|[uU]npack|Topo_test|getTopology)[(].*: local
        (Intra|Cart|Graph)comm[.](Attr_delete|deleteAttr|setAttr)[(].*: of the handle
        (Intra|Cart|Graph)comm[.]neighbor.*: there are no neighbours, or one array has no type
        (Cartcomm[.]((getR|R)ank[(]int.*|(getC|C)oords.*)|Graphcomm[.](Neighbours|[gG]et.*)[(].*): numbers of the grid
        (Datatype|Op)[.].*: descriptions
        Prequest[.]([tT]est|[wW]ait|[cC]ancel).*: nothing is active
        Group[.](Size|getSize|(Range_)?(E|e)xcl|(Range_)?(I|i)ncl|range(Incl|Excl)|Rank|getRank)[(].*: numbers
        MPI[.](I|i|W|w|get|queryThread|Get_processor_name|new.*Buffer|slice|Errorhandler).*: constants and buffers
        """;
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
    void callsOfFreedObjectsAndAfterFinalizeAreRefused() {
        List<Pattern> local = LOCAL.lines().map(line -> Pattern.compile(line.substring(0, line.lastIndexOf(": "))))
            .toList();
        Set<Pattern> unused = new HashSet<>(local);
        List<String> left = new ArrayList<>();
        for (String line : Oshrun.run(Oshrun.words(1, Oshrun.program(Ended.class), "--with", "mpi")).expect(0)
            .outLines()) {
            String method = line.replaceFirst("^\\w+: ", "").replaceFirst("(?s)[)] .*", ")");
            unused.removeIf(each -> each.matcher(method).matches());
            if (local.stream().noneMatch(each -> each.matcher(method).matches())) {
                left.add(line);
            }
        }
        assertEquals("", String.join("\n", left), "these do not refuse a call after an end");
        assertEquals(Set.of(), unused, "these reasons are of no method");
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
