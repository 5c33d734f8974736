// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Result;
import io.shmem4j.nas.npb.ResultBlock;
import io.shmem4j.report.CommandLines;
import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ReportCommandTest {
    @TempDir
    private Path folder;

    private static String line(int pes, double seconds, String transfer, Result.Verification verification,
            String... variant) {
        Map<String, String> variants = new TreeMap<>(Map.of("Transfer", transfer));
        if (variant.length > 0) {
            variants.put(variant[0], variant[1]);
        }
        return ResultBlock.json(new Result("IS", NpbClass.A, "8388608", 10, 1, seconds, pes, 83.9 / seconds,
            "keys ranked", verification, variants,
            List.of(new PhaseTimers.Time("move keys", seconds / 4, seconds / 2),
                new PhaseTimers.Time("rank", seconds / 2, seconds)), 5, 2));
    }

    private String report(String... words) {
        ReportCommand command = new ReportCommand();
        CommandLines.read(new CommandLine(command), words);
        return command.table();
    }

    private Path file() throws IOException {
        return Files.writeString(folder.resolve("runs"), String.join("\n",
            line(1, 0.5, "direct", Result.Verification.SUCCESSFUL), line(2, 0.25, "direct",
                Result.Verification.SUCCESSFUL),
            line(2, 0.75, "direct", Result.Verification.UNSUCCESSFUL), line(2, 0.26, "direct",
                Result.Verification.SUCCESSFUL),
            line(2, 0.3, "putget", Result.Verification.NOT_PERFORMED)));
    }

    @Test
    void runsWithoutARehearsalAreAVariantOfTheirOwn() throws IOException {
        String with = line(1, 0.5, "direct", Result.Verification.SUCCESSFUL, "Rehearsal", "1000 untimed steps");
        String without = line(1, 0.7, "direct", Result.Verification.SUCCESSFUL, "Rehearsal", "none");
        String table = report(Files.writeString(folder.resolve("both"), with + "\n" + without).toString());
        assertTrue(table.contains("| IS A | direct | 0.5000 "), table);
        assertTrue(table.contains("| IS A | direct, no rehearsal | 0.7000 "), table);
    }

    @Test
    void aLineOfARunIsJsonWhateverItSays() {
        JsonObject line = JsonParser.parseString(line(1, 0, "a \"word\"", Result.Verification.NOT_PERFORMED,
            "Rehearsal",
            "a\tb")).getAsJsonObject();
        assertEquals("a \"word\"", line.get("transfer").getAsString());
        assertEquals("a\tb", line.get("rehearsal").getAsString());
        assertTrue(line.get("mops").isJsonNull() && line.get("verified").isJsonNull(), line::toString);
    }

    @Test
    void aRowForEachVariantWithMediansOfRepeatedRuns() throws IOException {
        List<String> lines = report(file().toString()).lines().toList();
        assertEquals("| class | variant | np 1 | np 2 | wrong |", lines.getFirst());
        assertEquals("| IS A | direct | 0.5000 (25 %) | 0.2600 (25 %) | 1 |", lines.get(2));
        assertEquals("| IS A | putget, 10 steps | | 0.3000 (25 %) unverified | 0 |", lines.get(3));
    }

    @Test
    void aTableForEachProblemWithSpeedUpAndPhases() throws IOException {
        List<String> lines = report(file().toString()).lines().toList();
        int title = lines.indexOf("## IS A");
        assertEquals("| variant | np | seconds | speed-up | Mop/s | move keys | rank |", lines.get(title + 2));
        assertEquals("| direct | 1 | 0.5000 | 1.00 | 167.8 | 25.0 % | 50.0 % |", lines.get(title + 4));
        assertEquals("| direct | 2 | 0.2600 | 1.92 | 322.7 | 25.0 % | 50.0 % |", lines.get(title + 5));
        assertEquals("| putget, 10 steps | 2 | 0.3000 | | 279.7 | 25.0 % | 50.0 % |", lines.get(title + 6));
    }

    @Test
    void aPictureForEachProblem() throws IOException {
        Path pictures = folder.resolve("pictures");
        assertTrue(report(file().toString(), "--plot", pictures.toString()).contains("IS-A.svg"));
        assertTrue(Files.readString(pictures.resolve("IS-A.svg")).startsWith("<svg "));
    }

    @Test
    void simulatedAndShortenedRunsAreVariantsOfTheirOwn() throws IOException {
        String table = report(Files.writeString(folder.resolve("three"), String.join("\n",
            line(1, 0.5, "direct", Result.Verification.SUCCESSFUL), line(1, 0.1, "direct",
                Result.Verification.NOT_PERFORMED),
            line(1, 0.2, "direct", Result.Verification.SUCCESSFUL, "Machine", "simulated"))).toString());
        assertTrue(table.contains("| IS A | direct | 0.5000 "), table);
        assertTrue(table.contains("| IS A | direct, 10 steps | 0.1000 "), table);
        assertTrue(table.contains("| IS A | simulated, direct | 0.2000 "), table);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"IS | hello", "\"pes\":1 | \"pes\":\"x\"", "\"seconds\":1.0 | \"seconds\":0.0",
        "\"phases\":{ | \"phases\":[],\"others\":{", "\"class\" | \"klass\"", "{ | [{"})
    void whatIsNoFileOfRunsIsRefusedWithTheLine(String part, String broken) throws IOException {
        String right = line(1, 1, "direct", Result.Verification.SUCCESSFUL);
        assertTrue(right.contains(part), right);
        Path file = Files.writeString(folder.resolve("other"), right + "\n" + (broken.equals("hello") ? broken
            : right.replace(part, broken)));
        assertTrue(assertThrows(UsageException.class, () -> report(file.toString())).getMessage().contains("line 2"));
    }

    @Test
    void whatIsNoTextIsRefused() throws IOException {
        Path file = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertTrue(assertThrows(UsageException.class, () -> report(file.toString())).getMessage().contains("no"));
        assertThrows(UsageException.class, () -> report(folder.resolve("nothing").toString()));
        assertThrows(UsageException.class, () -> report());
    }
}
