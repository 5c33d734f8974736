// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.shmem4j.report.ToolException;
import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The figures of Putigny and others, measured on this host by {@code bench transfer}, and the claims about them. */
final class HostFigures {
    static final Map<String, Function<Laboratory, Figure>> MAKERS = new LinkedHashMap<>();

    private static final int STATES = 0;
    private static final int PREDICTION = 1;
    private static final int REUSE = 2;
    private static final String RATE = "10^6 bytes/s";

    static {
        MAKERS.put("putigny-fig2", laboratory -> figure(laboratory, STATES, "Loads and stores that miss",
            "load miss M", "load miss E", "load miss S", "store miss M", "store miss E", "store miss S"));
        MAKERS.put("putigny-fig4", laboratory -> figure(laboratory, PREDICTION, "A transfer and its prediction",
            "measured", "predicted", "sequential copies", "parallel copies"));
        MAKERS.put("putigny-error", laboratory -> {
            Figure errors = figure(laboratory, PREDICTION, "The prediction over what was measured",
                "predicted / measured");
            return new Figure(errors.title(), errors.x(), "predicted / measured", errors.axes(), errors.series(),
                errors.notes());
        });
        MAKERS.put("putigny-fig6", laboratory -> figure(laboratory, REUSE, "A transfer by what is used again",
            "both reused", "source reused", "target reused", "none reused"));
        MAKERS.put("putigny-sides", HostFigures::sides);
        MAKERS.put("putigny-fig13", laboratory -> figure(laboratory, STATES, "Stores that hit", "store hit M",
            "store hit S", "store hit O"));
        MAKERS.put("putigny-fig14", laboratory -> figure(laboratory, REUSE, "A transfer by direction", "both reused",
            "alternating direction"));
    }

    private HostFigures() {
    }

    /** {@return the three tables of a run, which all figures share} */
    private static List<JsonObject> tables(Laboratory laboratory) {
        return laboratory.jobs().now("bench transfer", () -> measure(laboratory.whole())).get();
    }

    private static List<JsonObject> measure(boolean whole) {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("shmem4j.root", "."), "oshrun")
            .toString(), "-np", "2", "bench", "transfer", "--format", "json"));
        if (!whole) {
            words.addAll(List.of("--sizes", "16384,262144", "--passes", "2", "--trials", "1", "--trial-time", "10",
                "--warmup-time", "50"));
        }
        try {
            Process process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new ToolException(1, String.join(" ", words) + " ended with status " + process.exitValue());
            }
            return text.lines().filter(line -> line.startsWith("{"))
                .map(line -> JsonParser.parseString(line).getAsJsonObject()).toList();
        } catch (IOException e) {
            throw new ToolException(1, "can't run " + String.join(" ", words) + ": " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    /** {@return curves of a table's columns over the sizes; columns that this host can't have are left out} */
    private static Figure figure(Laboratory laboratory, int number, String title, String... names) {
        JsonObject table = tables(laboratory).get(number);
        List<Series> series = new ArrayList<>();
        JsonArray columns = table.getAsJsonArray("columns");
        for (String name : names) {
            for (int column = 1; column < columns.size(); column++) {
                if (columns.get(column).getAsString().replaceAll(" \\(.*", "").equals(name)) {
                    series.add(curve(name, table.getAsJsonArray("rows"), column));
                }
            }
        }
        return new Figure(title, "bytes", RATE, Axes.LOGARITHMIC_SETTINGS, series, List.of(host(laboratory)));
    }

    private static Series curve(String name, JsonArray rows, int column) {
        List<Point> points = new ArrayList<>();
        for (JsonElement row : rows) {
            JsonElement value = row.getAsJsonArray().get(column);
            if (!value.isJsonNull()) {
                points.add(Point.of(row.getAsJsonArray().get(0).getAsDouble(), value.getAsDouble()));
            }
        }
        return new Series(name, false, points);
    }

    /** The first table alone says where the run was. */
    private static String host(Laboratory laboratory) {
        JsonObject machine = tables(laboratory).getFirst().getAsJsonObject("machine");
        return "Measured on " + machine.get("CPU").getAsString() + ", " + machine.get("cores").getAsString()
            + " cores, " + machine.get("JDK").getAsString() + ", " + machine.get("date").getAsString() + ".";
    }

    /** A copy is as fast as the slower of its load and its store (formulas 2 and 3). */
    private static Figure sides(Laboratory laboratory) {
        Figure states = figure(laboratory, STATES, "", "load hit M", "store hit O", "load miss M", "store hit M");
        Values values = new Values(states);
        List<Point> sender = new ArrayList<>();
        List<Point> receiver = new ArrayList<>();
        for (double size : states.settings()) {
            sender.add(Point.of(size, Math.min(values.at("load hit M", size), values.at("store hit O", size))));
            receiver.add(Point.of(size, Math.min(values.at("load miss M", size), values.at("store hit M", size))));
        }
        return new Figure("The slower access of each side", "bytes", RATE, Axes.LOGARITHMIC_SETTINGS,
            List.of(new Series("sender", false, sender), new Series("receiver", false, receiver)), states.notes());
    }

    static void addTo(Checks checks, Laboratory laboratory) {
        checks.add("P1", () -> Result.of(spread(laboratory.figure("putigny-fig2"), "load")));
        checks.add("P2", () -> Result.of(spread(laboratory.figure("putigny-fig2"), "store")));
        checks.add("P3", () -> Result.of(laboratory.figure("putigny-error").series().getFirst().points().stream()
            .mapToDouble(point -> point.sample().median()).max().orElse(0)));
        checks.add("P4", () -> {
            Values values = new Values(laboratory.figure("putigny-fig6"));
            double receiver = mean(values, "target reused", "none reused");
            double sender = mean(values, "source reused", "none reused");
            return Result.of(receiver > sender, String.format(Locale.ROOT, "x %.2f and x %.2f", receiver, sender));
        });
        checks.add("P5", () -> {
            Values values = new Values(laboratory.figure("putigny-sides"));
            return Result.of(values.last("receiver") / values.last("sender"));
        });
        checks.add("P6", () -> Result.of(new Values(laboratory.figure("putigny-fig13")).most("store hit S",
            "store hit O", size -> true)));
        checks.add("P7", () -> Result.of(100 * (new Values(laboratory.figure("putigny-fig14"))
            .most("alternating direction", "both reused", size -> true) - 1)));
    }

    private static double mean(Values values, String above, String below) {
        return values.figure().settings().stream().mapToDouble(size -> values.at(above, size) / values.at(below, size))
            .average().orElseThrow();
    }

    /** {@return the fastest curve over the slowest at one size, greatest} */
    private static double spread(Figure figure, String access) {
        double most = 0;
        for (double size : figure.settings()) {
            double[] rates = figure.series().stream().filter(series -> series.name().startsWith(access))
                .mapToDouble(series -> series.median(size)).sorted().toArray();
            most = Math.max(most, rates[rates.length - 1] / rates[0]);
        }
        return most;
    }
}
