// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.validate;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.studies.knc.program.StreamKernel;
import io.shmem4j.studies.validate.Checks;
import io.shmem4j.studies.validate.JobsAhead;
import io.shmem4j.studies.validate.Result;
import java.util.Locale;
import java.util.function.Supplier;

/** Checks of the OpenSHMEM study's microbenchmarks; their jobs run ahead. */
final class StudyChecks {
    private static final String MACHINE = "knc-se10p";
    private static final int[] PAIRS = {1, 2, 8, 64};
    /** Blocks so long that starting a transfer and the barriers hardly count. */
    private static final int STREAM_BLOCK = 256 << 10;
    /** Most bytes of a reduction. */
    private static final String REDUCED = "1048576";
    private static final double NOTABLE = 1.25;
    private static final String[] ALGORITHMS = {"FLAT", "RECDBL", "BRUCK", "RABENSEIFNER"};

    private static final int RECDBL = 1;
    private static final int RABENSEIFNER = 3;
    /** Index of the last small size, 4 KiB. */
    private static final int SMALL = 5;

    private final Supplier<JobValues> pairs;
    private final Supplier<JobValues> reductions;
    private final Supplier<JobValues> messages;
    private final Supplier<JobValues> stream;

    /**
     * Starts the jobs.
     *
     * @param jobs runs them
     */
    StudyChecks(JobsAhead jobs) {
        pairs = ahead(jobs, "pairs", MACHINE, "131072", "1", "2", "8", "64");
        reductions = ahead(jobs, "reduce", MACHINE, REDUCED, "64");
        messages = ahead(jobs, "messages", MACHINE, REDUCED, "64");
        stream = ahead(jobs, "stream", MACHINE, Integer.toString(STREAM_BLOCK));
    }

    private static Supplier<JobValues> ahead(JobsAhead jobs, String... words) {
        return jobs.start(String.join(" ", words), () -> JobValues.of(words));
    }

    void addTo(Checks checks) {
        checks.add("pairs.put", () -> lower("put"));
        checks.add("pairs.get", () -> lower("get"));
        checks.add("pairs.gain", () -> gain());
        checks.add("pairs.block", () -> block());
        checks.add("reduce.flat", () -> flatSlowest());
        checks.add("reduce.small", () -> small());
        checks.add("reduce.large", () -> large());
        checks.add("reduce.pointer", () -> allFasterByPointer());
        checks.add("reduce.mpi.small", () -> againstMessages(RECDBL, 0, SMALL));
        checks.add("reduce.mpi.large", () -> againstMessages(RABENSEIFNER, SMALL + 1, sizes() - 1));
        checks.add("stream.sum", this::streamWithSums);
    }

    private JobValues pairs() {
        return pairs.get();
    }

    private JobValues reductions() {
        return reductions.get();
    }

    private Result streamWithSums() {
        double sum = 0;
        for (StreamKernel kernel : StreamKernel.values()) {
            double[] megabytes = stream.get().get(kernel.name());
            sum += megabytes[1] / megabytes[0];
        }
        return Result.of(sum / StreamKernel.values().length);
    }

    /** Messages go into the receiver's memory by put, which spares them one of their two copies. */
    private Result againstMessages(int algorithm, int first, int last) {
        double[] theirs = messages.get().get(ALGORITHMS[algorithm] + "." + Transfer.PUTGET);
        double least = 100;
        double most = -100;
        for (int size = first; size <= last; size++) {
            double percent = 100 * (1 - micros(algorithm, Transfer.DIRECT, size) / theirs[size]);
            least = Math.min(least, percent);
            most = Math.max(most, percent);
        }
        return Result.of(least > 0, String.format(Locale.ROOT, "%.0f to %.0f %% less", least, most));
    }

    private Result lower(String what) {
        double[] library = pairs().get(what + ".library");
        double[] pointer = pairs().get(what + ".pointer");
        double most = 0;
        for (int i = 0; i < PAIRS.length; i++) {
            most = Math.max(most, 100 * (1 - pointer[i] / library[i]));
        }
        return Result.of(most);
    }

    private Result gain() {
        double most = 0;
        for (int i = 0; i < PAIRS.length; i++) {
            for (int block = 0; block < pairs().get("blocks").length; block++) {
                most = Math.max(most, gain(i, block));
            }
        }
        return Result.of(most);
    }

    private double gain(int index, int block) {
        return pairs().get("bandwidth.pointer." + index)[block] / pairs().get("bandwidth.library." + index)[block];
    }

    private Result block() {
        int largest = 0;
        for (int i = 0; i < PAIRS.length; i++) {
            for (int block = 0; block < pairs().get("blocks").length; block++) {
                if (gain(i, block) >= NOTABLE) {
                    largest = Math.max(largest, (int) pairs().get("blocks")[block]);
                }
            }
        }
        return Result.of(Integer.toString(largest));
    }

    private double micros(int algorithm, Transfer transfer, int size) {
        return reductions().get(ALGORITHMS[algorithm] + "." + transfer)[size];
    }

    private int sizes() {
        return reductions().get("sizes").length;
    }

    private int fastest(int size) {
        int fastest = 0;
        for (int a = 1; a < ALGORITHMS.length; a++) {
            fastest = micros(a, Transfer.PUTGET, size) < micros(fastest, Transfer.PUTGET, size) ? a : fastest;
        }
        return fastest;
    }

    private Result flatSlowest() {
        double least = Double.MAX_VALUE;
        for (int size = 0; size < sizes(); size++) {
            for (int a = 1; a < ALGORITHMS.length; a++) {
                least = Math.min(least, micros(0, Transfer.PUTGET, size) / micros(a, Transfer.PUTGET, size));
            }
        }
        return Result.of(least > 1, String.format(Locale.ROOT, "at least %.1f times the others", least));
    }

    /** Recursive doubling and the Bruck variant move the same data; within two percent they count as equal. */
    private Result small() {
        int largest = 0;
        for (int size = 0; size < sizes(); size++) {
            if (micros(RECDBL, Transfer.PUTGET, size) <= 1.02 * micros(fastest(size), Transfer.PUTGET, size)) {
                largest = (int) reductions().get("sizes")[size];
            } else {
                break;
            }
        }
        return Result.of(largest > 0, "RD to " + largest);
    }

    private Result large() {
        int size = sizes() - 1;
        return Result.of(fastest(size) == RABENSEIFNER, String.format(Locale.ROOT, "%s at %.0f B",
            ALGORITHMS[fastest(size)].toLowerCase(Locale.ROOT), reductions().get("sizes")[size]));
    }

    private Result allFasterByPointer() {
        StringBuilder slower = new StringBuilder();
        for (int a = 0; a < ALGORITHMS.length; a++) {
            double worst = 0;
            for (int size = 0; size < sizes(); size++) {
                worst = Math.max(worst, micros(a, Transfer.DIRECT, size) / micros(a, Transfer.PUTGET, size));
            }
            if (worst > 1) {
                slower.append(String.format(Locale.ROOT, " %s (x %.2f)", ALGORITHMS[a].toLowerCase(Locale.ROOT),
                    worst));
            }
        }
        return Result.of(slower.isEmpty(), slower.isEmpty() ? "all four" : "slower:" + slower);
    }
}
