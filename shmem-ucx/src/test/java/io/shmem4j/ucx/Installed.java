// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Assumptions;

/**
 * Whether this machine has UCX. The tests' own JVM does not load it: without the variables that {@code oshrun} sets,
 * UCX takes signals that a JVM uses for crashes.
 */
final class Installed {
    private Installed() {
    }

    /** Skips a test where there is none. */
    static void assume() {
        Assumptions.assumeTrue(isKnown("/sbin/ldconfig") || isKnown("ldconfig"),
            "the dynamic linker knows no libucp.so.0 on this machine");
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
