// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.race.cases.CaseRun;
import io.shmem4j.race.cases.JoinedRacer;
import io.shmem4j.race.cases.JudgedOnPes;
import io.shmem4j.race.cases.TimedPuts;
import io.shmem4j.testing.ConformanceRun;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** All labelled cases in jobs of each shape: a racy one is reported with both its lines, a clean one is not. */
final class RaceIT {
    private static final List<String> EVERYWHERE = List.of("RmaCases", "FlagCases", "SignalCases", "ContextCases",
        "CollectiveCases", "AtomicCases");
    private static final Pattern CASE = Pattern.compile("static void (\\w+(?:Racy|Clean))\\(");
    private static final Pattern MARK = Pattern.compile("// ([12 ]+)$");
    private static final Pattern REPORT = Pattern.compile("oshrun:   (PE .*)");
    private static final Pattern LINE = Pattern.compile("(\\w+)\\.java:(\\d+)");

    /** A case's lines in its file. */
    private static final class Case {
        final int first;
        int last;
        final Set<Integer> one = new TreeSet<>();
        final Set<Integer> two = new TreeSet<>();
        final List<String> reports = new ArrayList<>();
        boolean right;

        Case(int first) {
            this.first = first;
        }

        void report(int a, int b, String text) {
            right |= one.contains(a) && two.contains(b) || one.contains(b) && two.contains(a);
            reports.add(text);
        }
    }

    private static Map<String, Case> cases(String type) throws IOException {
        Map<String, Case> cases = new TreeMap<>();
        Case current = null;
        List<String> lines = Files.readAllLines(Oshrun.home().resolve("shmem-race/src/test/java/io/shmem4j/race/cases/"
            + type + ".java"));
        for (int i = 0; i < lines.size(); i++) {
            Matcher head = CASE.matcher(lines.get(i));
            if (head.find()) {
                current = new Case(i + 1);
                cases.put(type + "." + head.group(1), current);
            }
            if (current != null) {
                current.last = i + 1;
                Matcher mark = MARK.matcher(lines.get(i));
                if (mark.find()) {
                    if (mark.group(1).contains("1")) {
                        current.one.add(i + 1);
                    }
                    if (mark.group(1).contains("2")) {
                        current.two.add(i + 1);
                    }
                }
            }
        }
        return cases;
    }

    private static Oshrun.Result run(List<String> types, String... options) {
        List<String> words = new ArrayList<>(List.of("-np", "4", ConformanceRun.QUICKLY_COMPILED));
        words.addAll(Arrays.asList(options));
        words.addAll(Oshrun.program(CaseRun.class, types.toArray(String[]::new)));
        return Oshrun.run(words);
    }

    /** {@return the cases that were judged wrongly, with the reports} */
    private static List<String> wrong(List<String> types, String err) throws IOException {
        Map<String, Case> all = new HashMap<>();
        for (String type : types) {
            all.putAll(cases(type));
        }
        List<String> wrong = new ArrayList<>();
        REPORT.matcher(err).results().map(found -> found.group(1)).forEach(report -> {
            List<String[]> places = LINE.matcher(report).results().map(each -> new String[] {each.group(1),
                each.group(2)}).toList();
            int a = Integer.parseInt(places.get(0)[1]);
            int b = Integer.parseInt(places.get(1)[1]);
            List<Case> with = all.entrySet().stream().filter(each -> each.getKey().startsWith(places.get(0)[0] + "."))
                .map(Map.Entry::getValue).filter(each -> each.first <= Math.min(a, b) && Math.max(a, b) <= each.last)
                .toList();
            with.forEach(each -> each.report(a, b, report));
            if (with.isEmpty()) {
                // One line lies in a case, the other in what several cases call, or in another case.
                wrong.add(report);
            }
        });
        all.forEach((name, each) -> {
            if (name.endsWith("Racy") ? !each.right : !each.reports.isEmpty()) {
                wrong.add(name + " " + each.reports);
            }
        });
        return wrong;
    }

    private static void allRight(List<String> types, String... options) throws IOException {
        Oshrun.Result result = run(types, options).expect(66);
        assertEquals(List.of(), wrong(types, result.err()));
    }

