// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Numbers about a machine by name, as a measuring job hands them to who started it: a line for each. */
final class MachineCosts {
    private final Map<String, Double> values = new LinkedHashMap<>();

    static MachineCosts read(Path file) throws IOException {
        MachineCosts costs = new MachineCosts();
        for (String line : Files.readAllLines(file)) {
            int space = line.indexOf(' ');
            costs.put(line.substring(0, space), Double.parseDouble(line.substring(space + 1)));
        }
        return costs;
    }

    void write(Path file) throws IOException {
        Files.write(file, values.entrySet().stream().map(cost -> cost.getKey() + " " + cost.getValue()).toList());
    }

    void put(String name, double value) {
        values.put(name, value);
    }

    double get(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("the machine's " + name + " was not measured");
        }
        return value;
    }
}
