// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.LauncherOption;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.shm.JobFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Reads the races that PEs have found, and repeats them at the end of the job. */
final class RaceReports {
    private final JobPlan plan;
    private final Path file;
    List<Race> found = List.of();

    /** A report with the call sites of both accesses and the bytes they have in common. */
    record Race(String report, String first, String second, String place) {
        static Race of(String line) {
            String[] parts = line.split("\t");
            return new Race(parts[0], parts[1], parts[2], parts[3]);
        }

        /** {@return whether this is a data race, rather than a wait for a plain store} */
        boolean races() {
            return report.startsWith("data race");
        }
    }

    RaceReports(JobPlan plan, JobFiles files) {
        this.plan = plan;
        this.file = files.file(JobFiles.RACES_FOUND);
    }

    /** Reads the races before the job's files are deleted. */
    void collect() {
        if (plan.races() && Files.exists(file)) {
            try {
                found = Files.readAllLines(file).stream().map(Race::of).toList();
            } catch (IOException e) {
                throw new LaunchException(ExitStatus.FAILED, "the races that were found can't be read: "
                    + e.getMessage(), e);
            }
        }
    }

    /** {@return the exit status, which races change only if the job succeeded otherwise} */
    int status(int otherwise) {
        boolean counts = !plan.options().has(LauncherOption.RACE)
            || !plan.options().text(LauncherOption.RACE).equals("report");
        return otherwise == ExitStatus.OK && counts && found.stream().anyMatch(Race::races) ? ExitStatus.RACES
            : otherwise;
    }

    void print(Consumer<String> summary) {
        Map<Boolean, List<Race>> kinds = found.stream().collect(Collectors.partitioningBy(Race::races));
        print(summary, kinds.get(true), "data race", "data races");
        print(summary, kinds.get(false), "wait for a plain store", "waits for plain stores");
    }

    private static void print(Consumer<String> summary, List<Race> some, String one, String several) {
        if (!some.isEmpty()) {
            summary.accept((some.size() == 1 ? "1 " + one : some.size() + " " + several) + " found:");
            some.forEach(each -> summary.accept("  " + each.first + " and " + each.second + ", " + each.place));
        }
    }

    boolean lookedFor() {
        return plan.races();
    }
}