    @Test
    void casesAreJudgedRight() throws IOException {
        allJudgedRight("--pes-per-jvm=1");
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"--pes-per-jvm=4", "--backend=local"})
    void casesAreJudgedRightInSharedJvms(String shape) throws IOException {
        allJudgedRight(shape);
    }

    private static void allJudgedRight(String shape) throws IOException {
        List<String> types = new ArrayList<>(EVERYWHERE);
        types.addAll(List.of("ThreadCases", "HybridCases", "TaskCases", "StreamCases", "MeetingCases", "PointerCases",
            "LayoutCases", "LoaderCases"));
        allRight(types, "--race", shape);
    }

    @Thorough
    @Test
    void casesAreJudgedRightOnASimulatedMachine() throws IOException {
        allRight(EVERYWHERE, "--race", "--backend=sim");
    }

    @Thorough
    @Test
    void simulatedCallsTakeAsLongAsWithoutIt() {
        List<List<String>> times = Stream.of("--race=report", "--quiet").map(option -> Oshrun.run(Oshrun.words(2,
            Oshrun.program(TimedPuts.class), "--backend=sim", "--sim-profile=gasnet", option)).expect(0).outLines()
            .stream().sorted().toList()).toList();
        assertEquals(times.getLast(), times.getFirst());
    }

    @Thorough
    @Test
    void contextsMayBeMoreThanNumbers() {
        assertFalse(run(List.of("NumberCases"), "--race").expect(0).err().contains("data race"));
    }

    @Thorough
    @Test
    void aReportNamesBothSidesAndTheCure() {
        Oshrun.Result result = run(List.of("FlagCases.flagWithoutFenceRacy", "AtomicCases.doubleAgainstLongRacy"),
            "--race").expect(66);
        assertTrue(Pattern.compile("^data race: PE 0 p at FlagCases\\.java:\\d+ and PE 1 get at FlagCases\\.java:\\d+, "
            + "\"SymmetricLongs#\\d+\" \\[0\\] of PE 1, allocated at \\S+\\(FlagCases\\.java:\\d+\\), nothing orders "
            + "them: PE 1 read after allocation \\d+ at "
            + "FlagCases\\.java:\\d+, PE 0's p on the default context is not completed by a quiet that it knows of; "
            + "what would: quiet and a barrier .* fence .*$", Pattern.MULTILINE).matcher(result.err()).find(),
            result.err());
        assertTrue(Pattern.compile("^data race: .*, \"SymmetricBytes#\\d+\" \\[0\\] of PE 1, allocated at .*",
            Pattern.MULTILINE).matcher(result.err()).find(), "an element of the views: " + result.err());
        assertTrue(result.err().contains("oshrun: 2 data races found:"), result.err());
        assertEquals(List.of("races rw-------", "races.found rw-------"), result.outLines().stream().sorted().toList());
    }

    @Thorough
    @Test
    void reportsAloneDoNotFail(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("exit.json");
        Oshrun.Result result = run(List.of("FlagCases.flagWithoutFenceRacy", "RmaCases.relaxedClean"), "--race=report",
            "--exit-report", file.toString()).expect(0);
        assertTrue(result.err().contains("1 data race found"), result.err());
        String json = Files.readString(file);
        assertTrue(json.contains("\"first\": \"PE 0 p at FlagCases.java:"), json);
    }

    @Thorough
    @Test
    void theVariableDoesTheSame() {
        run(List.of("FlagCases.flagWithoutFenceRacy"), "-x", "SHMEM_CHECK=3").expect(66);
        assertFalse(run(List.of("FlagCases.flagWithoutFenceRacy")).expect(0).err().contains("race"));
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"--race,false", "--race=strict,true", "--race=report,false"})
    void waitsForPlainStoresAreToldOfOnRequest(String option, boolean told) {
        String err = run(List.of("FlagCases.plainFlagWithFenceClean"), option).expect(0).err();
        assertEquals(told, Pattern.compile("^wait for a plain store: PE 0 p at FlagCases\\.java:\\d+ and PE 1 waitUntil"
            + " at FlagCases\\.java:\\d+, .*what would: atomicSet, or a signal$", Pattern.MULTILINE).matcher(err)
            .find(), err);
        assertEquals(told, err.contains("oshrun: 1 wait for a plain store found:"), err);
    }

    @Thorough
    @Test
    void anotherValueIsRefused() {
        assertTrue(run(List.of("FlagCases"), "--race=loose").expect(2).err().contains(
            "--race=loose: it takes report or strict"));
    }

    @Thorough
    @Test
    void aModuleIsLookedAt(@TempDir Path folder) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("src"));
        Files.writeString(sources.resolve("module-info.java"), "module looked { requires io.shmem4j; }");
        Files.writeString(sources.resolve("Main.java"), """
            package looked;

            import io.shmem4j.Shmem;
            import io.shmem4j.SymmetricInts;
            import java.lang.foreign.ValueLayout;

            public class Main {
                public static void main(String[] args) {
                    try (Shmem shmem = Shmem.init()) {
                        SymmetricInts a = shmem.allocateInts(4);
                        if (shmem.myPe() == 0) {
                            shmem.ptr(a, 1).setAtIndex(ValueLayout.JAVA_INT, 2, 4);
                        } else {
                            lambda$0(a);
                        }
                        shmem.barrierAll();
                    }
                }

                // Some compilers name the bodies of lambdas like this.
                private static int lambda$0(SymmetricInts a) {
                    return a.get(2);
                }
            }
            """);
        Path library = Oshrun.jar("shmem-api-");
        assertEquals(0, ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, "-Xlint:-incubating",
            "-d", folder.resolve("classes").toString(), "--module-path", library.toString(),
            sources.resolve("module-info.java").toString(), sources.resolve("Main.java").toString()));
        String err = Oshrun.run(List.of("-np", "2", "--race", "java", "-p", folder.resolve("classes").toString(), "-m",
            "looked/looked.Main")).expect(66).err();
        assertTrue(err.contains("PE 0 setAtIndex at Main.java:12"), err);
        assertTrue(err.contains("PE 1 get at Main.java:22") && err.contains("\"SymmetricInts#1\" [2]"), err);
    }

    /** The detector's additions make the code of the table too long for a method. */
    @Thorough
    @Test
    void aLongTableHidesNoRaceOfItsClass(@TempDir Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Table.java"), """
            import io.shmem4j.Shmem;
            import io.shmem4j.SymmetricInts;
            import java.lang.foreign.ValueLayout;

            public class Table {
                private static final int[] NUMBERS = {NUMBERS};

                public static void main(String[] args) {
                    try (Shmem shmem = Shmem.init()) {
                        SymmetricInts a = shmem.allocateInts(1);
                        if (shmem.myPe() == 0) {
                            shmem.ptr(a, 1).setAtIndex(ValueLayout.JAVA_INT, 0, NUMBERS[1]);
                        } else {
                            a.get(0);
                        }
                        shmem.barrierAll();
                    }
                }
            }
            """.replace("{NUMBERS}", IntStream.range(0, 4000).mapToObj(Integer::toString).collect(
            Collectors.joining(",", "{", "}"))));
        String err = Oshrun.run(List.of("-np", "2", "--race", source.toString())).expect(66).err();
        assertTrue(err.contains("PE 0 setAtIndex at Table.java:12"), err);
        assertTrue(err.contains("a method of more than 12 KiB of the class Table can't be rewritten"), err);
    }

    @ParameterizedTest
    @CsvSource({"racy,1", "clean,0"})
    void aRaceFailsATest(String method, int failures) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request().selectors(
            DiscoverySelectors.selectMethod(JudgedOnPes.class, method, Shmem.class)).build(), listener);
        assertEquals(1, listener.getSummary().getTestsFoundCount());
        String texts = listener.getSummary().getFailures().stream().map(each -> each.getException().getMessage())
            .collect(Collectors.joining("\n"));
        assertEquals(failures, listener.getSummary().getTestsFailedCount(), texts);
        assertEquals(failures != 0, texts.contains("PE 0 p at JudgedOnPes.java:"), texts);
        assertEquals(failures != 0, texts.contains("PE 1 get at JudgedOnPes.java:"), texts);
        assertFalse(texts.contains("can't be rewritten"), "JUnit's annotations are no reason to warn: " + texts);
    }

    @Thorough
    @Test
    void severalMachinesAreRefused() {
        String err = run(List.of("RmaCases"), "--race", "--split", "2").expect(2).err();
        assertTrue(err.contains("--race looks for races in jobs on one machine"), err);
    }

    /** The files of both jobs are one to both JVMs. */
    @Thorough
    @Test
    void racesBetweenJvmsThatHaveJoinedAreFound(@TempDir Path folder) throws Exception {
        Path said = folder.resolve("said");
        List<Process> pes = new ArrayList<>();
        for (int pe = 0; pe < 2; pe++) {
            ProcessBuilder builder = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-cp",
                System.getProperty("java.class.path"), "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED", JoinedRacer.class.getName(), Integer.toString(pe));
            builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()));
            builder.environment().keySet().removeIf(name -> name.startsWith("SHMEM_"));
            builder.environment().putAll(Map.of("SHMEM_CHECK", "3", "SHMEM_SHM_DIR", folder.toString()));
            pes.add(builder.start());
        }
        for (Process pe : pes) {
            assertTrue(pe.waitFor(2, TimeUnit.MINUTES), "a JVM hangs");
            assertEquals(0, pe.exitValue(), () -> read(said));
        }
        String reports = read(said);
        assertTrue(reports.matches("(?s)(.*\n)?data race: PE \\d p at JoinedRacer.java:19 and PE \\d p at JoinedRacer"
            + ".java:19,"
            + " \"x\" \\[0] of PE 0.*\ndata race: PE \\d p at JoinedRacer.java:21 and .*, \"x\" \\[1] of PE 1.*"),
            reports);
        assertEquals(List.of(said.getFileName().toString()), Oshrun.names(folder));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
