// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshCosts;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.scc.OcBroadcast.Leaves;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Broadcasts against what an independent simulation gave, and against the published formulas. */
class BroadcastRunTest {
    private final MeshMachine machine = MeshMachine.load("scc");
    private final BroadcastRun real = seeing(0);
    private final BroadcastRun flat = BroadcastRun.modelled(machine, 48);

    /** As it was simulated independently: flags are seen at once, calls cost nothing. */
    private BroadcastRun seeing(int root) {
        return new BroadcastRun(machine, MeshOptions.STANDARD.seeing(), 48, root, LayerTimes.NONE);
    }

    @ParameterizedTest
    @CsvSource({"1, 9.98, 6.46, 8.57, 9.67, 12.26", "16, 46.36, 30.23, 31.55, 26.60, 85.39",
        "96, 242.34, 157.94, 159.77, 136.01, 476.27", "97, 244.22, 160.48, 161.76, 138.10, 481.15",
        "192, 333.51, 250.02, 254.20, 236.03, 945.32"})
    void latenciesWithDistancesAndPorts(int lines, double k2, double k7, double k24, double k47, double binomial) {
        assertLatencies(real, lines, k2, k7, k24, k47, binomial);
    }

    @ParameterizedTest
    @CsvSource({"1, 9.69, 6.25, 8.34, 9.50, 12.05", "96, 230.18, 149.23, 150.17, 123.05, 456.27",
        "192, 316.15, 235.88, 236.82, 209.02, 905.17"})
    void latenciesOfTheFlatChip(int lines, double k2, double k7, double k24, double k47, double binomial) {
        assertLatencies(flat, lines, k2, k7, k24, k47, binomial);
    }

    private static void assertLatencies(BroadcastRun run, int lines, double... expected) {
        int[] ks = {2, 7, 24, 47};
        for (int i = 0; i < ks.length; i++) {
            near(expected[i], run.latency(new OcBroadcast.Kary(ks[i]), lines));
        }
        near(expected[ks.length], run.latency(Rival.Which.BINOMIAL, lines));
    }

    private static void near(double expected, double value) {
        assertEquals(expected, value, 0.005 * expected);
    }

    @Test
    void otherRootsAndLongMessages() {
        near(6.46, seeing(14).latency(new OcBroadcast.Kary(7), 1));
        near(165.1, seeing(47).latency(new OcBroadcast.Kary(7), 96));
        near(11547, real.latency(Rival.Which.SCATTER_ALLGATHER, 48 * 96));
    }

    /**
     * Looks and calls count: the call is calibrated to one time, a piece of a blocking message to the other. A line
     * more than a chunk lowers the throughput, because its chunk has flags of its own.
     */
    @Test
    void theTimesOfALine() {
        BroadcastRun run = new BroadcastRun(machine, MeshOptions.STANDARD, 48, 0);
        assertEquals(0.996, 97 * run.latency(new OcBroadcast.Kary(7), 96) / 96
            / run.latency(new OcBroadcast.Kary(7), 97), 0.002);
        assertEquals(16.6, run.latency(new OcBroadcast.Kary(7), 1), 0.1);
        assertEquals(21.55, run.latency(Rival.Which.BINOMIAL, 1), 0.2);
    }

    @ParameterizedTest
    @CsvSource({"2, 35.233", "7, 34.295", "47, 35.878"})
    void theModelGivesThePublishedThroughput(int k, double megabytes) {
        assertEquals(megabytes, new BroadcastFormulas(machine, 48).throughput(k), 0.0005);
    }

    /** The formula's case: all flags are set before the first is looked at, so many children cost many looks. */
    @ParameterizedTest
    @CsvSource({"2, 9.71", "7, 6.52", "47, 11.63"})
    void looksAfterTheLastFlagCostMoreWithMoreChildren(int k, double micros) {
        near(micros, BroadcastRun.withLateLooks(machine, 48, k, 1));
    }

    /** Any number of cores, root and k; wrong data would be an exception. */
    @Test
    void everyShapeDelivers() {
        for (int cores : new int[] {2, 3, 7, 31, 48}) {
            for (int root : new int[] {0, cores - 1}) {
                BroadcastRun run = new BroadcastRun(machine, MeshOptions.STANDARD, cores, root);
                for (int k : new int[] {1, 3, 63}) {
                    assertTrue(run.latency(new OcBroadcast.Kary(k), 200) > 0);
                }
                for (Leaves leaves : Leaves.values()) {
                    if (leaves != Leaves.SHARE || cores % machine.coresPerTile() == 0) {
                        assertTrue(run.latency(new OcBroadcast.Kary(3, leaves), 200) > 0);
                    }
                }
                for (Rival.Which rival : Rival.Which.values()) {
                    assertTrue(run.latency(rival, 50) > 0);
                }
            }
        }
        assertThrows(IllegalStateException.class, () -> real.latency(new OcBroadcast.Kary(64), 1));
    }

    /** The paper counts copies between buffers: two of them almost double what goes through. */
    @Test
    void aBufferIsFilledWhileTheOtherIsRead() {
        assertTrue(real.latency(new OcBroadcast.Kary(7, false, 2, 1, false, Leaves.COPY), 768)
            > 1.5 * real.latency(new OcBroadcast.Kary(7, false, 2, 2, false, Leaves.COPY), 768));
    }

    /** Formula 11 is what it saves; the root then looks at the flag of a leaf that is done, and returns last. */
    @Test
    void aLeafWithoutItsBufferSavesAGet() {
        BroadcastRun two = BroadcastRun.modelled(machine, 2);
        double copied = two.latency(new OcBroadcast.Kary(1), 96);
        double skipped = two.latency(new OcBroadcast.Kary(1, Leaves.SKIP), 96);
        MeshCosts costs = new MeshCosts(machine);
        assertEquals((costs.get(96, 1) - costs.read(1) + costs.write(1) - costs.writeArrives(1)) * 1e-6,
            copied - skipped, 1e-6);
        assertEquals(skipped, two.latency(new OcBroadcast.Kary(1, Leaves.SHARE), 96), 1e-6);
        assertThrows(IllegalStateException.class, () -> BroadcastRun.modelled(machine, 3)
            .latency(new OcBroadcast.Kary(1, Leaves.SHARE), 1));
    }

    /** The formula for any length is derived here: events that cost nothing else come near it. */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 97", "7, 1", "7, 192", "47, 1", "47, 97"})
    void theDerivedFormulaIsNearEvents(int k, int lines) {
        assertEquals(1, new BroadcastFormulas(machine, 48).latency(k, lines, true)
            / BroadcastRun.withLateLooks(machine, 48, k, lines), 0.05);
    }

    @Test
    void aTreeOf7HasTheDepthOf24() {
        assertEquals(2, OcBroadcast.depth(7, 48));
        assertEquals(2, OcBroadcast.depth(24, 48));
        assertEquals(5, OcBroadcast.depth(2, 48));
        assertEquals(1, OcBroadcast.depth(47, 48));
    }
}
