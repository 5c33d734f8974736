// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.race.cases.CaseRun;
import io.shmem4j.testing.ConformanceRun;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the detector advises ends the race: it is followed in the text of the labelled cases, which then run again. */
class AdviceIT {
    /** At least so many of the 88 racy cases race no more after changes of single lines. */
    private static final int MOST = 55;
    private static final Path SOURCES = Oshrun.home().resolve("shmem-race/src/test/java/io/shmem4j/race/cases");
    private static final Pattern REPORT = Pattern.compile("^data race: PE (\\d+).*? at (\\w+)\\.java:(\\d+) and "
        + "PE (\\d+).*? at (\\w+)\\.java:(\\d+), .*; what would: (.*)$", Pattern.MULTILINE);
    private static final Pattern WAIT = Pattern.compile("[wW]ait|[aA]cquire|[tT]est|lock\\(");
    private static final Pattern METHOD = Pattern.compile("    static void (\\w+)\\(Shmem \\w+\\) .*");

    /** Each case has one report, of two PEs: by its routines, what it advises. */
    private static final Map<String, String> CAUSES = Map.of(
        "RmaCases.forgottenBarrierRacy get p", "(quiet and )?a barrier between the two.*",
        "RmaCases.checkThenActRacy g p", ".*compareSwap in place of both, or a lock around both",
        "AtomicCases.plainLoadOfACounterRacy add get", ".*; or atomicFetch in place of get",
        "AtomicCases.plainStoreToACounterRacy fetchInc p", ".*; or atomicSet in place of p");

    @Test
    void theCauseIsNamed() {
        String err = run(Oshrun.classPath(CaseRun.class), CAUSES.keySet().stream().map(each -> each.split(" ")[0])
            .toList()).err();
        assertTrue(err.contains("oshrun: " + CAUSES.size() + " data races found:\n"), err);
        CAUSES.forEach((key, advice) -> {
            String[] words = key.split(" ");
            List<MatchResult> reports = Pattern.compile("^data race: PE (\\d) (\\w+) at \\S+ and PE (\\d) (\\w+) at .*"
                + words[0] + "\\(.*; what would: " + advice + "$", Pattern.MULTILINE).matcher(err).results().toList();
            assertEquals(1, reports.size(), () -> key + err);
            assertNotEquals(reports.getFirst().group(1), reports.getFirst().group(3), err);
            assertEquals(words[1] + " " + words[2], Stream.of(reports.getFirst().group(2), reports.getFirst().group(4))
                .sorted().collect(Collectors.joining(" ")));
        });
    }

    private static Oshrun.Result run(String path, List<String> cases) {
        List<String> words = new ArrayList<>(List.of("-np", "4", "--race", "--timeout", "200", "--pes-per-jvm", "1",
            ConformanceRun.QUICKLY_COMPILED, "-cp", path, CaseRun.class.getName()));
        words.addAll(cases);
        return Oshrun.run(words);
    }

    @Thorough
    @Test
    void casesThatFollowItDoNotRace(@TempDir Path folder) throws IOException {
        List<String> types = List.of("RmaCases", "FlagCases", "SignalCases", "ContextCases", "CollectiveCases",
            "AtomicCases");
        Map<String, Mended> files = new TreeMap<>();
        for (String type : types) {
            files.put(type, new Mended(type));
        }
        REPORT.matcher(run(Oshrun.classPath(CaseRun.class), types).err()).results()
            .forEach(report -> files.get(report.group(2)).follow(report));
        List<String> words = new ArrayList<>(List.of("-d", folder.toString(), "-cp",
            Oshrun.classPath(CaseRun.class, Shmem.class), "-Xlint:-incubating"));
        for (Mended each : files.values()) {
            words.add(each.write(folder).toString());
        }
        assertEquals(0, ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err,
            words.toArray(String[]::new)));
        List<String> mended = files.values().stream().flatMap(each -> each.cases.stream()).toList();
        run(folder + File.pathSeparator + Oshrun.classPath(CaseRun.class), mended).expect(0);
        assertTrue(mended.size() >= MOST, mended::toString);
    }

    /** A file of cases in which advice has been followed. */
    private static final class Mended {
        final TreeSet<String> cases = new TreeSet<>();
        private final String type;
        private final String[] lines;

        Mended(String type) throws IOException {
            this.type = type;
            this.lines = Files.readAllLines(SOURCES.resolve(type + ".java")).toArray(String[]::new);
        }

        private int method(int line) {
            int at = line;
            while (!METHOD.matcher(lines[at]).matches()) {
                at--;
            }
            return at;
        }

        /** Follows the advice of a report, if a change of text does. */
        void follow(MatchResult report) {
            int one = Integer.parseInt(report.group(3)) - 1;
            int other = Integer.parseInt(report.group(6)) - 1;
            int first = Math.min(one, other);
            int last = Math.max(one, other);
            Matcher method = METHOD.matcher(lines[method(first)]);
            boolean follows = method(first) == method(last) && method.matches()
                && (report.group(1).equals(report.group(4)) ? inPe(first, last, report.group(7))
                    : ofPes(first, last, report.group(7)));
            if (follows) {
                cases.add(type + "." + method.group(1));
            }
        }

        private boolean inPe(int first, int last, String advice) {
            Matcher call = Pattern.compile("(fence|quiet).* between the two").matcher(advice);
            if (!call.matches() || indent(first) != indent(last)) {
                return false;
            }
            lines[last] = receiver(lines[first]) + "." + call.group(1) + "(); " + lines[last];
            return true;
        }

        private int indent(int line) {
            return lines[line].length() - lines[line].stripLeading().length();
        }

        private boolean ofPes(int first, int last, String advice) {
            if (advice.matches(".*; or atomic(Fetch|Set) in place of \\w+")) {
                return atomically(first) || atomically(last);
            }
            if (advice.startsWith("one of these PEs alone")) {
                lines[first] = "if (s.myPe() == 0) " + lines[first];
                return true;
            }
            boolean barrier = advice.matches("(quiet.* and )?a barrier between the two.*") && !waits(first);
            for (int at = first + 1; at <= last && barrier; at++) {
                // Between two branches, or before a later statement of all PEs.
                if (lines[at].matches("        (} else if \\(|\\w).*")) {
                    lines[at] = lines[at].replaceFirst("^ *(} )?(else )?", "        $1s.barrierAll(); ");
                    lines[first] += "\n" + receiver(lines[first]) + ".quiet();";
                    return true;
                }
            }
            return false;
        }

        /** {@return whether PEs of the case wait for each other, so a barrier may stop them} */
        private boolean waits(int line) {
            int at = line;
            while (!lines[at].equals("    }")) {
                at++;
            }
            return IntStream.range(method(line), at).anyMatch(each -> WAIT.matcher(lines[each]).find());
        }

        private static String receiver(String line) {
            Matcher call = Pattern.compile("\\b([sc])\\.\\w+\\(").matcher(line);
            return call.find() ? call.group(1) : "s";
        }

        private boolean atomically(int at) {
            String before = lines[at];
            lines[at] = before.replaceFirst("\\ba\\.get\\((.*?)\\)", "s.atomicFetch(a, $1, s.myPe())")
                .replaceFirst("\\bs\\.g\\(", "s.atomicFetch(").replaceFirst("\\bs\\.p\\(", "s.atomicSet(")
                .replaceFirst("\\ba\\.set\\((.*)\\);", "s.atomicSet(a, $1, s.myPe());");
            return !before.equals(lines[at]);
        }

        Path write(Path folder) throws IOException {
            return Files.writeString(folder.resolve(type + ".java"), String.join("\n", lines));
        }
    }
}
