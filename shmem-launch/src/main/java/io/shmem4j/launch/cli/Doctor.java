// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import static io.shmem4j.launch.option.LauncherOption.SHM_DIR;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.cli.Checks.Finding;
import io.shmem4j.launch.option.Options;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The command {@code oshrun doctor}: looks at everything that jobs need, and runs a small one. */
public record Doctor(Options options, Installation installation) {
    private static final String LINE = "%-5s %-15s %s%n";
    private static final String SECONDS = "60";
    private static final String INDENT = " ".repeat(22);

    /** Checks the machine and prints the findings. The exit status is 1 if jobs can't run. */
    public static int run(Options options, List<String> words, Installation installation) {
        if (!words.isEmpty()) {
            throw LaunchException.usage("doctor takes no " + words.getFirst() + "; say oshrun [--shm-dir DIR] doctor");
        }
        return new Doctor(options, installation).run();
    }

    private int run() {
        List<Finding> findings = new ArrayList<>(new Checks(installation, options.jobFolders()).all());
        findings.forEach(Doctor::tell);
        if (findings.stream().noneMatch(finding -> finding.grade() == Finding.Grade.BAD)) {
            Finding trial = trial();
            tell(trial);
            findings.add(trial);
        }
        long bad = findings.stream().filter(finding -> finding.grade() == Finding.Grade.BAD).count();
        long notes = findings.stream().filter(finding -> finding.grade() == Finding.Grade.NOTE).count();
        System.out.println();
        System.out.println(bad == 0
            ? "Jobs run here" + (notes == 0 ? "." : ", with " + count(notes, "note") + " above.")
            : "Jobs do not run here: see the " + count(bad, "line") + " marked BAD.");
        return bad == 0 ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static void tell(Finding finding) {
        System.out.printf(Locale.ROOT, LINE, finding.grade().mark(), finding.topic(), finding.text());
        if (finding.advice() != null) {
            System.out.println(INDENT + "-> " + finding.advice());
        }
        System.out.flush();
    }

    /** {@return how a job of two PEs by another launcher ends}: what else may be wrong shows in it */
    private Finding trial() {
        List<String> words = new ArrayList<>(List.of(installation.java(), "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        if (installation.root() != null) {
            words.add("-D" + Installation.ROOT + "=" + installation.root());
        }
        words.addAll(List.of("-cp", String.join(File.pathSeparator, installation.jars()), Launcher.class.getName(),
            "-np", "2", "--timeout", SECONDS));
        if (options.has(SHM_DIR)) {
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
