// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

/** The fastest algorithms of one operation on one number of PEs, by length. */
public final class Choice {
    private final long[] from;
    private final int[] algorithms;

    /** A choice. @param from ascending lengths, the first 0 @param algorithms ordinals of those that hold from there */
    Choice(long[] from, int[] algorithms) {
        this.from = from;
        this.algorithms = algorithms;
    }

    /**
     * {@return the ordinal of the fastest algorithm's constant}
     *
     * @param bytes length of the operation
     */
    public int at(long bytes) {
        int i = from.length - 1;
        while (bytes < from[i]) {
            i--;
        }
        return algorithms[i];
    }

    /** {@return the choice in words, such as {@code flat, from 5120 ring}} @param operation whose it is */
    public String describe(Operation operation) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < from.length; i++) {
            text.append(i == 0 ? "" : ", from " + from[i] + " ").append(operation.algorithm(algorithms[i]));
        }
        return text.toString();
    }
}
