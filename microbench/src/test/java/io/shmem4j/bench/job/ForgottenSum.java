// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;

/** A program whose loop has no call in it. */
public final class ForgottenSum {
    private ForgottenSum() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Stopwatch watch = new Stopwatch(shmem, args);
            SymmetricInts dest = shmem.allocateInts(watch.ints());
            while (watch.goesOn()) {
                watch.start();
            }
            Programs.checkSum(shmem, dest);
            watch.report();
        }
    }
}
