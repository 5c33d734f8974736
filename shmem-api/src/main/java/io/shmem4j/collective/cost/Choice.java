// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import java.util.Arrays;

/** The fastest algorithms of one operation on one number of PEs, by length. */
public final class Choice {
    private final long[] from;
    private final int[] algorithms;
    /** The algorithm for short lengths and the length where they end, in fields, so no array is read from memory. */
    private final int shortest;
    private final long shortEnd;

    Choice(long[] from, int[] algorithms) {
        this.from = from;
        this.algorithms = algorithms;
        shortest = algorithms[0];
        shortEnd = from.length == 1 ? Long.MAX_VALUE : from[1];
    }

    /** {@return the choice in the rest of a line, as {@link #words} writes it} */
    static Choice read(CostLine line, Operation operation) {
        long[] from = new long[4];
        int[] algorithms = new int[4];
        int count = 0;
        do {
            if (count == from.length) {
                from = Arrays.copyOf(from, 2 * count);
                algorithms = Arrays.copyOf(algorithms, 2 * count);
            }
            from[count] = count == 0 ? 0 : line.whole("length", 1);
            if (count > 1 && from[count] <= from[count - 1]) {
                throw line.wrong("length", "lengths must grow, which " + from[count] + " does not");
            }
            algorithms[count++] = line.algorithm(operation);
        } while (line.more());
        return new Choice(Arrays.copyOf(from, count), Arrays.copyOf(algorithms, count));
    }

    /**
     * {@return the ordinal of the fastest algorithm's constant} Short lengths come first, because the search would show
     * in the time of their calls.
     */
    public int at(long bytes) {
        if (bytes < shortEnd) {
            return shortest;
        }
        int next = 1;
        while (next < from.length && bytes >= from[next]) {
            next++;
        }
        return algorithms[next - 1];
    }

    /** {@return a description, such as {@code flat, from 5120 ring}} */
    public String describe(Operation operation) {
        return text(operation, ", from ");
    }

    /** {@return the choice in the format of a table, such as {@code flat 5120 ring}} */
    String words(Operation operation) {
        return text(operation, " ");
    }

    private String text(Operation operation, String between) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < from.length; i++) {
            if (i > 0) {
                text.append(between).append(from[i]).append(' ');
            }
            text.append(operation.algorithm(algorithms[i]));
        }
        return text.toString();
    }
}
