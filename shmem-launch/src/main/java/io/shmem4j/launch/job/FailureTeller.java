// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.Output;
import io.shmem4j.shm.FailureFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Collects from the job's files what PEs did not catch, and prints it. */
public final class FailureTeller {
    private final JobFolder folder;
    private final Output output;
    private final List<FailureFile.Entry> untold = new ArrayList<>();
    private long read;

    /** From now on PEs leave their texts in the job's files. */
    public FailureTeller(JobFolder folder, Output output) {
        this.folder = folder;
        this.output = output;
        try {
            FailureFile.create(folder.files());
        } catch (IOException e) {
            // Then they write to their standard errors.
            read = 0;
        }
    }

    /** Collects the texts that have come since the last time. */
    public void collect() {
        try {
            for (FailureFile.Entry entry : FailureFile.read(folder.files(), read)) {
                read += FailureFile.bytes(entry);
                untold.add(entry);
            }
        } catch (IOException e) {
            // Somebody has removed the job's files, which is reported as such.
            return;
        }
    }

    /** Prints the collected texts: to the terminal once for all PEs, to files of single PEs their own. */
    public void tell() {
        untold.forEach(entry -> output.toFile(entry.pe(), entry.text()));
        List<FailureFile.Entry> shown = untold.stream().filter(entry -> output.isShown(entry.pe())).toList();
        FailureReport report = new FailureReport(shown);
        for (FailureReport.Text text : report.texts()) {
            output.ofPes(text.pes(), text.text());
        }
        if (report.isCut()) {
            Path file = Path.of(System.getProperty("java.io.tmpdir"), "shmem4j-" + folder.jobId() + ".txt");
            try {
                Files.writeString(file, FailureReport.whole(shown));
                output.ofPes(List.of(), "The whole texts are in " + file + "\n");
            } catch (IOException e) {
                output.ofPes(List.of(), "The whole texts can't be written to " + file + ": " + e.getMessage() + "\n");
            }
        }
        untold.clear();
    }
}
