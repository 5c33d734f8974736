// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.shmem4j.report.Figure;
import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** Plots of the results in files: tables of {@code bench}, and runs of {@code nas}. */
final class Results {
    private static final String PES = "PEs";

    private final Map<String, Plot> plots = new LinkedHashMap<>();
    private final Map<String, Plot> scaling = new LinkedHashMap<>();

    /** Adds the results in a file; {@code run} is its name in legends if another file measures the same. */
    void read(Path file, String run) {
        int number = 0;
        int pes = 0;
        try {
            for (String line : Files.readString(file).split("\n")) {
                number++;
                JsonObject json = JsonParser.parseString(line).getAsJsonObject();
                if (json.has("benchmark")) {
                    addKernel(json, run);
                } else {
                    pes = json.has("machine") ? json.getAsJsonObject("machine").get(PES).getAsInt() : pes;
                    ResultTable.of(json).addTo(this, run, pes);
                }
            }
        } catch (NoSuchFileException e) {
            throw new UsageException("can't read " + file + ": there is no such file");
        } catch (IOException e) {
            throw new UsageException("can't read " + file + ": " + e);
        } catch (JsonParseException | NumberFormatException | NullPointerException | IllegalStateException
            | UnsupportedOperationException | ClassCastException | IndexOutOfBoundsException e) {
            throw new UsageException(file + ", line " + number
                + ": not what 'bench TEST --format json' or 'nas KERNEL --json' prints");
        }
    }

    private void addKernel(JsonObject line, String run) {
        StringJoiner variant = new StringJoiner(", ");
        Stream.of("machine", "transfer", "loops", "reduction").filter(line::has)
            .map(name -> line.get(name).getAsString()).filter(word -> !word.equals("auto")).forEach(variant::add);
        if (line.get("warmup").getAsInt() != 1) {
            variant.add("warm-up " + line.get("warmup"));
        }
        if (line.has("rehearsal") && line.get("rehearsal").getAsString().equals("none")) {
            variant.add("no rehearsal");
        }
        JsonElement verified = line.get("verified");
        if (verified.isJsonNull()) {
            variant.add("unverified, steps: " + line.get("iterations").getAsInt());
        } else if (!verified.getAsBoolean()) {
            variant.add("wrong");
        }
        String problem = line.get("benchmark").getAsString() + " " + line.get("class").getAsString();
        plot(problem, problem, PES, "Mop/s of all PEs together").add(new Plot.Value(variant.toString(), run,
            line.get("pes").getAsDouble(), line.get("mops").getAsDouble()));
    }

    /** {@return the plot with these titles, which is made if it is new} */
    Plot plot(String test, String title, String x, String y) {
        return plots.computeIfAbsent(String.join("\n", test, title, x, y), _ -> new Plot(test, title, x, y));
    }

    /** {@return the plot over the number of PEs for a size, which is left out if all runs have the same number} */
    Plot scaling(String test, double bytes, String y) {
        String title = test + " of " + Math.round(bytes) + " bytes over the number of PEs";
        return scaling.computeIfAbsent(title + "\n" + y, _ -> new Plot(test, title, PES, y));
    }

    /** {@return the figures by file name} */
    Map<String, Figure> figures() {
        scaling.values().removeIf(plot -> plot.values().stream().map(Plot.Value::at).distinct().count() < 2);
        plots.putAll(scaling);
        Map<String, Figure> figures = new LinkedHashMap<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (Plot plot : plots.values()) {
            if (!plot.values().isEmpty()) {
                String name = plot.test().replaceAll("[^\\w-]", "-");
                int number = numbers.merge(name, 1, Integer::sum);
                figures.put(name + (number == 1 ? "" : "-" + number) + ".svg", plot.figure());
            }
        }
        return figures;
    }
}
