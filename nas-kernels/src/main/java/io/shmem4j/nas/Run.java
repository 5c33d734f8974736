// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * A run, parsed from a line of JSON.
 *
 * @param variant all other settings in which runs differ, in words
 * @param seconds time of the slowest PE
 * @param mops    millions of operations per second
 * @param verified null if nothing was checked
 * @param phases  seconds of each phase in order
 */
record Run(String benchmark, String npbClass, int pes, String variant, double seconds, double mops, Boolean verified,
    Map<String, Double> phases) {
    /** Fields that distinguish runs of a problem. */
    private static final List<String> VARIANT = List.of("machine", "transfer", "loops",
        "reduction");
    private static final int RULE_WARMUP = 1;
    /** Phases in which PEs wait or move data. */
    private static final Set<String> COMMUNICATION = Set.of("reduction", "exchange counts", "move keys", "exchange");

    String problem() {
        return benchmark + " " + npbClass;
    }

    /** {@return share of the communication phases, from 0 to 1} */
    double communication() {
        return phases.entrySet().stream().filter(phase -> COMMUNICATION.contains(phase.getKey()))
            .mapToDouble(Map.Entry::getValue).sum() / seconds;
    }

    /** {@return the runs of a file with one line of JSON each} */
    static List<Run> read(Path file) {
        List<Run> runs = new ArrayList<>();
        int number = 0;
        try {
            for (String line : Files.readAllLines(file)) {
                number++;
                if (!line.isBlank()) {
                    runs.add(run(JsonParser.parseString(line).getAsJsonObject()));
                }
            }
        } catch (NoSuchFileException e) {
            throw new UsageException(file + " does not exist");
        } catch (CharacterCodingException e) {
            throw new UsageException(file + " is not a text");
        } catch (IOException e) {
            throw new UsageException(file + " cannot be read: " + e);
        } catch (JsonParseException | IllegalStateException | NullPointerException | UnsupportedOperationException
            | NumberFormatException | ClassCastException e) {
            throw new UsageException(file + ", line " + number + ": not a line that nas --json prints");
        }
        if (runs.isEmpty()) {
            throw new UsageException(file + " has no lines; fill it by nas KERNEL ... --json");
        }
        return runs;
    }

    private static Run run(JsonObject line) {
        StringJoiner variant = new StringJoiner(", ");
        for (String name : VARIANT) {
            if (line.has(name)) {
                String value = line.get(name).getAsString();
                if (!name.equals("reduction") || !value.equals("auto")) {
                    variant.add(value);
                }
            }
        }
        int warmup = line.get("warmup").getAsInt();
        if (warmup != RULE_WARMUP) {
            variant.add("warm-up " + warmup);
        }
        if (line.has("rehearsal") && line.get("rehearsal").getAsString().equals("none")) {
            variant.add("no rehearsal");
        }
        JsonElement verified = line.get("verified");
        if (verified.isJsonNull()) {
            variant.add(line.get("iterations").getAsInt() + " steps");
        }
        double seconds = line.get("seconds").getAsDouble();
        if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new NumberFormatException("seconds " + seconds);
        }
        Map<String, Double> phases = new LinkedHashMap<>();
        line.getAsJsonObject("phases").asMap().forEach((phase, times) -> phases.put(phase,
            times.getAsJsonObject().get("mean").getAsDouble()));
        return new Run(line.get("benchmark").getAsString(), line.get("class").getAsString(),
            line.get("pes").getAsInt(), variant.toString(), seconds, line.get("mops").getAsDouble(),
            verified.isJsonNull() ? null : verified.getAsBoolean(), phases);
    }
}
