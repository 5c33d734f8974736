// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of a trace: {@code NAME.json} for trace viewers and {@code NAME.html} beside it, and while the job runs a
 * folder {@code NAME.parts} with the PEs' records.
 */
public record TraceFiles(Path json, Path html, Path parts) {
    private static final String JSON = ".json";
    private static final String HTML = ".html";

    /**
     * {@return the files that a user's word means; its ending {@code .json} or {@code .html} does not matter}
     *
     * @throws IllegalArgumentException with the reason if they can't be written there
     */
    public static TraceFiles of(String word) {
        String name = word.endsWith(JSON) ? word.substring(0, word.length() - JSON.length())
            : word.endsWith(HTML) ? word.substring(0, word.length() - HTML.length()) : word;
        Path base = Path.of(name).toAbsolutePath().normalize();
        if (name.isEmpty() || name.endsWith("/") || base.getFileName() == null) {
            throw new IllegalArgumentException("'" + word + "' is no name of a file");
        }
        Path parent = base.getParent();
        if (!Files.isDirectory(parent)) {
            throw new IllegalArgumentException("there is no folder " + parent);
        }
        if (!Files.isWritable(parent)) {
            throw new IllegalArgumentException("no permission to write to " + parent);
        }
        TraceFiles files = new TraceFiles(beside(base, JSON), beside(base, HTML), beside(base, ".parts"));
        for (Path file : new Path[] {files.json, files.html}) {
            if (Files.exists(file) && !(Files.isRegularFile(file) && Files.isWritable(file))) {
                throw new IllegalArgumentException(file + " is there and can't be written");
            }
        }
        return files;
    }

    private static Path beside(Path base, String ending) {
        return base.resolveSibling(base.getFileName() + ending);
    }

    /** {@return the head of the page} */
    String title() {
        String name = json.getFileName().toString();
        return name.substring(0, name.length() - JSON.length());
    }
}
