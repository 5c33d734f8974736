// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.launch.Installation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page of a trace: a template with the trace inside, so it needs no other file and no network. */
final class TracePage {
    private static final String PLACE = "@TRACE@";

    private TracePage() {
    }

    /**
     * Writes a page. The trace is copied line by line, because it may be larger than the heap.
     *
     * @throws IllegalArgumentException if the file is no trace of this library, or the page's
     */
    static void write(Path trace, Path page) throws IOException {
        if (Files.exists(page) && Files.isSameFile(trace, page)) {
            throw new IllegalArgumentException("the page would overwrite " + trace);
        }
        String[] template = Installation.resource(TracePage.class, "trace.html").split(PLACE);
        try (BufferedReader in = Files.newBufferedReader(trace)) {
            String line = in.readLine();
            if (line == null || !line.startsWith(TraceMerge.BEGIN)) {
                throw new IllegalArgumentException(trace + " is no file that --trace has written");
            }
            try (Writer out = Files.newBufferedWriter(page)) {
                out.write(template[0]);
                for (; line != null; line = in.readLine()) {
                    // No text inside ends the script element.
                    out.write(line.replace("</", "<\\/") + "\n");
                }
                out.write(template[1]);
            }
        }
    }
}
