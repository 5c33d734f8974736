// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.Shmem;

/** Runs command lines, each behind its number of PEs, one after the other in one JVM, which compiles the loops once. */
public final class NasSweep {
    private NasSweep() {
    }

    public static void main(String[] lines) {
        for (String line : lines) {
            String[] parts = line.split(" ", 2);
            Shmem.run(Integer.parseInt(parts[0]), () -> NasCases.main(new String[] {parts[1]}));
        }
    }
}
