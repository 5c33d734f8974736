// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import io.shmem4j.sim.schedule.Scheduler.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Costs of accesses of OpenSHMEM programs on a mesh. */
class MeshPeTest {
    /** Lines of a region, and how many of them are the library's. */
    private static final long REGION = 1 << 12;
    private static final long LIBRARY = 1 << 8;

    /** Core 9 on tile (4,0) is 5 routers from the controller of core 0; core 0 from its own 1. */
    @Test
    void accessesCostWhatTheirDistanceSays() {
        long heap = LIBRARY;
        assertEquals(511, nanos(pe -> pe.write(heap)));
        assertEquals(258, nanos(pe -> pe.read(heap)));
        assertEquals(190 + 128 * 511, nanos(pe -> pe.put(heap, 128, true)));
        assertEquals(95 + 128 * (258 + 15), nanos(pe -> pe.load(heap, 128, true)));
        assertEquals(1121, nanos(pe -> pe.update(heap)));
        assertEquals(190 + 128 * (228 + 511), nanos(pe -> pe.copy(9 * REGION + LIBRARY, heap, 128, true)));
        assertEquals(69 + 136 + 176, nanos(pe -> pe.write(0)));
    }

    /** A machine file may give a core a buffer of fewer lines than the longest transfer has. */
    @Test
    void transfersFitIntoSmallBuffers() throws IOException {
        String text;
        try (InputStream file = MeshMachine.class.getResourceAsStream("scc.json")) {
            text = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                .replace("\"mpbBytes\": 8192", "\"mpbBytes\": 1024");
        }
        MeshSimulation simulation = new MeshSimulation((MeshMachine) MachineFile.parse("small", new StringReader(text)),
            2, REGION, LIBRARY, CarrierKind.fastest());
        assertEquals(new Outcome.Finished(), simulation.run(pe -> {
            assertEquals(32, pe.maxLines());
            pe.copy(LIBRARY, 0, pe.maxLines(), true);
        }));
    }

    private static long nanos(Consumer<VirtualPe> access) {
        long[] time = new long[1];
        run(10, pe -> {
            if (pe.number() == 9) {
                access.accept(pe);
                time[0] = pe.now() / 1000;
            }
        });
        return time[0];
    }

    private static void run(int pes, Consumer<VirtualPe> program) {
        MeshSimulation simulation = new MeshSimulation(MeshMachine.load("scc"), pes, REGION, LIBRARY,
            CarrierKind.fastest());
        assertEquals(new Outcome.Finished(), simulation.run(program));
    }

    /** Each change is made by nobody else at the same time, and all take no longer than one after the other. */
    @Test
    void contendedAtomicsTakeTurns() {
        long[] sum = new long[1];
        long[] end = new long[1];
        run(48, pe -> {
            pe.update(LIBRARY);
            sum[0]++;
            end[0] = Math.max(end[0], pe.now());
        });
        assertEquals(48, sum[0]);
        assertTrue(end[0] > 47 * 700_000L && end[0] < 48 * 1_400_000L, end[0] + " ps");
    }

    /** PEs that try a lock all the time do not keep its owner from giving it back, in whatever rhythm they began. */
    @Test
    void nobodyTriesInVainForEver() {
        for (int seed = 0; seed < 10; seed++) {
            Random starts = new Random(seed);
            int[] owner = {-1};
            int[] taken = new int[1];
            run(6, pe -> {
                long own = pe.number() * REGION + LIBRARY;
                pe.spend(starts.nextInt(3000) * 1000L);
                for (int round = 0; round < 60; round++) {
                    while (owner[0] != pe.number()) {
                        assertTrue(pe.now() < 5_000_000_000L, "nobody has got the lock for long");
                        pe.read(own);
                        pe.write(own);
                        pe.update(LIBRARY);
                        if (owner[0] < 0) {
                            owner[0] = pe.number();
                        } else {
                            pe.write(own);
                        }
                    }
                    taken[0]++;
                    pe.read(LIBRARY + 1);
                    pe.write(LIBRARY + 1);
                    pe.read(own);
                    pe.read(own);
                    pe.update(LIBRARY);
                    owner[0] = -1;
                    pe.write(own);
                }
            });
            assertEquals(6 * 60, taken[0]);
        }
    }

    @Test
    void aSleeperWakesWhenItsLineIsThere() {
        boolean[] written = new boolean[1];
        long[] seen = new long[1];
        run(10, pe -> {
            if (pe.number() == 0) {
                pe.await(LIBRARY, () -> written[0]);
                seen[0] = pe.now();
            } else if (pe.number() == 9) {
                pe.spend(5_000_000);
                pe.write(LIBRARY);
                written[0] = true;
            }
        });
        assertEquals(5_000_000 + 486_000 + 218_000, seen[0]);
    }
}
