// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;

/** As many barriers as its argument says. */
public final class BarriersProgram {
    private BarriersProgram() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            for (int i = Integer.parseInt(args[0]); i > 0; i--) {
                shmem.barrierAll();
            }
        }
    }
}
