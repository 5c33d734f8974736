// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.report.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes how a job ended to a file for scripts. */
public final class ExitReport {
    private ExitReport() {
    }

    public static void write(Path file, JobFolder folder, Shape shape, Outcome outcome, List<PeProcess> processes,
        RaceReports races) {
        int status = races.status(outcome.status(processes));
        JsonObject json = new JsonObject();
        json.addProperty("job", folder.jobId());
        json.addProperty("status", status);
        json.addProperty("cause", outcome.cause().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        String message = outcome.summary(processes);
        json.add("message", message == null ? JsonNull.INSTANCE : new JsonPrimitive(message));
        json.addProperty("shape", shape.describe());
        json.addProperty("shapeReason", shape.why());
        JsonArray pes = new JsonArray();
        processes.forEach(process -> pes.add(pe(process)));
        json.add("pes", pes);
        if (races.lookedFor()) {
            JsonArray found = new JsonArray();
            races.found().forEach(each -> found.add(race(each)));
            json.add("races", found);
        }
        try {
            Files.writeString(file, JsonText.indented(json));
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "--exit-report: can't write " + file + ": " + e, e);
        }
    }

    private static JsonObject pe(PeProcess process) {
        JsonObject pe = new JsonObject();
        pe.addProperty("pe", process.pe());
        pe.addProperty("pid", process.pid());
        pe.addProperty("status", process.status());
        pe.addProperty("seconds", process.seconds());
        pe.addProperty("endedByLauncher", process.asked());
        return pe;
    }

    private static JsonObject race(RaceReports.Race found) {
        JsonObject race = new JsonObject();
        race.addProperty("kind", found.races() ? "data race" : "wait for a plain store");
        race.addProperty("first", found.first());
        race.addProperty("second", found.second());
        race.addProperty("place", found.place());
        race.addProperty("report", found.report());
        return race;
    }
}
