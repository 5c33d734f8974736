// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * Waits for input if there is an argument. Then computes for as many seconds of processor time as the variable SPELL
 * says, or not at all.
 */
public final class SpellsProgram {
    private SpellsProgram() {
    }

    public static void main(String[] args) throws IOException {
        try (Shmem shmem = Shmem.init()) {
            if (args.length > 0) {
                System.out.println("begun");
                System.in.read();
            }
            long end = (long) (1e9 * Double.parseDouble(System.getenv().getOrDefault("SPELL", "0")));
            while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < end) {
                Thread.onSpinWait();
            }
            System.out.println(shmem.myPe());
        }
    }
}
