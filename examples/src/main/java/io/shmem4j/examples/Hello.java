// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** Every PE prints a greeting and counts it in PE 0's memory by an atomic addition. */
public final class Hello {
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs greetings = shmem.allocateLongs(1);
            shmem.inc(greetings, 0, 0);
            System.out.println("Hello from PE " + shmem.myPe() + " of " + shmem.nPes());
            shmem.barrierAll();
            if (shmem.myPe() == 0 && greetings.get(0) != shmem.nPes()) {
                throw new AssertionError(greetings.get(0) + " greetings from " + shmem.nPes() + " PEs");
            }
        }
    }
}
