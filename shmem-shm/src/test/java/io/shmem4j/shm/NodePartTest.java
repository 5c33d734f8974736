// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class NodePartTest {
    private static final int TIMES = 100;
    /** Has many pages, and each part of it ends with a line. */
    private static final String CARDS = "\n".repeat(1 << 20);

    @Test
    void addressesOfOtherNodesAppearAsAWhole() throws IOException {
        for (int times = 0; times < TIMES; times++) {
            JobFiles files = new JobFiles(Files.createTempDirectory(Path.of("/dev/shm"), "node-part-test-"));
            try {
                CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(files));
                while (!NodePart.hasCards(files)) {
                    Thread.onSpinWait();
                }
                long found = Files.size(files.file(NodePart.CARDS));
                writer.join();
                assertEquals(CARDS.length() + 1, found);
            } finally {
                files.delete();
            }
        }
    }

    private static void write(JobFiles files) {
        try {
            NodePart.writeCards(files, CARDS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
