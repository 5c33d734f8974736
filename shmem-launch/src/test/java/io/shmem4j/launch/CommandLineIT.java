// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static io.shmem4j.launch.TestProgram.program;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.HeapPlan;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher's reading of its command line, good and bad. */
@Execution(ExecutionMode.CONCURRENT)
class CommandLineIT {
    private static final String CLASSES = Oshrun.home().resolve("shmem-launch/target/test-classes").toString();
    private static final String LIBRARY = Oshrun.home().resolve("target/lib").toString();
    private static final String PROGRAM = "io.shmem4j.launch.TestProgram";

    @TempDir
    Path folder;

    private static List<String> words(String... first) {
        return new ArrayList<>(List.of(first));
    }

    private static List<String> with(List<String> options, List<String> program) {
        List<String> all = new ArrayList<>(options);
        all.addAll(program);
        return all;
    }

    @Test
    void aNumberOfPesBehindTheProgramIsNoticed() {
        List<String> program = words("-cp", CLASSES, PROGRAM, "-np", "3");
        String said = Oshrun.inThisJvm(with(words("--do-not-launch"), program)).expect(0).err();
        assertEquals("oshrun: warning: -np after " + PROGRAM + " is an argument of " + PROGRAM
            + "; options of oshrun stand before it: oshrun -np 3 " + PROGRAM + "\n", said);
        assertEquals("", Oshrun.inThisJvm(with(words("--do-not-launch", "-np", "1"), program)).expect(0).err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "-np 0 CLASS hello                        | 2   | -n 0: a job has at least 1 PE",
        "-np -3 CLASS hello                       | 2   | -n -3: a job has at least 1 PE",
        "-n 100000 CLASS hello                    | 2   | -n 100000: a job has at most 1024 PEs",
        "-n two CLASS hello                       | 2   | 'two' is not a whole number",
        "-n                                       | 2   | --np needs a value",
        "--tagoutput CLASS hello                  | 2   | unknown option --tagoutput; did you mean --tag-output?",
        "-heapsize 1m CLASS hello                 | 2   | did you mean --heap-size?",
        "--qqqqqqqqq CLASS hello                  | 2   | unknown option --qqqqqqqqq (oshrun --help lists all)",
        "-np 2                                    | 2   | no program",
        "-np 2 --heap-size hello                  | 2   | no program, because 'hello' is the value of --heap-size",
        "--hepl                                   | 2   | unknown option --hepl; did you mean --help?",
        "-np 2 doctr                              | 127 | did you mean doctor?",
        "-np 2 Foo.jar                            | 127 | there is no jar Foo.jar",
        "-np 2 /no/such/my-app.jr                 | 127 | no file /no/such/my-app.jr, because there is no folder",
        "-np 2 LIB                                | 127 | LIB is no jar, no source file and no class",
        "-np 2 LIB/shmem-api-0.1.0.jr             | 127 | did you mean LIB/shmem-api-0.1.0.jar?",
        "-cp CLASSES io.shmem4j.launch.TestProgam | 127 | did you mean io.shmem4j.launch.TestProgram?",
        "--info some                              | 2   | --info takes the word all, not some",
        "-np 2 stacks                             | 127 | the command stacks stands before all options",
        "doctor who                               | 2   | doctor takes no who",
        "new No_Name                              | 2   | new: No_Name becomes the name of a Maven artifact",
        "new                                      | 2   | new takes the name of a folder",
        "--heap-size 12x CLASS hello              | 2   | --heap-size: a size is a number",
        "--heap-size 1000t CLASS hello            | 125 | do not fit into",
        "--trace /tmp/x --trace-size -5 CLASS hello | 2 | --trace-size: a size is a number",
        "--timeout 0 CLASS hello                  | 2   | --timeout takes a number of seconds above 0",
        "-np 2 --bind-to shelf CLASS hello        | 2   | --bind-to: there is no 'shelf'; known: hwthread, core",
        "-np 2 --cpu-set 65000 CLASS hello        | 2   | this machine has no cpu 65000",
        "-np 1024 --nooversubscribe CLASS hello   | 2   | --nooversubscribe: 1024 PEs are more than",
        "--backend none CLASS hello               | 2   | there is no 'none'; known: local, shm",
        "-x SHMEM4J_IS_NOT_SET CLASS hello        | 2   | the variable is not set",
        "-x SHMEM_CORES=two CLASS hello           | 2   | SHMEM_CORES=two is not a whole number",
        "-x =1 CLASS hello                        | 2   | a variable has a name",
        "--wdir /no/such/folder CLASS hello       | 125 | there is no folder /no/such/folder",
        "--shm-dir /no/such/folder CLASS hello    | 125 | there is no folder /no/such/folder",
        "--shm-dir /proc CLASS hello              | 125 | /proc is no file system that can hold symmetric heaps",
        "-np 4 no.such.Program                    | 127 | there is no bundled program, jar or class 'no.such.Program'",
        "-np 4 NoSuch.java                        | 127 | there is no source file",
        "-np 4 --jar /no/such.jar                 | 127 | there is no jar /no/such.jar",
        "-np 4 java -jar /no/such.jar             | 127 | there is no jar /no/such.jar",
        "-np 4 java -cp                           | 2   | java: -cp needs a value",
        "-np 4 java                               | 2   | java: no class after the options",
        "-cp CLASSES io.shmem4j.shm.LargeHeapIT   | 126 | class io.shmem4j.shm.LargeHeapIT has no main method",
        "-n 1 CLASS hello : CLASS hello           | 2   | each program of a job with ':' needs its own -n",
        "-n 1 CLASS hello : -n 1 -v CLASS hello   | 2   | --verbose holds for the whole job",
    })
    void badCommandLineIsOneClearErrorReportedOnce(String line, int status, String message) {
        List<String> words = Stream.of(line.strip().split(" +")).flatMap(word -> word.equals("CLASS")
            ? Stream.of("-cp", CLASSES, PROGRAM)
            : Stream.of(word.replace("LIB", LIBRARY).replace("CLASSES", CLASSES))).toList();
        Oshrun.Result result = Oshrun.inThisJvm(words).expect(status);
        assertEquals("", result.out());
        assertTrue(result.err().startsWith("oshrun: "), result::err);
        assertTrue(result.err().contains(message.replace("LIB", LIBRARY)), result::err);
        assertEquals(2, result.err().split("oshrun: ", -1).length, result::err);
    }

