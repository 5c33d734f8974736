// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Sizes and reference values; {@code problems.txt} documents their order. */
public final class ProblemTable {
    private static final Map<String, double[]> ROWS = read();

    private ProblemTable() {
    }

    /** {@return the numbers of a class, or null} */
    public static double[] row(String benchmark, NpbClass npbClass) {
        return ROWS.get(benchmark + npbClass);
    }

    private static Map<String, double[]> read() {
        try (InputStream file = ProblemTable.class.getResourceAsStream("problems.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ")).collect(Collectors.toMap(words -> words[0] + words[1],
                    words -> Arrays.stream(words).skip(2).mapToDouble(Double::parseDouble).toArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
