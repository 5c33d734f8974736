// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.bench.call.CollectiveProbe.Form;
import io.shmem4j.bench.measure.Probe;

/** A program that prints what every PE has after four calls with operands kept, and after four with operands used. */
public final class FourCalls {
    private static final int CALLS = 4;
    private static final int COUNT = 100;

    private FourCalls() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricInts source = shmem.allocateInts(COUNT);
            SymmetricInts dest = shmem.allocateInts(COUNT);
            for (CollectiveProbe.Operands each : CollectiveProbe.Operands.values()) {
                source.fill(-1);
                shmem.barrierAll();
                new CollectiveProbe(shmem, shmem.world(), Form.BROADCAST, Probe.Sides.INSIDE, each, source, dest,
                    COUNT * Integer.BYTES).loop(CALLS);
                shmem.barrierAll();
                System.out.println(each + " " + dest.get(0) + " " + dest.get(COUNT - 1));
            }
        }
    }
}