    @Test
    void heapBeyondMemoryIsWarnedAbout() {
        HeapPlan plan = HeapPlan.of(new Options(), 1, true);
        long memory = Machine.memory();
        HeapPlan larger = new HeapPlan(plan.folder(), memory, true, Long.MAX_VALUE, Long.MAX_VALUE, true);
        assertTrue(larger.warning(2, 0).contains("more than this machine's memory"));
        assertEquals(null, new HeapPlan(plan.folder(), memory / 4, true, memory, memory, true).warning(2, 0));
        assertTrue(new HeapPlan(plan.folder(), memory / 4, true, memory, memory / 4, true).warning(2, 0)
            .contains("free"));
        HeapPlan half = new HeapPlan(plan.folder(), memory / 4, true, memory, memory, true);
        assertEquals(null, half.warning(2, memory / 4));
        assertTrue(half.warning(2, memory).contains(" in all are more than this machine's memory"));
    }

    @Thorough
    @Test
    void javaHeapsCountAsMemoryToo() {
        String most = "-J-Xmx" + (Machine.memory() >> 20) + "m";
        Oshrun.Result result = Oshrun.run(with(words("-np", "2", most, "--heap-size", "1m"), program("hello")))
            .expect(0);
        assertTrue(result.err().startsWith("oshrun: warning: 2 heaps of 1 MiB and Java heaps of "), result::err);
    }

    @Test
    void countDefaultsToTheProcessors() {
        int last = Runtime.getRuntime().availableProcessors() - 1;
        String plan = Oshrun.inThisJvm(with(words("--do-not-launch"), program("hello"))).expect(0).out();
        assertTrue(plan.startsWith(last == 0 ? "PE 0: " : "PE 0 to " + last), plan);
    }

    @ParameterizedTest
    @CsvSource({"-n,3", "-np,3", "--np,3", "--np=3,", "-n=3,", "-n3,"})
    void countHasManySpellings(String option, String value) {
        List<String> options = value == null ? words(option) : words(option, value);
        options.addAll(List.of("--pes-per-jvm", "1", "--do-not-launch"));
        Oshrun.Result result = Oshrun.inThisJvm(with(options, program("hello"))).expect(0);
        assertTrue(result.out().startsWith("PE 0 to 2: "), result::out);
        assertEquals("", result.err());
    }

