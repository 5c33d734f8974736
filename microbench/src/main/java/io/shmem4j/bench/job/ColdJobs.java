// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import io.shmem4j.bench.suite.Commands;
import io.shmem4j.bench.suite.Tool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fresh jobs of the programs, started as a user starts his. */
public final class ColdJobs {
    private static final int FEW = 2_000;
    private static final int MANY = 20_000;
    private static final int CELLS = 3;

    private final Commands commands;
    private final int calls;
    private final int warmMillis;

    ColdJobs(Commands commands, int calls, int warmMillis) {
        this.commands = commands;
        this.calls = calls;
        this.warmMillis = warmMillis;
    }

    /**
     * {@return calls of a cold loop}
     *
     * @param chosen numbers that the user wants, or 0
     */
    public static int calls(int chosen, int pes) {
        return chosen > 0 ? chosen : pes > Runtime.getRuntime().availableProcessors() ? FEW : MANY;
    }

    /** {@return mean microseconds of a call, by the stretch of the loop} */
    Map<String, Double> run(ColdOperation operation, long bytes, int pes) {
        List<String> words = new ArrayList<>(Tool.launcher());
        words.addAll(List.of("-np", Integer.toString(pes), operation.program(), Integer.toString(calls(calls, pes)),
            Integer.toString(warmMillis), Long.toString(bytes)));
        Map<String, Double> micros = new LinkedHashMap<>();
        for (String line : commands.run(words, Map.of()).split("\n")) {
            String[] cells = line.split("\t");
            if (cells.length == CELLS) {
                micros.put(cells[0], Double.valueOf(cells[2]));
            }
        }
        return micros;
    }
}
