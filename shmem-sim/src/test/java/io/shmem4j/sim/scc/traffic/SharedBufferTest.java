// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.scc.traffic;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.scc.broadcast.*;
import io.shmem4j.sim.scc.collective.*;
import org.junit.jupiter.api.Test;

class SharedBufferTest {
    MeshMachine scc = MeshMachine.load("scc");
    @Test
    void bcast() {
        for (MeshOptions o : new MeshOptions[] {MeshOptions.STANDARD, MeshOptions.FLAT}) {
            BroadcastRun run = new BroadcastRun(scc, o, 48, 0);
            for (int m : new int[] {1, 2, 8, 96, 97, 192}) {
                System.out.println(m + String.format(" %.2f", run.latency(Rival.Which.BINOMIAL, m)));
            }
            System.out.printf("sag %.1f%n", run.latency(Rival.Which.SCATTER_ALLGATHER, 48*96));
            System.out.printf("b2b %.2f %.2f%n", run.interval(new OcBroadcast.Kary(7), 96), run.interval(new OcBroadcast.Kary(7), 97));
        }
    }
    @Test
    void coll() {
        CollectiveRun run = new CollectiveRun(scc, MeshOptions.STANDARD, 48);
        for (Operation op : Operation.values()) for (int n : new int[] {1, 10, 552, 574, 575, 600, 623, 700}) {
            StringBuilder s = new StringBuilder();
            if (n > 552 && op.ordinal() < 2) continue;
            for (Stack k : Stack.values()) { double[] d = run.single(op, k, n); s.append(String.format(" %.1f %.1f,", d[0], d[1])); }
            System.out.printf("%s %d %s%n", op, n, s);
        }
    }
}
