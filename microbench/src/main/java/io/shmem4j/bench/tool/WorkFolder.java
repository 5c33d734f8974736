// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for as long as a tool runs.
 *
 * @param path where it is
 */
public record WorkFolder(Path path) implements AutoCloseable {
    /**
     * {@return a new one}
     *
     * @throws IOException if there is no place for it
     */
    public static WorkFolder create() throws IOException {
        return new WorkFolder(Files.createTempDirectory("shmem4j-bench-"));
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(path)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
