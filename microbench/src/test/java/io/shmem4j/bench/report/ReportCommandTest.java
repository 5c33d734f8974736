// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

/** The command and its page. */
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
    void pageHoldsPicturesTablesAndFactsInOneFile() throws IOException {
        Path lines = file("lines.json", TABLE.formatted("lines", "8", "16"));
        Path bars = file("bars.json", TABLE.formatted("bars", "\"Copy\"", "\"Add\"").replace("ptr", "stream"));
        Path page = folder.resolve("page.html");
        assertEquals(0, run(lines, bars, "--output", page, "--labels", "one,two", "--title", "A & B"));
        String html = Files.readString(page);
        assertTrue(html.contains("<h1>A &amp; B</h1>"), html);
        assertTrue(html.contains("&lt;x&gt;") && html.contains("two: put"), html);
        assertFalse(html.contains("src=\"http") || html.contains("<link"), "needs other files");
        String[] pictures = html.split("<svg ", -1);
        assertEquals(3, pictures.length);
        for (int i = 1; i < pictures.length; i++) {
            assertTrue(pictures[i].contains("#0072B2"), "no curve of the first colour");
            assertTrue(pictures[i].contains("<text ") && pictures[i].contains(">time (us)</text>"), pictures[i]);
        }
        assertTrue(html.length() < 30_000, () -> html.length() + " characters for two small plots");
    }

    @Test
    void plotsAreFilesByTheNamesOfTheirTests() throws IOException {
        Path lines = file("lines.json", TABLE.formatted("lines", "8", "16"));
        Path other = file("other.json", TABLE.formatted("lines", "8", "16").replace("put & ptr", "other title"));
        Path plots = folder.resolve("new/plots");
        assertEquals(0, run(lines, other, "--output", folder.resolve("page.html"), "--plots", plots));
        for (String name : List.of("ptr.svg", "ptr-2.svg")) {
            assertTrue(Files.readString(plots.resolve(name)).contains("#0072B2"), name);
        }
        assertTrue(refusal(lines, "--output", folder.resolve("page.html"), "--plots", lines)
            .contains("--plots " + lines + " can't be written"));
    }

    /** Flags that all runs have are said once, the others for their run. */
    @Test
    void factsThatRunsShareAreSaidOnce() throws IOException {
        String table = TABLE.formatted("lines", "8", "16");
        Path one = file("one.json", table.replace("<x>", "-Xa -Xb -Xone"));
        Path two = file("two.json", table.replace("<x>", "-Xa -Xb -Xtwo"));
        Path page = folder.resolve("page.html");
        assertEquals(0, run(one, two, "--output", page));
        String html = Files.readString(page);
        assertTrue(html.contains("<td>PEs</td><td colspan=\"2\">2</td></tr>"), html);
        assertTrue(html.contains("<td>CPU</td><td colspan=\"2\"><span>-Xa</span> <span>-Xb</span></td></tr>\n"
            + "<tr><td></td><td><span>-Xone</span></td><td><span>-Xtwo</span></td></tr>"), html);
    }

    @Test
    void whatCannotBeDoneIsRefusedAndLeavesNothing() throws IOException {
        Path good = file("good.json", TABLE.formatted("lines", "8", "16"));
        Path page = folder.resolve("page.html");
        assertTrue(refusal(folder.resolve("none.json"), "--output", page).contains("there is no such file"));
        assertTrue(refusal(file("empty.json", "operation,min\n"), "--output", page).contains("has no tables"));
        assertTrue(refusal(file("bad.json", "{\"test\":1}\n"), "--output", page).contains("no table of"));
        assertTrue(refusal(file("cut.json", "{\"test\":\n"), "--output", page).contains("no table of"));
        assertTrue(refusal(file("null.json", "{\"columns\":[null],\"rows\":[]}\n"), "--output", page)
            .contains("no table of"));
        assertTrue(refusal(file("wide.json", "{\"columns\":[],\"rows\":[[1]]}\n"), "--output", page)
            .contains("no table of"));
        assertTrue(refusal(good, "--output", page, "--labels", "a,b").contains("2 names for 1 files"));
        assertTrue(refusal(good, "--output", folder.resolve("no/page.html")).contains("can't be written"));
        assertTrue(refusal(good, "--output", folder).contains("it is a folder"));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of("bad.json", "cut.json", "empty.json", "good.json", "null.json", "wide.json"),
                left.map(path -> path.getFileName().toString()).sorted().toList());
        }
    }
}
