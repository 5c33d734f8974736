// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.Shmem;
import io.shmem4j.nas.is.IsBenchmark;
import io.shmem4j.nas.npb.Result;
import io.shmem4j.nas.npb.ResultBlock;
import io.shmem4j.nas.npb.UsageException;
import io.shmem4j.nas.sp.SpBenchmark;
import java.util.List;

/** Runs several command lines in one job, to spare the start of many; PE 0 prints a line about each. */
public final class NasCases {
    private NasCases() {
    }

    /**
     * Runs them one after the other.
     *
     * @param cases command lines without the word {@code nas}
     */
    public static void main(String[] cases) {
        try (Shmem shmem = Shmem.init()) {
            for (String line : cases) {
                List<String> words = List.of(line.split(" "));
                String told = outcome(shmem, words.getFirst(), words.subList(1, words.size()));
                if (shmem.myPe() == 0) {
                    System.out.println(told);
                }
                shmem.barrierAll();
            }
        }
    }

    private static String outcome(Shmem shmem, String name, List<String> options) {
        try {
            Result result = name.equals("is") ? IsBenchmark.run(shmem, options) : SpBenchmark.run(shmem, options);
            return ResultBlock.json(result);
        } catch (UsageException e) {
            return "refused: " + e.getMessage();
        }
    }
}
