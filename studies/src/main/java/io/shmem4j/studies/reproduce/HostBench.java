// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.shmem4j.report.ToolException;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs of {@code oshrun bench} on this host, whose tables several figures share. */
final class HostBench {
    private static final List<String> QUICK = List.of("--trials", "1", "--trial-time", "10", "--warmup-time", "50");
    /** Many PEs on a core warm up for as many times as long. */
    private static final Map<String, String> WARM_UPS = Map.of("2", "300", "64", "30");

    private HostBench() {
    }

    static List<JsonObject> tables(Laboratory laboratory, Map<String, String> variables, String... words) {
        String name = String.join(" ", words) + (variables.isEmpty() ? "" : " with " + variables);
        return laboratory.jobs.now(name, () -> {
            List<String> all = new ArrayList<>(List.of(words));
            all.addAll(laboratory.whole() ? List.of("--trials", "5", "--warmup-time",
                WARM_UPS.get(words[all.indexOf("-np") + 1])) : QUICK);
            all.addAll(List.of("--format", "json"));
            return oshrun(variables, all).lines().filter(line -> line.startsWith("{"))
                .map(line -> JsonParser.parseString(line).getAsJsonObject()).toList();
        }).get();
    }

    /** {@return what an {@code oshrun} prints} */
    static String oshrun(Map<String, String> variables, List<String> words) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("shmem4j.root", "."), "oshrun")
            .toString()));
        command.addAll(words);
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().putAll(variables);
            Process process = builder.start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new ToolException(1, String.join(" ", command) + " ended with status " + process.exitValue());
            }
            return text;
        } catch (IOException e) {
            throw new ToolException(1, "can't run " + String.join(" ", command) + ": " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    /** {@return curves of a table's columns over its settings; columns that this host can't have are left out} */
    static List<Series> curves(JsonObject table, String... names) {
        List<Series> series = new ArrayList<>();
        JsonArray columns = table.getAsJsonArray("columns");
        for (String name : names) {
            for (int column = 1; column < columns.size(); column++) {
                if (columns.get(column).getAsString().replaceAll(" \\(.*", "").equals(name)) {
                    series.add(curve(name, table.getAsJsonArray("rows"), column));
                }
            }
        }
        return series;
    }

    /** Settings that are words are numbered. */
    private static Series curve(String name, JsonArray rows, int column) {
        List<Point> points = new ArrayList<>();
        for (JsonElement row : rows) {
            JsonElement setting = row.getAsJsonArray().get(0);
            JsonElement value = row.getAsJsonArray().get(column);
            if (!value.isJsonNull()) {
                points.add(Point.of(setting.getAsJsonPrimitive().isNumber() ? setting.getAsDouble()
                    : points.size() + 1, value.getAsDouble()));
            }
        }
        return new Series(name, false, points);
    }

    /** The first table of a run says where it was. */
    static String host(List<JsonObject> tables) {
        JsonObject machine = tables.getFirst().getAsJsonObject("machine");
        return "Measured on " + machine.get("CPU").getAsString() + ", " + machine.get("cores").getAsString()
            + " cores, " + machine.get("PEs").getAsString() + " PEs, " + machine.get("JDK").getAsString() + ", "
            + machine.get("date").getAsString() + ".";
    }
}
