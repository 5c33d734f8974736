// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarContentsTest {
    private static final long BYTES = 64 << 20;

    /** As a build does. A checksum of a mapped file would end this JVM. */
    @Test
    void aJarMayBeCutWhileItIsRead(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("any.jar");
        AtomicBoolean over = new AtomicBoolean();
        try (RandomAccessFile file = new RandomAccessFile(jar.toFile(), "rw")) {
            file.setLength(BYTES);
            CompletableFuture<Integer> builds = CompletableFuture.supplyAsync(() -> build(file, over));
            for (int i = 0; i < 20; i++) {
                List<String> lines = JarContents.lines(List.of(jar.toString()));
                assertTrue(lines.size() == 1 && lines.getFirst().endsWith(" " + jar), lines::toString);
            }
            over.set(true);
            assertTrue(builds.join() > 0);
        }
    }

    private static int build(RandomAccessFile file, AtomicBoolean over) {
        int builds = 0;
        try {
            do {
                file.setLength(1000);
                file.setLength(BYTES);
                builds++;
            } while (!over.get());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return builds;
    }
}
