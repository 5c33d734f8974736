// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of a trace: {@code NAME.json} for trace viewers and {@code NAME.html} beside it, and while the job runs a
 * folder {@code NAME.parts} with the PEs' records.
 */
public record TraceFiles(Path json, Path html, Path parts) {
    private static final String JSON = ".json";
    private static final String HTML = ".html";
    private static final String HEAD = "head";
    /** The fact that a page has in its title. */
    public static final String COMMAND = "command";

    /**
     * {@return the files that a user's word means; its ending {@code .json} or {@code .html} does not matter} An
     * IllegalArgumentException says why they can't be written there.
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

    /** Keeps the facts of the trace beside the records, a line {@code name=value} each. */
    public void writeHead(Map<String, String> facts) throws IOException {
        List<String> lines = facts.entrySet().stream().map(fact -> fact.getKey() + "="
            + fact.getValue().replaceAll("\\p{Cntrl}", " ")).toList();
        Files.write(parts.resolve(HEAD), lines);
    }

    /** {@return the facts beside some records, none where there is no such file} */
    static Map<String, String> head(Path parts) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        if (Files.isRegularFile(parts.resolve(HEAD))) {
            for (String line : Files.readAllLines(parts.resolve(HEAD))) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    facts.put(line.substring(0, equals), line.substring(equals + 1));
                }
            }
        }
        return facts;
    }

    public void removeRecords() throws IOException {
        Files.deleteIfExists(parts.resolve(HEAD));
        try (DirectoryStream<Path> old = Files.newDirectoryStream(parts, "pe-*.trace")) {
            for (Path file : old) {
                Files.delete(file);
            }
        }
    }

    String title() {
        String name = json.getFileName().toString();
        return name.substring(0, name.length() - JSON.length());
    }
}
