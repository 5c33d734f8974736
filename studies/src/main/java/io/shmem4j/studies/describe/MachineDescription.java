// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.shmem4j.launch.Machine;
import io.shmem4j.report.JsonText;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A description of this machine for the simulator, see docs/simulation.md. Times are measured; values that a program
 * cannot measure are those of a known chip, and a note marks them.
 */
final class MachineDescription {
    private static final int LINE_BYTES = 64;
    /** The maximum of the simulator's chips. */
    private static final int MOST_CORES = 256;
    private static final int MOST_LINES = 128;
    private static final int DECIMALS = 3;
    /** Minimum extra distance of another core's lines, which the simulator requires. */
    private static final double LEAST = 0.01;
    private static final CacheInfo FIRST = new CacheInfo(32 << 10, 8);

    private final MachineCosts costs;

    private MachineDescription(MachineCosts costs) {
        this.costs = costs;
    }

    static String write(MachineCosts costs, CoreGroups groups) {
        MachineDescription description = new MachineDescription(costs);
        JsonObject machine = description.json();
        if (!groups.alike() && groups.all() <= MOST_CORES) {
            machine.add("distances", description.distances(groups));
        }
        return JsonText.indented(machine);
    }

    private JsonObject json() {
        double clock = Machine.megahertz();
        double own = Math.max(Math.max(costs.get("own.modified"), costs.get("own.exclusive")),
            costs.get("own.shared"));
        int cores = Math.min(MOST_CORES, Machine.cores());
        return object("name", "this-machine", "title", Machine.processor(), "kind", "coherent",
            "note", "Measured by oshrun model. Times in nanoseconds, medians. Not measured: directories and"
                + " issue costs, which are those of a simple core.",
            "cores", cores, "threadsPerCore", 1, "clockMHz", Math.round(clock), "lineBytes", LINE_BYTES,
            "directories", cores,
            "latencyNs", object("own", states("own", 0), "remote", states("remote", own + LEAST),
                "memory", costs.get("memory")),
            "simplifiedNs", object("own", costs.get("own.exclusive"),
                "remote", Math.max(costs.get("remote.exclusive"), own + LEAST),
                "memory", costs.get("memory")),
            "deviationNs", object("own", deviation("own.exclusive"), "ownShared", deviation("own.shared"),
                "modified", deviation("remote.modified"), "exclusive", deviation("remote.exclusive"),
                "shared", deviation("remote.shared"), "memory", deviation("memory")),
            "contention", contention(),
            "activeOverheadNs", object("cached", overhead("cached.one", costs.get("own.exclusive")),
                "memory", overhead("cold.one", costs.get("memory"))),
            "multiLineNs", object("maxLines", MOST_LINES, "cached", fit("cached"), "memory", fit("cold")),
            "l1", cache(CacheInfo.of(1, FIRST)),
            "l2", second(MeasuringProgram.second(), clock),
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

    private JsonObject distances(CoreGroups groups) {
        double group = groups.group() < groups.socket() ? costs.get("other.group") : 0;
        return object("note", "Between pairs of cores: what their lines cost more than a neighbour's.",
            "groupCores", groups.group(), "socketCores", groups.socket(), "columns", 1,
            "otherGroupNs", group, "hopNs", 0,
            "otherSocketNs", groups.socket() < groups.all() ? costs.get("other.socket") : group);
    }

    private JsonObject contention() {
        return object("note", Machine.cores() < 3
            ? "With two cores: two readers of a line that is in no cache, against one."
            : "Readers of a line in another core's cache, against one.", "perReaderNs", costs.get("reader"));
    }

    /** {@return the time of a one-line message minus its line and the two polled lines} */
    private double overhead(String message, double source) {
        return Math.max(0, costs.get(message) - source - 2 * costs.get("remote.exclusive"));
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

    /** {@return an object of alternating names and values} */
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
