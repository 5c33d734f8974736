// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.ResultBlock;
import io.shmem4j.report.UsageException;

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
                String told = outcome(shmem, line.split(" "));
                if (shmem.myPe() == 0) {
                    System.out.println(told);
                }
                shmem.barrierAll();
            }
        }
    }

    private static String outcome(Shmem shmem, String... words) {
        try {
            return ResultBlock.json(Nas.kernel(words).run(shmem));
        } catch (UsageException e) {
            return "refused: " + e.getMessage();
        }
    }
}
