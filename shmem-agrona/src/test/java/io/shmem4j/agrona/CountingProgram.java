// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.Shmem;
import java.io.OutputStream;
import org.agrona.concurrent.status.AtomicCounter;

/** Counts, says so, and goes on when standard input ends. */
public final class CountingProgram {
    private CountingProgram() {
    }

    public static void main(String[] args) throws Exception {
        try (Shmem shmem = Shmem.init()) {
            AtomicCounter cells = PeCounters.allocate(shmem, 8).counter("cells done");
            cells.set(1000L * (shmem.myPe() + 1));
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                System.out.println("counted");
                System.in.transferTo(OutputStream.nullOutputStream());
            }
            shmem.barrierAll();
        }
    }
}
