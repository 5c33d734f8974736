// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.WrongResultException;

/** Put with signal from PE 0 to PE 1 and back; a call is both ways. */
public final class PingPong {
    private PingPong() {
    }

    /**
     * Runs it.
     *
     * @param args those of {@link Stopwatch}
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Stopwatch watch = new Stopwatch(shmem, args);
            SymmetricLongs message = shmem.allocateLongs(1);
            Signal arrived = shmem.allocateSignal();
            long[] value = {0};
            boolean serves = shmem.myPe() == 0;
            boolean plays = shmem.myPe() < 2;
            int peer = 1 - shmem.myPe();
            while (watch.goesOn()) {
                int calls = plays ? watch.calls() : 0;
                int mark = watch.start();
                for (int call = 1; call <= calls; call++) {
                    value[0]++;
                    if (serves) {
                        shmem.putSignal(message, 0, value, 0, 1, arrived, value[0], SignalOp.SET, peer);
                    }
                    arrived.waitUntil(Cmp.GE, value[0]);
                    if (!serves) {
                        shmem.putSignal(message, 0, value, 0, 1, arrived, value[0], SignalOp.SET, peer);
                    }
                    if (call == mark) {
                        mark = watch.pass();
                    }
                }
            }
            WrongResultException.check("ping-pong", 0, message.get(0), value[0]);
            watch.report();
        }
    }
}
