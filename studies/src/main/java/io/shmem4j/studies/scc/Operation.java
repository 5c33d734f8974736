// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import java.util.List;
import java.util.Locale;

/** A collective operation, and a call of it whose result can be checked. */
public enum Operation {
    /** Every core gets the vectors of all cores. */
    ALLGATHER,
    /** Every core gets a vector of its own from each core. */
    ALLTOALL,
    /** The sum of vectors, one block per core. */
    REDUCE_SCATTER,
    /** Core 0's vector on all cores. */
    BROADCAST,
    /** The sum of vectors on core 0. */
    REDUCE,
    /** The sum of vectors on all cores. */
    ALLREDUCE;

    public String title() {
        return name().toLowerCase(Locale.ROOT).replace("_", "-");
    }

    /** {@return the message libraries between which it differs} */
    public List<Stack> stacks() {
        return switch (this) {
            case ALLGATHER, ALLTOALL, REDUCE_SCATTER -> List.of(Stack.BLOCKING, Stack.I_RCCE, Stack.LIGHTWEIGHT,
                Stack.RCKMPI);
            case BROADCAST, REDUCE -> List.of(Stack.BLOCKING, Stack.I_RCCE, Stack.LIGHTWEIGHT, Stack.BALANCED,
                Stack.RCKMPI);
            case ALLREDUCE -> List.of(Stack.values());
        };
    }

    void call(Group group, int count) {
        int cores = group.cores();
        int rank = group.rank();
        double[] vector = new double[this == ALLGATHER || this == ALLTOALL ? cores * count : count];
        switch (this) {
            case ALLGATHER -> {
                fill(vector, rank * count, count, rank);
                group.allgather(vector, count);
                for (int from = 0; from < cores; from++) {
                    check(vector, from * count, count, from, 1, 0);
                }
            }
            case ALLTOALL -> alltoall(group, vector, count);
            case BROADCAST -> {
                fill(vector, 0, rank == 0 ? count : 0, 3);
                group.broadcast(0, vector, count);
                check(vector, 0, count, 3, 1, 0);
            }
            default -> sum(group, vector, count);
        }
    }

    private static void alltoall(Group group, double[] out, int count) {
        int cores = group.cores();
        double[] in = new double[out.length];
        for (int to = 0; to < cores; to++) {
            fill(out, to * count, count, group.rank() * cores + to);
        }
        group.alltoall(out, in, count, group.fits(2L * out.length));
        for (int from = 0; from < cores; from++) {
            check(in, from * count, count, from * cores + group.rank(), 1, 0);
        }
    }

    private void sum(Group group, double[] vector, int count) {
        int cores = group.cores();
        int seeds = cores * (cores - 1) / 2;
        fill(vector, 0, count, group.rank());
        if (this == ALLREDUCE) {
            group.allreduce(vector);
            check(vector, 0, count, seeds, cores, 0);
        } else if (this == REDUCE) {
            group.reduce(vector);
            check(vector, 0, group.rank() == 0 ? count : 0, seeds, cores, 0);
        } else {
            var blocks = group.stack().blocks(count, cores);
            group.reduceScatter(vector, blocks);
            int block = blocks.wrap(group.rank() + 1);
            check(vector, blocks.from(block), blocks.count(block), seeds, cores, blocks.from(block));
        }
    }

    /** Fills a range with integers, whose sums are exact in any order. */
    private static void fill(double[] vector, int from, int count, int seed) {
        for (int i = 0; i < count; i++) {
            vector[from + i] = seed + 7.0 * i;
        }
    }

    private static void check(double[] vector, int from, int count, int seeds, int terms, int first) {
        for (int i = 0; i < count; i++) {
            double expected = seeds + 7.0 * terms * (first + i);
            if (vector[from + i] != expected) {
                throw new IllegalStateException("number " + (from + i) + " is " + vector[from + i] + ", not "
                    + expected);
            }
        }
    }
}