    @Test
    void optionsEndAtTheProgram() {
        assertEquals("0 [-np, 4, --tag-output, a b]\n",
            Oshrun.run(with(words("-np", "1"), program("args", "-np", "4", "--tag-output", "a b"))).expect(0).out());
        assertPlanned("-n", "1", "-classpath", CLASSES, "--", PROGRAM, "args", "x");
    }

    /** Checks that one PE of the program would start with the arguments that are the last two words. */
    private static void assertPlanned(String... words) {
        String plan = Oshrun.inThisJvm(with(words("--do-not-launch"), List.of(words))).expect(0).out();
        assertTrue(plan.matches("PE 0: \\S+/java .* io\\.shmem4j\\.\\S+ " + PROGRAM + " args x\n"), plan);
    }

    @Thorough
    @Test
    void theJavaFormWorks() {
        Oshrun.Result result = Oshrun.run(List.of("-np", "2", "java", "-cp", CLASSES, "-Dcolour=red", "-Xmx64m",
            "--add-modules", "java.sql", PROGRAM, "property", "colour")).expect(0);
        assertEquals("red\nred\n", result.out());
    }

    /** The launcher tries flags, whose relative paths begin in the working folder, before PEs get them. */
    @Test
    void variablesFolderAndFlagsReachThePes() throws IOException {
        Path log = Files.createDirectory(folder.resolve("logs")).resolve("gc.log");
        List<String> options = words("-np", "1", "-x", "SHADE=dark blue", "-x", "COLOUR", "--wdir", folder.toString(),
            "-J-Dx=a=b c", "-J-Xlog:gc:file=logs/gc.log", "--heap-size", "3m");
        assertEquals("SHADE=dark blue\nCOLOUR=green\nSHMEM_SYMMETRIC_SIZE=3145728\nx=a=b c\n" + folder + "\n",
            Oshrun.run(Map.of("COLOUR", "green"), with(options, program("env", "SHADE", "COLOUR",
                "SHMEM_SYMMETRIC_SIZE", "x", "folder"))).expect(0).out());
        assertTrue(Files.exists(log));
    }

    @Thorough
    @Test
    void anAllocationOfSeveralNodesRunsJobsOfOneJvm() {
        assertEquals("hello from 0 of 1\n", Oshrun.run(Map.of("SLURM_JOB_NUM_NODES", "2"), with(words("-np", "1",
            "--backend", "local"), program("hello"))).expect(0).out());
    }

    @Thorough
    @Test
    void thePesKnowWhoTheyAre() {
        Map<String, List<Integer>> told = Map.of("SHMEM_PE", List.of(0, 1), "SHMEM_NPES", List.of(2, 2),
            "PMI_RANK", List.of(0, 1), "PMI_SIZE", List.of(2, 2), "OMPI_COMM_WORLD_RANK", List.of(0, 1),
            "OMPI_COMM_WORLD_SIZE", List.of(2, 2), "OMPI_COMM_WORLD_LOCAL_RANK", List.of(0, 1),
            "OMPI_COMM_WORLD_LOCAL_SIZE", List.of(2, 2));
        List<String> lines = Oshrun.run(with(words("-np", "2", "--tag-output"),
            program("env", told.keySet().toArray(String[]::new)))).expect(0).outLines();
        told.forEach((name, values) -> {
            assertTrue(lines.contains("[0] " + name + "=" + values.getFirst()), lines::toString);
            assertTrue(lines.contains("[1] " + name + "=" + values.getLast()), lines::toString);
        });
    }

    @Thorough
    @Test
    void vectorModuleIsResolvedWithoutTheWarning() {
        Oshrun.Result with = Oshrun.run(with(words("-np", "2", "--vector"), program("vector"))).expect(0);
        assertEquals("true\ntrue\n", with.out());
        assertEquals("", with.err());
        assertEquals("false\n", Oshrun.run(with(words("-np", "1"), program("vector"))).expect(0).out());
    }

