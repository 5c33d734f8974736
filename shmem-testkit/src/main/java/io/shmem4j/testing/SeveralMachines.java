// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Whether jobs on several machines can run here: UCX is installed, and its module is built, which builds of a few
 * modules leave out. The tests' own JVM does not load UCX: without the variables that {@code oshrun} sets, UCX takes
 * signals that a JVM uses for crashes.
 */
public final class SeveralMachines {
    private SeveralMachines() {
    }

    /** Skips a test where they may not. */
    public static void assume() {
        Assumptions.assumeTrue(isKnown("/sbin/ldconfig") || isKnown("ldconfig"),
            "the dynamic linker knows no libucp.so.0 on this machine");
        Assumptions.assumeTrue(isBuilt(), "the module shmem-ucx has not been built");
    }

    private static boolean isBuilt() {
        try (Stream<Path> jars = Files.list(Oshrun.home().resolve("target/lib"))) {
            return jars.anyMatch(jar -> jar.getFileName().toString().startsWith("shmem-ucx-"));
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isKnown(String ldconfig) {
        try {
            Process process = new ProcessBuilder(ldconfig, "-p").redirectErrorStream(true).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .contains("libucp.so.0");
        } catch (IOException e) {
            return false;
        }
    }
}
