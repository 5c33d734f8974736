// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.Shmem;
import java.util.Arrays;

/** Runs command lines on several numbers of PEs, one after the other in one JVM, which compiles the loops once. */
public final class NasSweep {
    private NasSweep() {
    }

    public static void main(String[] args) {
        String[] cases = Arrays.copyOfRange(args, 1, args.length);
        for (String pes : args[0].split(",")) {
            Shmem.run(Integer.parseInt(pes), NasCases::main, cases);
        }
    }
}
