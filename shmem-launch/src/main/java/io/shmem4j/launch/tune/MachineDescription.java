// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.collective.cost.LineCosts;
import io.shmem4j.launch.Machine;
import io.shmem4j.tune.CacheInfo;
import io.shmem4j.tune.MachineCosts;
import java.util.Locale;

/**
 * This machine as a file for the simulator, see docs/simulation.md: what was measured, and what a chip there has that
 * nobody can measure from a program, with a note that says so.
 */
final class MachineDescription {
    private static final int LINE_BYTES = 64;
    /** The simulator's chips have no more. */
    private static final int MOST_CORES = 64;
    private static final int MOST_LINES = 128;
    /** The simulator wants another core's lines to be farther away than the own ones. */
    private static final double LEAST = 0.01;
    private static final CacheInfo FIRST = new CacheInfo(32 << 10, 8);
    private static final CacheInfo SECOND = new CacheInfo(512 << 10, 8);

    private final MachineCosts costs;
    private final LineCosts line;
    private final StringBuilder text = new StringBuilder();

    private MachineDescription(MachineCosts costs, LineCosts line) {
        this.costs = costs;
        this.line = line;
    }

    /**
     * {@return the text}
     *
     * @param costs what was measured
     * @param line what of it a table of costs has
     */
    static String write(MachineCosts costs, LineCosts line) {
        return new MachineDescription(costs, line).write();
    }

    private String write() {
        double clock = Machine.megahertz();
        double own = Math.max(Math.max(costs.get("own.modified"), costs.get("own.exclusive")),
            costs.get("own.shared"));
        double ping = costs.get("cached.one") - line.own() - 2 * line.remote();
        double cold = costs.get("cold.one") - line.memory() - 2 * line.remote();
        add("{");
        add("  \"name\": \"this-machine\",");
        add("  \"title\": \"%s\",", Machine.processor().replace('"', '\'').replace('\\', '/'));
        add("  \"kind\": \"coherent\",");
        add("  \"note\": \"Measured by oshrun --tune. Times in nanoseconds, medians. Not measured: directories and"
            + " issue costs, which are those of a simple core.\",");
        add("  \"cores\": %d,", Math.min(MOST_CORES, Machine.cores()));
        add("  \"threadsPerCore\": 1,");
        add("  \"clockMHz\": %.0f,", clock);
        add("  \"lineBytes\": %d,", LINE_BYTES);
        add("  \"directories\": %d,", Math.min(MOST_CORES, Machine.cores()));
        add("  \"latencyNs\": {");
        add("    \"own\": {\"modified\": %.2f, \"exclusive\": %.2f, \"shared\": %.2f},", costs.get("own.modified"),
            costs.get("own.exclusive"), costs.get("own.shared"));
        add("    \"remote\": {\"modified\": %.2f, \"exclusive\": %.2f, \"shared\": %.2f},", remote("modified", own),
            remote("exclusive", own), remote("shared", own));
        add("    \"memory\": %.2f", line.memory());
        add("  },");
        add("  \"simplifiedNs\": {\"own\": %.2f, \"remote\": %.2f, \"memory\": %.2f},", line.own(),
            Math.max(line.remote(), own + LEAST), line.memory());
        add("  \"deviationNs\": {\"own\": %.2f, \"modified\": %.2f, \"exclusive\": %.2f, \"shared\": %.2f, \"memory\":"
            + " %.2f},", deviation("own.exclusive"), deviation("remote.modified"), deviation("remote.exclusive"),
            deviation("remote.shared"), deviation("memory"));
        contention(ping, cold);
        caches(clock);
        add("  \"memory\": {\"bytes\": %d, \"chipGBs\": %.2f, \"threadGBs\": %.2f},", Machine.memory(),
            costs.get("chip.rate"), costs.get("thread.rate"));
        add("  \"issue\": {\"cyclesBetween\": 1, \"scalarCycles\": 1, \"vectorCycles\": 1, \"vectorBytes\": 32,"
            + " \"randomAccessCycles\": %.1f}", costs.get("l2.latency") * clock / 1000);
        add("}");
        return text.toString();
    }

    private void contention(double ping, double cold) {
        add("  \"contention\": {");
        add("    \"note\": \"%s\",", Machine.cores() < 3
            ? "With two cores: two readers of a line that is in no cache, against one."
            : "Readers of a line in another core's cache, against one.");
        add("    \"perReaderNs\": %.2f", line.reader());
        add("  },");
        add("  \"activeOverheadNs\": {\"cached\": %.2f, \"memory\": %.2f},", Math.max(0, ping), Math.max(0, cold));
        add("  \"multiLineNs\": {");
        add("    \"maxLines\": %d,", MOST_LINES);
        add("    \"cached\": {\"o\": %.3f, \"q\": %.2f, \"p\": %.2f},", costs.get("cached.o"), costs.get("cached.q"),
            costs.get("cached.p"));
        add("    \"memory\": {\"o\": %.3f, \"q\": %.2f, \"p\": %.2f}", costs.get("cold.o"), costs.get("cold.q"),
            costs.get("cold.p"));
        add("  },");
    }

    private void caches(double clock) {
        CacheInfo first = CacheInfo.of(1, FIRST).powerOfTwoSets(LINE_BYTES);
        CacheInfo second = CacheInfo.of(2, SECOND).powerOfTwoSets(LINE_BYTES);
        add("  \"l1\": {\"bytes\": %d, \"ways\": %d},", first.bytes(), first.ways());
        add("  \"l2\": {\"bytes\": %d, \"ways\": %d, \"latencyCycles\": %.2f, \"cyclesPerLine\": %.2f},",
            second.bytes(), second.ways(), costs.get("l2.latency") * clock / 1000,
            costs.get("l2.stream") * clock / 1000);
    }

    /** Cores that share their caches, as threads of one core do, may find each other's lines as fast as their own. */
    private double remote(String state, double own) {
        return Math.max(costs.get("remote." + state), own + LEAST);
    }

    private double deviation(String name) {
        return costs.get(name + ".deviation");
    }

    private void add(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
