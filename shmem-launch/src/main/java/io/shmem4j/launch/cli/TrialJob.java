// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import static io.shmem4j.launch.option.LauncherOption.SHM_DIR;

import io.shmem4j.launch.Installation;
import io.shmem4j.launch.option.Options;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A job of two PEs, by another launcher: what else may be wrong shows in it. */
final class TrialJob {
    private static final String SECONDS = "60";

    private TrialJob() {
    }

    static Finding run(Installation installation, Options options) {
        List<String> words = new ArrayList<>(List.of(installation.java(), "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        if (installation.root() != null) {
            words.add("-D" + Installation.ROOT + "=" + installation.root());
        }
        words.addAll(List.of("-cp", String.join(java.io.File.pathSeparator, installation.jars()),
            "io.shmem4j.launch.cli.Launcher", "-np", "2", "--timeout", SECONDS));
        if (options.text(SHM_DIR) != null) {
            words.addAll(List.of("--shm-dir", options.text(SHM_DIR)));
        }
        words.add("warm-up");
        long began = System.nanoTime();
        try {
            Process job = new ProcessBuilder(words).redirectErrorStream(true).start();
            job.getOutputStream().close();
            String said = new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int status = job.waitFor();
            double seconds = (System.nanoTime() - began) / 1e9;
            return status == 0
                ? Finding.good("a job", String.format(Locale.ROOT, "of 2 PEs ran in %.1f s", seconds))
                : Finding.bad("a job", "of 2 PEs ended with status " + status + ": " + said,
                    "the message above says what is wrong");
        } catch (IOException e) {
            return Finding.bad("a job", "can't be started: " + e.getMessage(), "see the message");
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }
}
