// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.bench.call.FourCalls;
import io.shmem4j.testing.Oshrun;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a trace, as a browser lays it out. */
class PagesIT {
    private static final int[] WIDTHS = {500, 900, 1400};
    /** The browser's numbers of colour schemes. */
    private static final int DARK = 0;
    private static final int LIGHT = 1;
    /** Elements that leave their parent, which does not scroll, and the colour behind the text. */
    private static final String PROBE = """
        <script>
        addEventListener("load", () => {
            const scrolls = e => ["auto", "hidden", "scroll"].includes(getComputedStyle(e).overflowX);
            const wide = [...document.body.querySelectorAll("*")].filter(e => {
                const edge = e.parentElement.getBoundingClientRect().right + 1;
                return !e.parentElement.closest("svg") && !scrolls(e.parentElement)
                    && e.getBoundingClientRect().right > edge;
            }).map(e => e.tagName + " in " + e.parentElement.tagName);
            const paper = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
            document.documentElement.setAttribute("data-probe",
                [document.documentElement.scrollWidth <= innerWidth, Math.max(...paper), wide.join(", ")].join(";"));
        });
        </script>
        """;

    @TempDir
    private Path folder;

    @Test
    void nothingIsWiderThanWhatItLiesIn() throws Exception {
        String browser = browser();
        Oshrun.run(Oshrun.words(3, Oshrun.program(FourCalls.class), "--trace", folder.resolve("trace").toString()))
            .expect(0);
        for (Path page : List.of(folder.resolve("trace.html"))) {
            Files.writeString(page, Files.readString(page) + PROBE);
            for (int width : WIDTHS) {
                assertTrue(brightness(browser, page, width, LIGHT) > 200, page::toString);
            }
            assertTrue(brightness(browser, page, WIDTHS[0], DARK) < 60, page::toString);
        }
    }

    private int brightness(String browser, Path page, int width, int scheme) throws Exception {
        Path dump = folder.resolve("dump.html");
        Process process = new ProcessBuilder(browser, "--headless", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--window-size=" + width + ",900",
            "--blink-settings=preferredColorScheme=" + scheme, "--user-data-dir=" + folder.resolve("browser"),
            "--dump-dom", page.toUri().toString())
                .redirectOutput(dump.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            assertTrue(process.waitFor(2, TimeUnit.MINUTES), "the browser does not end");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        Matcher probe = Pattern.compile("data-probe=\"([^\"]*)\"").matcher(Files.readString(dump));
        assertTrue(probe.find(), "the page's script has not run");
        String[] told = probe.group(1).split(";", -1);
        assertEquals(List.of("true", ""), List.of(told[0], told[2]), page + " in a window of " + width);
        return Integer.parseInt(told[1]);
    }

    private static String browser() {
        for (String name : List.of("chromium", "chromium-browser", "google-chrome")) {
            for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
                if (Files.isExecutable(Path.of(folder, name))) {
                    return folder + "/" + name;
                }
            }
        }
        return Assumptions.abort("there is no chromium on PATH");
    }
}
