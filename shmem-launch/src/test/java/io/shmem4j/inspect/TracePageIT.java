// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code oshrun trace NAME.json --html FILE}, and the page in a browser. */
class TracePageIT {
    private static final int EVENTS = 100_000;
    private static final int PES = 4;
    private static final int WIDTH = 1000;
    /** A call of a PE, microseconds long. */
    private static final String CALL = """
        {"ph":"X","name":"%s","pid":%d,"cat":"%s","tid":0,"ts":%d,"dur":%d,"args":{%s}}""";
    /** Uses the page as a hand does, and leaves what it shows in an attribute. */
    private static final String PROBE = """
        <script>
        addEventListener("load", () => {
          const context = CanvasRenderingContext2D.prototype, fillRect = context.fillRect, arc = context.arc;
          let bars = 0, arrows = 0;
          context.fillRect = function (...box) { bars++; fillRect.apply(this, box); };
          context.arc = function (...circle) { arrows++; arc.apply(this, circle); };
          draw();
          const box = view.getBoundingClientRect(), x = part => box.left + LEFT + part * (box.width - LEFT);
          const at = (part, row) => ({ clientX: x(part), clientY: box.top + TOP + row * ROW + 5, cancelable: true });
          view.dispatchEvent(new PointerEvent("pointermove", at(0.5, 1)));
          const text = tip.textContent;
          view.dispatchEvent(new WheelEvent("wheel", { ...at(0.5, 0), deltaY: -1 }));
          const zoomed = [from, to].map(Math.round);
          view.dispatchEvent(new PointerEvent("pointerdown", at(0.5, 0)));
          view.dispatchEvent(new PointerEvent("pointermove", at(0.25, 0)));
          dispatchEvent(new PointerEvent("pointerup", at(0.25, 0)));
          const moved = [from, to].map(Math.round);
          document.documentElement.dataset.probe = JSON.stringify({ bars, arrows, text, zoomed, moved });
        });
        </script>
        """;

    @TempDir
    private Path folder;

    private Oshrun.Result page(Path trace, Path page) {
        return Oshrun.run(List.of("trace", trace.toString(), "--html", page.toString()));
    }

    private static String call(String name, int pe, String family, int begin, int length, String args) {
        return String.format(Locale.ROOT, CALL, name, pe, family, begin, length, args);
    }

    private Path trace(String... calls) throws IOException {
        return Files.writeString(folder.resolve("t.json"), "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
            + String.join(",\n", calls) + "]}");
    }

    @Test
    void aPageIsOneFile() throws IOException {
        Path page = folder.resolve("t.html");
        Path trace = folder.resolve("t.json");
        Oshrun.run(Oshrun.words(2, Oshrun.program(TracedProgram.class), "--trace", trace.toString())).expect(0);
        assertEquals("", page(trace, page).expect(0).errors());
        String text = Files.readString(page);
        assertTrue(text.contains("\"name\":\"barrierAll\""), text);
        assertFalse(text.contains("//") && Pattern.compile("(src|href)=|https?:|import ").matcher(text).find(), text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "none.json  | t.html    | there is no file ",
        "other.json | t.html    | is no file that --trace has written",
        "t.json     | t.json    | the page would overwrite ",
    })
    void wrongFilesAreRefused(String trace, String page, String message) throws IOException {
        trace();
        Files.writeString(folder.resolve("other.json"), "{}");
        String err = page(folder.resolve(trace), folder.resolve(page)).expect(2).errors();
        assertTrue(err.contains(message), err);
        assertEquals(List.of("other.json", "t.json"), List.of(folder.toFile().list()).stream().sorted().toList());
    }

    @Test
    void aBrowserShowsWhatEndedAWait() throws Exception {
        trace(call("waitUntil", 0, "waiting", 100, 800, "\"place\":\"x[0]</script> at A.java:1\""),
            call("p", 1, "remote access", 0, 10, "\"peer\":0,\"bytes\":8"),
            call("p", 1, "remote access", 480, 420, "\"peer\":0,\"bytes\":8"),
            call("barrierAll", 1, "collectives", 900, 100, ""));
        String shown = shown();
        assertTrue(shown.contains("\"arrows\":1,"), shown);
        assertTrue(shown.contains("PE 1: p, PE 0\\nat 480.000 \u00b5s for 420.000 \u00b5s\\n8 bytes"), shown);
        assertTrue(shown.contains("\"zoomed\":[100,900],\"moved\":[200,1000]"), shown);
    }

    /** The number of bars is limited by pixels, not by calls. */
    @Test
    void aBrowserShowsALargeTrace() throws Exception {
        trace(IntStream.range(0, EVENTS).mapToObj(i -> call("waitUntil", i % PES, "waiting", i, 2, ""))
            .toArray(String[]::new));
        String shown = shown();
        Matcher bars = Pattern.compile("\"bars\":(\\d+),").matcher(shown);
        assertTrue(bars.find() && Integer.parseInt(bars.group(1)) <= PES * (WIDTH + 1) + WIDTH, shown);
    }

    /** {@return what the probe finds in the page of the trace} */
    private String shown() throws Exception {
        String browser = browser();
        Path page = folder.resolve("t.html");
        page(folder.resolve("t.json"), page).expect(0);
        Files.writeString(page, Files.readString(page) + PROBE);
        Path dump = folder.resolve("dump.html");
        Process process = new ProcessBuilder(browser, "--headless", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--window-size=" + WIDTH + ",700",
            "--user-data-dir=" + folder.resolve("browser"), "--dump-dom", page.toUri().toString())
                .redirectOutput(dump.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            assertTrue(process.waitFor(2, TimeUnit.MINUTES), "the browser does not end");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        Matcher probe = Pattern.compile("data-probe=\"([^\"]*)\"").matcher(Files.readString(dump));
        assertTrue(probe.find(), "the page's script has not run");
        return probe.group(1).replace("&quot;", "\"");
    }

    private static String browser() {
        for (String name : List.of("chromium", "chromium-browser", "chrome-headless-shell", "google-chrome")) {
            for (String each : System.getenv("PATH").split(File.pathSeparator)) {
                if (Files.isExecutable(Path.of(each, name))) {
                    return each + "/" + name;
                }
            }
        }
        return Assumptions.abort("there is no Chromium on PATH");
    }
}
