// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JvmAttachmentTest {
    /** The kernel takes the connection to a JVM that has been stopped, and nobody reads. */
    @Test
    void aJvmThatDoesNotAnswerIsNotWaitedFor() throws IOException {
        Process silent = new ProcessBuilder("sleep", "600").start();
        Path socket = Path.of("/tmp/.java_pid" + silent.pid());
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(socket));
            assertTimeoutPreemptively(Duration.ofSeconds(60), () -> assertTrue(new JvmAttachment(silent.pid())
                .hasLoaded("AnyClass", System.nanoTime() + 100_000_000)));
        } finally {
            silent.destroyForcibly();
            Files.deleteIfExists(socket);
        }
    }
}
