// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.UsageException;
import io.shmem4j.testing.Oshrun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReportCommandTest {
    private static final String TABLE = "{\"test\":\"ptr\",\"title\":\"put & ptr\",\"machine\":{\"PEs\":\"2\",\"CPU\":"
        + "\"<x>\"},\"columns\":[\"%s\",\"put (us)\",\"copy (us)\"],\"rows\":[[%s,0.5,1],[%s,1.5,2000]],"
        + "\"notes\":[]}%n";

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static ReportCommand command(Object... words) {
        return (ReportCommand) new CommandLine(new ReportCommand()).parseArgs(
            Stream.of(words).map(Object::toString).toArray(String[]::new)).commandSpec().userObject();
    }

    private static String printed(ReportCommand command) {
        PrintStream out = System.out;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        System.setOut(new PrintStream(text, true, StandardCharsets.UTF_8));
        try {
            assertEquals(0, command.call());
        } finally {
            System.setOut(out);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    private static String refusal(Object... words) {
        return assertThrows(UsageException.class, command(words)::call).getMessage();
    }

    @Test
    void plotsAreFilesByTheNamesOfTheirTests() throws IOException {
        Path lines = file("lines.json", TABLE.formatted("size", "8", "16"));
        Path other = file("other.json", TABLE.formatted("size", "8", "16").replace("put & ptr", "other title"));
        Path bars = file("bars.json", TABLE.formatted("kernel", "\"Copy\"", "\"Add\"").replace("ptr", "stream"));
        Path plots = folder.resolve("new/plots");
        String table = printed(command(lines, other, bars, "--plots", plots, "--labels", "one,two,three"));
        assertTrue(table.contains(plots.resolve("ptr.svg") + "     copy        2  message size (bytes)      8  1.0000"
            + "    16  2000.0000  time (us)\n"), table);
        for (String name : List.of("ptr.svg", "ptr-2.svg", "stream.svg")) {
            assertTrue(Files.readString(plots.resolve(name)).contains("#0072B2"), name);
        }
        assertTrue(refusal(lines, "--plots", lines).contains("--plots " + lines + " can't be written"));
    }

    @Test
    void whatCannotBeDoneIsRefusedAndLeavesNothing() throws IOException {
        Path good = file("good.json", TABLE.formatted("size", "8", "16"));
        assertTrue(refusal(folder.resolve("none.json")).contains("there is no such file"));
        assertTrue(refusal(file("empty.json", "")).contains("empty.json, line 1: not what"));
        assertTrue(refusal(file("binary.json", "operation,min\n")).contains("line 1: not what"));
        for (String wrong : List.of("{\"test\":1}", "{\"test\":", "hello", "[{}]", "{\"columns\":[null],\"rows\":[]}",
            "{\"columns\":[],\"rows\":[[1]]}", TABLE.formatted("size", "\"x\"", "8"),
            "{\"benchmark\":\"IS\",\"klass\":\"A\",\"pes\":1}")) {
            String refusal = refusal(file("bad.json", Files.readString(good) + wrong));
            assertTrue(refusal.contains("bad.json, line 2: not what"), refusal);
        }
        Files.write(folder.resolve("binary.json"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertTrue(refusal(folder.resolve("binary.json")).contains("can't read"));
        assertTrue(refusal(good, "--labels", "a,b").contains("2 names for 1 files"));
        assertEquals(List.of("bad.json", "binary.json", "empty.json", "good.json"), Oshrun.names(folder));
    }
}
