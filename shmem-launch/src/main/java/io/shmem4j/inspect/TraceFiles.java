// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files of a trace: {@code NAME.json}, and while the job runs the folder {@code NAME.parts} of the PEs' records.
 */
public record TraceFiles(Path json, Path parts) {
    private static final String JSON = ".json";

    /**
     * {@return the files for a user's NAME or NAME.json} An IllegalArgumentException says why they can't be written.
     */
    public static TraceFiles of(String word) {
        String name = word.endsWith(JSON) ? word.substring(0, word.length() - JSON.length()) : word;
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
        Path json = parent.resolve(base.getFileName() + JSON);
        if (Files.exists(json) && !(Files.isRegularFile(json) && Files.isWritable(json))) {
            throw new IllegalArgumentException(json + " exists and can't be written");
        }
        return new TraceFiles(json, parent.resolve(base.getFileName() + ".parts"));
    }

    public void removeRecords() throws IOException {
        try (DirectoryStream<Path> records = Files.newDirectoryStream(parts, "pe-*.trace")) {
            for (Path file : records) {
                Files.delete(file);
            }
        }
    }
}
