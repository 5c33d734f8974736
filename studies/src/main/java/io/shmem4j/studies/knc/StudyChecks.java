// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.JobsAhead;
import io.shmem4j.studies.experiment.Result;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.function.Supplier;

/** Checks of the OpenSHMEM study's microbenchmarks; their jobs run ahead. */
final class StudyChecks {
    private static final String MACHINE = "knc-se10p";
    /** Numbers of pairs. */
    private static final int PAIRS = 4;
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
        pairs = JobValues.ahead(jobs, "pairs", MACHINE, "1048576", "1", "2", "8", "64");
        reductions = JobValues.ahead(jobs, "reduce", MACHINE, REDUCED, "64");
        stream = JobValues.ahead(jobs, "stream", MACHINE, Integer.toString(STREAM_BLOCK));
    }

    void addTo(Checks checks) {
        checks.add("pairs.put", () -> lower("put"));
        checks.add("pairs.get", () -> lower("get"));
        checks.add("pairs.gain", () -> Result.of(gain(bytes -> true)));
        checks.add("pairs.block", this::block);
        checks.add("reduce.flat", this::flatSlowest);
        checks.add("reduce.small", this::small);
        checks.add("reduce.large", this::large);
        checks.add("reduce.pointer", this::allFasterByPointer);
        checks.add("stream.sum", this::streamWithSums);
    }

    private Result streamWithSums() {
        double sum = 0;
        for (StreamKernel kernel : StreamKernel.values()) {
            sum += stream.get().get(kernel.title(true))[0] / stream.get().get(kernel.title(false))[0];
        }
        return Result.of(sum / StreamKernel.values().length);
    }

    private Result lower(String what) {
        double[] library = pairs.get().get(what + ".library");
        double[] pointer = pairs.get().get(what + ".pointer");
        double most = 0;
        for (int i = 0; i < PAIRS; i++) {
            most = Math.max(most, 100 * (1 - pointer[i] / library[i]));
        }
        return Result.of(most);
    }

    /** {@return the greatest gain of a store over a put, of blocks of one size or of all} */
    private double gain(DoublePredicate accepted) {
        double[] blocks = pairs.get().get("blocks");
        double most = 0;
        for (int i = 0; i < PAIRS; i++) {
            double[] store = pairs.get().get("bandwidth.store." + i);
            double[] put = pairs.get().get("bandwidth.put." + i);
            for (int block = 0; block < blocks.length; block++) {
                most = accepted.test(blocks[block]) ? Math.max(most, store[block] / put[block]) : most;
            }
        }
        return most;
    }

    /** The greatest gain of a block of 4 KiB, and of one of 16K numbers, which the suite counts. */
    private Result block() {
        double ofShort = gain(bytes -> bytes == SHORT_BLOCK);
        double ofLong = gain(bytes -> bytes == LONG_BLOCK);
        return Result.of(ofLong < ofShort, "%.2f at 4 KiB, %.2f at 64 KiB", ofShort, ofLong);
    }

    private double micros(int algorithm, Transfer transfer, int size) {
        return reductions.get().get(ALGORITHMS[algorithm] + "." + transfer)[size];
    }

    private int sizes() {
        return reductions.get().get("sizes").length;
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
        return Result.of(least > 1, "at least %.1f times the others", least);
    }

    /** Recursive doubling and the Bruck variant move the same data; within two percent they count as equal. */
    private Result small() {
        int largest = 0;
        for (int size = 0; size < sizes(); size++) {
            if (micros(RECDBL, Transfer.PUTGET, size) <= 1.02 * micros(fastest(size), Transfer.PUTGET, size)) {
                largest = (int) reductions.get().get("sizes")[size];
            } else {
                break;
            }
        }
        return Result.of(largest);
    }

    private Result large() {
        int size = sizes() - 1;
        return Result.of(fastest(size) == RABENSEIFNER, "%s at %.0f B",
            ALGORITHMS[fastest(size)].toLowerCase(Locale.ROOT), reductions.get().get("sizes")[size]);
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
