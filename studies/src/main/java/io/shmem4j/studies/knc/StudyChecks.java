// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.JobsAhead;
import io.shmem4j.studies.experiment.Result;
import java.util.Locale;
import java.util.function.Supplier;

/** Checks of the OpenSHMEM study's microbenchmarks; their jobs run ahead. */
final class StudyChecks {
    private static final String MACHINE = "knc-se10p";
    private static final int[] PAIRS = {1, 2, 8, 64};
    /** Blocks so long that starting a transfer and the barriers hardly count. */
    private static final int STREAM_BLOCK = 256 << 10;
    /** Most bytes of a reduction. */
    private static final String REDUCED = "4194304";
    private static final int SHORT_BLOCK = 4 << 10;
    private static final int LONG_BLOCK = 64 << 10;
    private static final String[] ALGORITHMS = {"FLAT", "RECDBL", "BRUCK", "RABENSEIFNER"};

    private static final int RECDBL = 1;
    private static final int RABENSEIFNER = 3;

    private final Supplier<JobValues> pairs;
    private final Supplier<JobValues> reductions;
    private final Supplier<JobValues> stream;

    StudyChecks(JobsAhead jobs) {
        pairs = ahead(jobs, "pairs", MACHINE, "1048576", "1", "2", "8", "64");
        reductions = ahead(jobs, "reduce", MACHINE, REDUCED, "64");
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
        return pairs().get("bandwidth.store." + index)[block] / pairs().get("bandwidth.put." + index)[block];
    }

    /** The greatest gain of a block of 4 KiB, and of one of 16K numbers, which the suite counts. */
    private Result block() {
        double[] most = new double[2];
        double[] blocks = pairs().get("blocks");
        for (int i = 0; i < PAIRS.length; i++) {
            for (int block = 0; block < blocks.length; block++) {
                if (blocks[block] == SHORT_BLOCK) {
                    most[0] = Math.max(most[0], gain(i, block));
                } else if (blocks[block] == LONG_BLOCK) {
                    most[1] = Math.max(most[1], gain(i, block));
                }
            }
        }
        return Result.of(most[1] < most[0], String.format(Locale.ROOT, "%.2f at 4 KiB, %.2f at 64 KiB", most[0],
            most[1]));
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
        return Result.of(largest);
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
