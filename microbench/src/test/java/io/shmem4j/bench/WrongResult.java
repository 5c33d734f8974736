// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.Shmem;
import io.shmem4j.bench.measure.WrongResultException;
import java.io.IOException;

/** A program whose test finds wrong data on PE 1. */
public final class WrongResult {
    private WrongResult() {
    }

    /**
     * Runs it.
     *
     * @throws IOException never
     */
    public static void main(String[] args) throws IOException {
        try (Shmem shmem = Shmem.init()) {
            Bench.run(shmem, () -> {
                if (shmem.myPe() == 1) {
                    WrongResultException.check("put", 3, 5, 7);
                }
                shmem.barrierAll();
                return null;
            });
        }
    }
}
