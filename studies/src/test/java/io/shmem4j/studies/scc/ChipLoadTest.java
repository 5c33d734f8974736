// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import io.shmem4j.testing.Thorough;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Transfers alone and in competition, against the formulas and what an independent simulation gave. */
@Thorough
class ChipLoadTest {
    /** Nobody waits for a port. */
    private static final MeshOptions ALONE = new MeshOptions(true, false, false, false, CarrierKind.fastest());
    private final MeshMachine machine = MeshMachine.load("scc");
    private final ChipLoad load = new ChipLoad(machine);

    @ParameterizedTest
    @EnumSource(SingleTransfer.class)
    void aTransferAloneTakesItsFormulasTime(SingleTransfer kind) {
        for (int other = 0; other < 48; other += 5) {
            for (int lines : new int[] {1, 4, 96, 128}) {
                assertEquals(kind.formula(machine, 24, other, lines), kind.picos(machine, 24, other, lines));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 35.146, 35.146, 35.146, 0.341, 0.341, 0.341", "8, 35.28, 37.22, 39.19, 0.342, 0.357, 0.372",
        "24, 35.80, 39.50, 43.63, 0.348, 0.376, 0.407", "40, 36.20, 41.16, 46.87, 0.355, 0.393, 0.441"})
    void coresThatShareABuffer(int cores, double leastGet, double meanGet, double mostGet, double leastPut,
            double meanPut, double mostPut) {
        assertTimes(load.shared(MeshOptions.STANDARD, cores, 0, true), leastGet, meanGet, mostGet);
        assertTimes(load.shared(MeshOptions.STANDARD, cores, 0, false), leastPut, meanPut, mostPut);
    }

    private static void assertTimes(ChipLoad.Shared run, double least, double mean, double most) {
        double[] times = run.micros();
        assertEquals(least, Arrays.stream(times).min().orElseThrow(), 0.01 * least);
        assertEquals(mean, Arrays.stream(times).average().orElseThrow(), 0.01 * mean);
        assertEquals(most, Arrays.stream(times).max().orElseThrow(), 0.02 * most);
    }

    /** Routers that serve their inputs in turn are as unfair as the chip. */
    @Test
    void routersAreAsUnfairAsTheChip() {
        assertEquals(2.56, unfairness(true), 0.15 * 2.56);
        assertEquals(4.59, unfairness(false), 0.15 * 4.59);
    }

    /** Requests go along their row first, so the buffer's own row shares no input with the others and hardly waits. */
    @Test
    void theFirstRowHardlyWaits() {
        double[] get = load.shared(MeshOptions.STANDARD, 48, 0, true).quotients();
        double[] put = load.shared(MeshOptions.STANDARD, 48, 0, false).quotients();
        for (int core = 0; core < 12; core++) {
            assertTrue(get[core] < 1.1 && put[core] < 1.1, core + ": " + get[core] + ", " + put[core]);
        }
        assertTrue(Math.min(get[46], put[46]) > 1.5, get[46] + ", " + put[46]);
    }

    /** A lone core's puts are all alike; of many, the time depends on the moment. */
    @Test
    void putsDifferByTheMomentWhereManyCoresShareABuffer() {
        assertEquals(1, load.unsteady(1, 20, 1), 1e-12);
        assertEquals(load.unsteady(48, 20, 1), load.unsteady(48, 20, 1));
        assertTrue(load.unsteady(48, 20, 1) > 1.3 * load.unsteady(24, 20, 1));
    }

    private double unfairness(boolean gets) {
        double[] times = load.shared(MeshOptions.STANDARD, 48, 0, gets).micros();
        return Arrays.stream(times).max().orElseThrow() / Arrays.stream(times).min().orElseThrow();
    }

    /** A core without waits takes the time of its distance, whoever else uses the buffer. */
    @Test
    void withoutWaitingOnlyTheDistanceCounts() {
        ChipLoad.Shared run = load.shared(ALONE, 48, 20, true);
        for (double quotient : run.quotients()) {
            assertEquals(1, quotient, 1e-12);
        }
    }

    @Test
    void linksAndMemoryDisturbNobody() {
        assertEquals(1.000, load.link(), 0.001);
        assertTrue(load.memory() < 1.01);
    }
}
