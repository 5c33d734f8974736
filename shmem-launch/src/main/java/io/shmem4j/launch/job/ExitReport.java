// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import com.google.gson.JsonObject;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.report.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Writes the outcome of a job to a file, for scripts. */
public final class ExitReport {
    /** How long to wait for a reader of a FIFO. */
    private static final int READER_SECONDS = 1;

    private ExitReport() {
    }

    /** Rejects a file that can't be written, before the job starts. */
    public static void check(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || !(Files.exists(file) ? Files.isWritable(file) : Files.isWritable(folder))) {
            throw refused(file, Files.isDirectory(file) ? "it is a folder" : Files.isDirectory(folder)
                ? "no permission" : "there is no folder " + folder, null);
        }
    }

    private static LaunchException refused(Path file, Object why, IOException cause) {
        return new LaunchException(ExitStatus.LAUNCH, "--exit-report: can't write " + file + ": " + why, cause);
    }

    public static void write(Path file, JobFolder folder, Shape shape, Outcome outcome, List<PeProcess> processes,
        RaceReports races) {
        int status = races.status(outcome.status(processes));
        JsonObject json = JsonText.object("job", folder.jobId(), "status", status, "cause",
            outcome.cause.name().toLowerCase(Locale.ROOT).replace('_', ' '), "message", outcome.summary(processes),
            "shape", shape.describe(), "shapeReason", shape.why(), "pes",
            JsonText.array(processes.stream().map(ExitReport::pe)));
        if (races.lookedFor()) {
            json.add("races", JsonText.array(races.found.stream().map(ExitReport::race)));
        }
        try (OutputStream out = open(file)) {
            out.write(JsonText.indented(json).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw refused(file, e, e);
        }
    }

    /** Opens the file on another thread, because opening a FIFO blocks until there is a reader. */
    private static OutputStream open(Path file) throws IOException {
        FutureTask<OutputStream> opening = new FutureTask<>(() -> Files.newOutputStream(file));
        Thread.ofPlatform().daemon().name("exit report").start(opening);
        try {
            return opening.get(Files.exists(file) && !Files.isRegularFile(file) ? READER_SECONDS : Integer.MAX_VALUE,
                TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw refused(file, "nobody reads it", null);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException problem ? problem : new IOException(e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    private static JsonObject pe(PeProcess process) {
        return JsonText.object("pe", process.pe(), "pid", process.pid(), "status", process.status(), "seconds",
            process.seconds(), "endedByLauncher", process.asked());
    }

    private static JsonObject race(RaceReports.Race found) {
        return JsonText.object("kind", found.races() ? "data race" : "wait for a plain store", "first", found.first(),
            "second", found.second(), "place", found.place(), "report", found.report());
    }
}
