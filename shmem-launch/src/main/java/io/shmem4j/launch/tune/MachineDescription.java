// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.shmem4j.collective.cost.CostSection.LineCosts;
import io.shmem4j.launch.Machine;
import io.shmem4j.report.JsonText;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Describes this machine in a file for the simulator, see docs/simulation.md. It has the measured times. For what no
 * program can measure it has the values of a known chip, and a note says so.
 */
final class MachineDescription {
    private static final int LINE_BYTES = 64;
    /** The simulator's chips have no more. */
    private static final int MOST_CORES = 64;
    private static final int MOST_LINES = 128;
    private static final int DECIMALS = 3;
    /** The simulator wants another core's lines to be farther away than the own ones. */
    private static final double LEAST = 0.01;
    private static final CacheInfo FIRST = new CacheInfo(32 << 10, 8);
    private static final CacheInfo SECOND = new CacheInfo(512 << 10, 8);

    private final MachineCosts costs;
    private final LineCosts line;

    private MachineDescription(MachineCosts costs, LineCosts line) {
        this.costs = costs;
        this.line = line;
    }

    /**
     * {@return the text}
     *
     * @param line the part of it that a table of costs holds
     */
    static String write(MachineCosts costs, LineCosts line) {
        return JsonText.indented(new MachineDescription(costs, line).json());
    }

    private JsonObject json() {
        double clock = Machine.megahertz();
        double own = Math.max(Math.max(costs.get("own.modified"), costs.get("own.exclusive")),
            costs.get("own.shared"));
        int cores = Math.min(MOST_CORES, Machine.cores());
        return object("name", "this-machine", "title", Machine.processor(), "kind", "coherent",
            "note", "Measured by oshrun --tune. Times in nanoseconds, medians. Not measured: directories and"
                + " issue costs, which are those of a simple core.",
            "cores", cores, "threadsPerCore", 1, "clockMHz", Math.round(clock), "lineBytes", LINE_BYTES,
            "directories", cores,
            "latencyNs", object("own", states("own", 0), "remote", states("remote", own + LEAST),
                "memory", line.memory()),
            "simplifiedNs", object("own", line.own(), "remote", Math.max(line.remote(), own + LEAST),
                "memory", line.memory()),
            "deviationNs", object("own", deviation("own.exclusive"), "modified", deviation("remote.modified"),
                "exclusive", deviation("remote.exclusive"), "shared", deviation("remote.shared"),
                "memory", deviation("memory")),
            "contention", contention(),
            "activeOverheadNs", object("cached", overhead("cached.one", line.own()),
                "memory", overhead("cold.one", line.memory())),
            "multiLineNs", object("maxLines", MOST_LINES, "cached", fit("cached"), "memory", fit("cold")),
            "l1", cache(CacheInfo.of(1, FIRST)),
            "l2", second(CacheInfo.of(2, SECOND), clock),
            "memory", object("bytes", Machine.memory(), "chipGBs", costs.get("chip.rate"),
                "threadGBs", costs.get("thread.rate")),
            "issue", object("cyclesBetween", 1, "scalarCycles", 1, "vectorCycles", 1, "vectorBytes", 32,
                "randomAccessCycles", costs.get("l2.latency") * clock / 1000));
    }

    /** Cores that share their caches, as threads of one core do, may find each other's lines as fast as their own. */
    private JsonObject states(String whose, double least) {
        return object("modified", Math.max(least, costs.get(whose + ".modified")),
            "exclusive", Math.max(least, costs.get(whose + ".exclusive")),
            "shared", Math.max(least, costs.get(whose + ".shared")));
    }

    private JsonObject contention() {
        return object("note", Machine.cores() < 3
            ? "With two cores: two readers of a line that is in no cache, against one."
            : "Readers of a line in another core's cache, against one.", "perReaderNs", line.reader());
    }

    /** {@return the time of a message of one line without its line and the two lines that PEs poll} */
    private double overhead(String message, double source) {
        return Math.max(0, costs.get(message) - source - 2 * line.remote());
    }

    private JsonObject fit(String from) {
        return object("o", costs.get(from + ".o"), "q", costs.get(from + ".q"), "p", costs.get(from + ".p"));
    }

    private static JsonObject cache(CacheInfo found) {
        CacheInfo cache = found.powerOfTwoSets(LINE_BYTES);
        return object("bytes", cache.bytes(), "ways", cache.ways());
    }

    private JsonObject second(CacheInfo found, double clock) {
        JsonObject cache = cache(found);
        cache.add("latencyCycles", rounded(costs.get("l2.latency") * clock / 1000));
        cache.add("cyclesPerLine", rounded(costs.get("l2.stream") * clock / 1000));
        return cache;
    }

    private double deviation(String name) {
        return costs.get(name + ".deviation");
    }

    /** {@return an object of names and values by turns} */
    private static JsonObject object(Object... fields) {
        JsonObject object = new JsonObject();
        for (int i = 0; i < fields.length; i += 2) {
            object.add((String) fields[i], switch (fields[i + 1]) {
                case JsonElement element -> element;
                case Double value -> rounded(value);
                case Number value -> new JsonPrimitive(value);
                default -> new JsonPrimitive((String) fields[i + 1]);
            });
        }
        return object;
    }

    private static JsonPrimitive rounded(double value) {
        return new JsonPrimitive(BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP));
    }
}
