// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command and its plots. */
class ReportCommandTest {
    private static final String TABLE = "{\"test\":\"ptr\",\"title\":\"put & ptr\",\"machine\":{\"PEs\":\"2\",\"CPU\":"
        + "\"<x>\"},\"chart\":{\"kind\":\"%s\",\"first\":1,\"y\":\"time (us)\",\"logX\":true,\"logY\":true},"
        + "\"columns\":[\"size\",\"put (us)\",\"copy (us)\"],"
        + "\"rows\":[[%s,0.5,1],[%s,1.5,2000]],\"notes\":[\"not steady\"]}%n";

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static int run(Object... words) {
        CommandLine line = new CommandLine(new ReportCommand());
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            throw e;
        });
        return line.execute(Stream.of(words).map(Object::toString).toArray(String[]::new));
    }

    private String refusal(Object... words) {
        CommandLine.ParseResult parsed = new CommandLine(new ReportCommand()).parseArgs(
            Stream.of(words).map(Object::toString).toArray(String[]::new));
        ReportCommand command = (ReportCommand) parsed.commandSpec().userObject();
        return assertThrows(UsageException.class, command::call).getMessage();
    }

    @Test
    void plotsAreFilesByTheNamesOfTheirTests() throws IOException {
        Path lines = file("lines.json", TABLE.formatted("lines", "8", "16"));
        Path other = file("other.json", TABLE.formatted("lines", "8", "16").replace("put & ptr", "other title"));
        Path plots = folder.resolve("new/plots");
        Path bars = file("bars.json", TABLE.formatted("bars", "\"Copy\"", "\"Add\"").replace("ptr", "stream"));
        assertEquals(0, run(lines, other, bars, "--plots", plots, "--labels", "one,two,three"));
        for (String name : List.of("ptr.svg", "ptr-2.svg", "stream.svg")) {
            assertTrue(Files.readString(plots.resolve(name)).contains("#0072B2"), name);
        }
        assertTrue(refusal(lines, "--plots", lines).contains("--plots " + lines + " can't be written"));
    }

    @Test
    void whatCannotBeDoneIsRefusedAndLeavesNothing() throws IOException {
        Path good = file("good.json", TABLE.formatted("lines", "8", "16"));
        assertTrue(refusal(folder.resolve("none.json")).contains("there is no such file"));
        assertTrue(refusal(file("empty.json", "operation,min\n")).contains("has no tables"));
        assertTrue(refusal(file("bad.json", "{\"test\":1}\n")).contains("no table of"));
        assertTrue(refusal(file("cut.json", "{\"test\":\n")).contains("no table of"));
        assertTrue(refusal(file("null.json", "{\"columns\":[null],\"rows\":[]}\n"))
            .contains("no table of"));
        assertTrue(refusal(file("wide.json", "{\"columns\":[],\"rows\":[[1]]}\n"))
            .contains("no table of"));
        assertTrue(refusal(good, "--labels", "a,b").contains("2 names for 1 files"));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of("bad.json", "cut.json", "empty.json", "good.json", "null.json", "wide.json"),
                left.map(path -> path.getFileName().toString()).sorted().toList());
        }
    }
}
