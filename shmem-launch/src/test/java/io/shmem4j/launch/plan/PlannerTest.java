// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.launch.Affinity;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.TestProgram;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Command lines and the jobs that they plan, without a process. */
class PlannerTest {
    private static final Installation HERE = new Installation(null, List.of(),
        Path.of(System.getProperty("java.home")));

    @TempDir
    private static Path folder;

    /** {@return the plan of command lines with a colon between them; each gets a program} */
    private static JobPlan plan(String line) {
        List<CommandLineReader.Read> segments = new ArrayList<>();
        for (String part : line.replace("FOLDER", folder.toString()).split(" : ")) {
            List<String> words = new ArrayList<>(List.of(part.strip().split(" +")));
            words.removeIf(String::isEmpty);
            words.addAll(Oshrun.program(TestProgram.class, "hello"));
            segments.add(CommandLineReader.read(words, segments.isEmpty()));
        }
        return new Planner(HERE, null).plan(segments);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "-n 0                                  | 2   | -n 0: a job has at least 1 PE",
        "-n 1025                               | 2   | -n 1025: a job has at most 1024 PEs",
        "-n 1000 : -n 25                       | 2   | -n 1025: a job has at most 1024 PEs",
        "-n 1 : -x A=b                         | 2   | each program of a job with ':' needs its own -n",
        "--timeout 0                           | 2   | --timeout takes a number of seconds above 0, not 0.0",
        "--timeout NaN                         | 2   | --timeout takes a number of seconds above 0, not NaN",
        "--hang-detect -1                      | 2   | --hang-detect takes a number of seconds, not -1.0",
        "--grace -0.5                          | 2   | --grace takes a number of seconds, not -0.5",
        "--checkpoint-interval 3               | 2   | --checkpoint-interval takes whole seconds, together with",
        "--checkpoint FOLDER/c --checkpoint-interval -1 | 2 | --checkpoint-interval takes whole seconds",
        "--checkpoint FOLDER                   | 2   | is not a file that can be written",
        "--checkpoint FOLDER/none/c            | 2   | is not a file that can be written",
        "--checkpoint /dev/null                | 2   | is not a file that can be written",
        "-n 2 --stdin 2                        | 2   | --stdin",
        "-n 2 --stdin 0,1                      | 2   | --stdin takes one PE, all or none, not 0,1",
        "-n 2 --stdin 0-0                      | 2   | --stdin takes one PE, all or none, not 0-0",
        "-n 2 --output-from 2                  | 2   | --output-from",
        "-n 2 --debug-pe 2                     | 2   | --debug-pe",
        "--tee                                 | 2   | --tee needs --output-filename",
        "-n 2 --debug-port 0                   | 2   | --debug-port 0: ports go from 1 to 65535",
        "-n 2 --debug-port 65535               | 2   | --debug-port 65535: ports go from 1 to 65535",
        "-n 2 --debug-port 2147483647          | 2   | --debug-port 2147483647: ports go from 1 to 65535",
        "--backend none                        | 2   | there is no 'none'; known: local, shm",
        "--explore --backend local             | 2   | --explore has a backend of its own",
        "--backend local --explore             | 2   | --explore has a backend of its own",
        "--backend shm --replay FOLDER/s       | 2   | --replay has a backend of its own",
        "-n 2 --backend local --pes-per-jvm 2  | 2   | --backend local has all PEs in one JVM",
        "--backend local -n 1 : -n 1           | 2   | --backend local runs one program, not several",
        "-n 2 --pes-per-jvm 0                  | 2   | --pes-per-jvm takes a number of PEs or auto, not 0",
        "-n 2 --pes-per-jvm some               | 2   | --pes-per-jvm takes a number of PEs or auto, not some",
        "-x SHMEM_PES_PER_JVM=-1               | 2   | SHMEM_PES_PER_JVM",
        "-x SHMEM_WAIT=never                   | 2   | SHMEM_WAIT=never",
        "-x SMA_SYMMETRIC_SIZE=much            | 2   | SMA_SYMMETRIC_SIZE=much",
        "-x SHMEM_CHECKPOINT=FOLDER            | 2   | is not a file that can be written",
        "-x SHMEM_CHECKPOINT=/dev/null         | 2   | is not a file that can be written",
        "-x SHMEM_RESTART=FOLDER/none          | 2   | there is no such file",
        "--respawn 1 -x SHMEM_PROFILE=1        | 2   | --respawn can't be combined with SHMEM_PROFILE=1",
        "-x =1                                 | 2   | -x =1: a variable has a name",
        "-x NOT_SET_ANYWHERE                   | 2   | -x NOT_SET_ANYWHERE: the variable is not set",
        "--cpu-set x                           | 2   | --cpu-set: ",
        "-n 1000 --nooversubscribe             | 2   | --nooversubscribe: 1000 PEs are more than the",
        "--wdir FOLDER/none                    | 125 | --wdir: there is no folder",
        "--heap-size 0                         | 2   | --heap-size 0: a heap has at least 1 byte",
        "--heap-size 12x                       | 2   | --heap-size: a size is a number",
        "-n 2 --heap-size 1000t                | 125 | 2 PEs with a heap of 1000 TiB each do not fit into",
        "--shm-dir FOLDER/none                 | 125 | there is no folder",
        "-x SHMEM_SHM_DIR=FOLDER/none          | 125 | there is no folder",
        "-x SHMEM_SYMMETRIC_SIZE=1000t         | 125 | with a heap of 1000 TiB each do not fit into",
        "--shm-dir /proc                       | 125 | /proc is no file system that can hold symmetric heaps"})
    void whatCannotWorkIsRefused(String line, int status, String message) {
        LaunchException refusal = assertThrows(LaunchException.class, () -> plan(line));
        assertEquals(status, refusal.status(), refusal::getMessage);
        assertTrue(refusal.getMessage().contains(message), refusal::getMessage);
    }

    /** The largest and smallest values that the refusals leave. */
    @ParameterizedTest
    @CsvSource({"-n 1024, 1024", "-n 1, 1", "--timeout 0.1 -n 2, 2", "--hang-detect 0 -n 2, 2", "--grace 0 -n 2, 2",
        "-n 2 --debug-port 65534 --debug-pe 1, 2", "-n 1 --debug-port 65535, 1", "-n 2 --debug-port 1, 2",
        "-n 2 --stdin none, 2", "-n 2 --stdin 1 --output-from 1, 2", "-n 3 : -n 2, 5",
        "--respawn 1 -x SHMEM_PROFILE=0 -n 2, 2",
        "--checkpoint FOLDER/c --checkpoint-interval 0 -n 2, 2", "-n 2 --tee --output-filename FOLDER/o, 2"})
    void whatCanWorkIsPlanned(String line, int pes) {
        JobPlan plan = plan(line);
        assertEquals(pes, plan.nPes());
        assertEquals(pes, plan.pesHere());
        assertEquals(pes, plan.processes());
        assertEquals(pes, plan.shape().jvms().stream().mapToInt(Shape.Jvm::count).sum());
    }

    @Test
    void theNumberOfPesDefaultsToTheCoresOrTheCpus() throws IOException {
        assertEquals(Machine.cores(), plan("").nPes());
        String first = Affinity.current().toString().split("[-,]")[0];
        assertEquals(1, plan("--cpu-set " + first).nPes());
        assertEquals(first, plan("--cpu-set " + first + " -n 2").cpus(1).toString());
        assertNull(plan("-n 2 --bind-to none").cpus(1));
        assertNull(plan("-n " + (Machine.cores() + 1)).cpus(1));
        assertNull(plan("-n 2 --pes-per-jvm 2").cpus(1));
    }

    @ParameterizedTest
    @CsvSource({"-n 7 --pes-per-jvm 3, 2 to 3 PEs in each of 3 JVMs", "-n 2 --pes-per-jvm 1, 1 PE in each of 2 JVMs",
        "-n 7 --pes-per-jvm 1024, 7 PEs in one JVM", "-n 5 --backend local, 5 PEs in one JVM",
        "-n 6 -x SHMEM_PES_PER_JVM=3, 3 PEs in each of 2 JVMs",
        "-n 6 --pes-per-jvm 2 -x SHMEM_PES_PER_JVM=3, 2 PEs in each of 3 JVMs",
        "-n 3 --pes-per-jvm 8 : -n 2, 2 to 3 PEs in each of 2 JVMs",
        "-n 4 --pes-per-jvm 4 --debug-pe 1, 1 to 2 PEs in each of 3 JVMs"})
    void optionsAndVariablesSayHowManyPesShareAJvm(String line, String shape) {
        JobPlan plan = plan(line);
        assertEquals(shape, plan.shape().describe());
        assertEquals(plan.shape().jvms().stream().anyMatch(Shape.Jvm::shared), plan.shape().shares());
        plan.shape().jvms().forEach(jvm -> IntStream.rangeClosed(jvm.first(), jvm.last()).forEach(pe -> {
            assertEquals(jvm, plan.jvm(pe));
            assertEquals(jvm.shared(), plan.framed(jvm));
            assertEquals(jvm.count() == 1 ? "PE " + pe : "PEs " + jvm.first() + " to " + jvm.last(), jvm.pes());
        }));
        assertThrows(IndexOutOfBoundsException.class, () -> plan.jvm(plan.nPes()));
    }

    @Test
    void partsHaveTheirOwnProgramsFoldersFlagsAndVariables() {
        JobPlan plan = plan("-n 2 -x A=1 -x B=x=y -J-Xmx3m : -n 3 --wdir FOLDER --vector");
        App first = plan.app(1);
        assertEquals(List.of(0, 2), List.of(first.firstPe(), first.count()));
        assertEquals(Map.of("A", "1", "B", "x=y"), first.variables());
        assertEquals(List.of("-Xmx3m"), first.jvmFlags());
        assertEquals(6L << 20, first.javaHeaps());
        assertFalse(first.vector());
        assertEquals(plan.app(0), first);
        App second = plan.app(2);
        assertEquals(List.of(2, 3), List.of(second.firstPe(), second.count()));
        assertEquals(Map.of(), second.variables());
        assertEquals(folder, second.workingFolder());
        assertEquals(0, second.javaHeaps());
        assertTrue(second.vector());
        assertEquals(second, plan.app(4));
        assertThrows(IndexOutOfBoundsException.class, () -> plan.app(5));
    }

    @ParameterizedTest
    @CsvSource({"-J-Xmx8000000t", "-J-Xmx99999999t", "-J-Xmx9999999999999999999"})
    void javaHeapsLargerThanAnyMachineAreLeftToTheJvm(String flag) {
        assertTrue(plan("-n 1024 " + flag).app(0).javaHeaps() > 1L << 62);
    }

    @Test
    void heapsHaveTheChosenSizeOrOneThatFits() {
        HeapPlan chosen = plan("-n 2 --heap-size 3m --shm-dir FOLDER").heap();
        assertEquals(3L << 20, chosen.bytes());
        assertEquals(3L << 20, chosen.fileBytes());
        assertTrue(chosen.chosen());
        assertEquals(folder, chosen.folder());
        assertNull(chosen.warning(2, 0));
        HeapPlan standard = plan("-n 2").heap();
        assertFalse(standard.chosen());
        assertTrue(standard.bytes() > 0 && standard.bytes() <= standard.capacity() / 2, standard::toString);
    }

    @ParameterizedTest
    @CsvSource({"-n 2 -x SHMEM_SYMMETRIC_SIZE=3m", "-n 2 -x SMA_SYMMETRIC_SIZE=3m",
        "-n 2 -x SMA_SYMMETRIC_SIZE=4m -x SHMEM_SYMMETRIC_SIZE=3m", "-n 2 -x SHMEM_SYMMETRIC_SIZE=4m --heap-size 3m",
        "-n 1 : -n 1 -x SHMEM_SYMMETRIC_SIZE=3m"})
    void variablesSayTheHeapsSizeWhereNoOptionDoes(String line) {
        assertEquals(3L << 20, plan(line).heap().bytes());
    }

    @Test
    void variablesSayTheHeapsFolderWhereNoOptionDoes() {
        assertEquals(folder, plan("-n 2 -x SHMEM_SHM_DIR=FOLDER").heap().folder());
        assertEquals(folder, plan("-n 2 -x SHMEM_SHM_DIR=/dev/shm --shm-dir FOLDER").heap().folder());
    }

    /** Each of the three refusals for lack of memory names a full folder. */
    @Test
    void heapsThatTheMachineMayLackAreWarnedAbout() {
        long memory = Machine.memory();
        HeapPlan half = new HeapPlan(folder, memory / 2, true, memory, memory, true);
        assertNull(half.warning(1, memory / 2 - 1));
        assertTrue(half.warning(1, memory).contains(" in all are more than this machine's memory"));
        assertTrue(half.warning(3, 0).startsWith("3 heaps of "));
        HeapPlan full = new HeapPlan(folder, memory / 2, true, memory, memory / 2 - 1, true);
        assertTrue(full.warning(1, 0).contains("more than what is free in " + folder));
        HeapPlan simulated = new HeapPlan(folder, 2 * memory, true, memory, memory, false);
        assertNull(simulated.warning(9, memory));
        assertEquals(0, simulated.fileBytes());
        assertEquals(7, half.with(7).bytes());
    }

    @ParameterizedTest
    @CsvSource({"SHMEM_SYMETRIC_SIZE, SHMEM_SYMMETRIC_SIZE", "SHMEM_SYMMETRIC_HEAP_SIZE, SHMEM_SYMMETRIC_SIZE",
        "SHMEM_DEBGU, SHMEM_DEBUG", "SHMEM_SYMMETRIC_SIZE, ''", "SHMEM_OF_ANOTHER_LIBRARY, ''", "PATH, ''"})
    void namesThatAreNearlyOursAreNoticed(String name, String meant) {
        assertEquals(meant.isEmpty() ? List.of()
            : List.of("there is no variable " + name + "; did you mean " + meant + "?"),
            SettingCheck.slips(List.of(name)));
    }
}