    @Test
    void severalProgramsMakeOneJob() {
        List<String> line = with(words("-n", "1", "--tag-output"), program("hello"));
        line.add(":");
        line.addAll(with(words("-n", "2", "-x", "COLOUR=red"), program("env", "COLOUR")));
        assertEquals(List.of("[0] hello from 0 of 3", "[1] COLOUR=red", "[2] COLOUR=red"),
            Oshrun.run(line).expect(0).outLines().stream().sorted().toList());
    }

    @Test
    void jarsRunByTheirManifest() throws IOException {
        Path good = jar("good.jar", PROGRAM);
        assertEquals("0 [x]\n", Oshrun.run(List.of("-np", "1", good.toString(), "args", "x")).expect(0).out());
        assertPlanned("-np", "1", "--jar", good.toString(), "args", "x");
        assertPlanned("-np", "1", "java", "-jar", good.toString(), "args", "x");
        assertTrue(Oshrun.inThisJvm(List.of(jar("none.jar", null).toString())).expect(126).err()
            .contains("names no main class"));
        assertTrue(Oshrun.inThisJvm(List.of(jar("wrong.jar", "no.Such").toString())).expect(127).err()
            .contains("the main class no.Such of"));
        Path broken = Files.writeString(folder.resolve("broken.jar"), "no jar");
        assertTrue(Oshrun.inThisJvm(List.of(broken.toString())).expect(126).err().contains("can't be read as a jar"));
    }

    private Path jar(String name, String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        Path jar = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar); JarOutputStream entries =
            new JarOutputStream(out, manifest)) {
            String entry = PROGRAM.replace('.', '/') + ".class";
            entries.putNextEntry(new ZipEntry(entry));
            Files.copy(Path.of(CLASSES, entry), entries);
            entries.closeEntry();
        }
        return jar;
    }

    @ParameterizedTest
    @CsvSource({"0, Truncated class file", "100, Truncated class file", "-1, Incompatible magic value"})
    void damagedClassIsNamed(int kept, String why) throws IOException {
        Path whole = Path.of(CLASSES, PROGRAM.replace('.', '/') + ".class");
        Path file = folder.resolve(PROGRAM.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, kept < 0 ? new byte[100] : Arrays.copyOf(Files.readAllBytes(whole), kept));
        Oshrun.Result result = Oshrun.inThisJvm(List.of("-np", "2", "-cp", folder.toString(), PROGRAM, "hello"))
            .expect(126);
        assertEquals(1, result.err().lines().count(), result::err);
        assertTrue(result.err().contains("the class file of " + PROGRAM + " is damaged (file:" + file + "): " + why),
            result::err);
    }

    @Test
    void informationGoesToStandardOutput() {
        assertTrue(Oshrun.inThisJvm(List.of("--help")).expect(0).out().contains("--tag-output"));
        assertTrue(Oshrun.run(List.of("--version")).expect(0).out().matches("oshrun \\(shmem4j\\) \\d.*1\\.6\n"));
        String list = Oshrun.inThisJvm(List.of("--list")).expect(0).out();
        assertTrue(list.lines().noneMatch(line -> line.contains("warm-up")), list);
        String info = Oshrun.inThisJvm(Map.of("SMA_SYMMETRIC_SIZE", "7m"), List.of("--info")).expect(0).out();
        assertTrue(info.contains("SHMEM_SYMMETRIC_SIZE  size  7m  from SMA_SYMMETRIC_SIZE"), info);
        assertTrue(info.contains("symmetric heap  7 MiB for each PE (chosen)"), info);
        assertTrue(!info.contains("SHMEM_WAIT") && !info.contains("algorithms that auto takes for"), info);
        String all = Oshrun.inThisJvm(List.of("-np", "2", "--info", "all")).expect(0).out();
        assertTrue(all.contains("SHMEM_WAIT  word  auto  default"), all);
        assertTrue(all.contains("algorithms that auto takes for 2 PEs"), all);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"1 | PE 0 to 2: ", "3 | PE 0 to 2, 3 in a JVM: "})
    void dryRunStartsNothing(String pesPerJvm, String start) {
        String plan = Oshrun.inThisJvm(with(words("-np", "3", "--pes-per-jvm", pesPerJvm, "--do-not-launch"),
            program("hello"))).expect(0).out();
        assertTrue(plan.startsWith(start.strip() + " "), plan);
        assertTrue(plan.endsWith(PROGRAM + " hello\n"), plan);
    }
}
