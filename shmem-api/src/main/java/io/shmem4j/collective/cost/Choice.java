// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

/** The fastest algorithms of one operation on one number of PEs, by length. */
public final class Choice {
    private final long[] from;
    private final int[] algorithms;
    /** The algorithm for short lengths, and where they end: in the object itself, for memory that is in no cache. */
    private final int shortest;
    private final long shortEnd;

    /**
     * A choice.
     *
     * @param from ascending lengths, the first 0
     * @param algorithms ordinal of the algorithm from each length on
     */
    Choice(long[] from, int[] algorithms) {
        this.from = from;
        this.algorithms = algorithms;
        shortest = algorithms[0];
        shortEnd = from.length == 1 ? Long.MAX_VALUE : from[1];
    }

    /**
     * {@return the ordinal of the fastest algorithm's constant}
     *
     * @param bytes length of the operation; a short one, whose time shows in that of the call, is found first
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

    /**
     * {@return the choice in words, such as {@code flat, from 5120 ring}}
     *
     * @param operation whose it is
     */
    public String describe(Operation operation) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < from.length; i++) {
            text.append(i == 0 ? "" : ", from " + from[i] + " ").append(operation.algorithm(algorithms[i]));
        }
        return text.toString();
    }
}
