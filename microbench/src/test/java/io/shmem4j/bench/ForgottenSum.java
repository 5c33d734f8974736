// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.Shmem;

/** The sum of {@code bench cold} without the call. */
public final class ForgottenSum {
    private ForgottenSum() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            int n = shmem.nPes();
            ColdLoop.run(shmem, new ColdLoop.Collective(shmem, 1, 1, 1, (dest, source, count) -> { },
                i -> ColdLoop.sum(n, i)), args);
        }
    }
}
