// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.collective.team.Dissemination;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.sim.machine.CoherentMachine;
import org.junit.jupiter.api.Test;

/** The numbers of the paper; nothing but the machine file is given. */
class PublishedModelTest {
    private final CoherentMachine machine = CoherentMachine.load("knc-5110p");
    private final ModelCosts costs = ModelCosts.of(machine);

    @Test
    void pingPongs() {
        PingPongModel model = new PingPongModel(machine);
        near(479.1, model.oneLine(false, false));
        near(497.1, model.oneLine(false, true));
        near(748.1, model.oneLine(true, false));
        near(842.8, model.oneLine(true, true));
        near(76.0 * 128 + 1521.0 - 1096.0 / 128, model.lines(128, false));
        near(94.9 * 2 + 2750.0 - 2017.5 / 2, model.lines(2, true));
    }

    @Test
    void contention() {
        near(244.4, costs.contended(1));
        near(190.4, costs.base());
        near(190.4 + 54 * 59, costs.contended(59));
    }

    @Test
    void notification() {
        near(277.7 + 9 * 235.8, costs.notification(10).min());
        near(277.7 + 18 * 235.8, costs.notification(10).max());
    }

    @Test
    void publishedTreesAreTheCheapest() {
        TreeModel broadcast = TreeModel.broadcast(costs);
        assertArrayEquals(new int[] {5, 5}, broadcast.best(30));
        assertArrayEquals(new int[] {4, 4, 3}, broadcast.best(60));
        TreeModel reduction = TreeModel.reduction(costs);
        assertArrayEquals(new int[] {3, 3, 2}, reduction.best(30));
        assertArrayEquals(new int[] {4, 4, 3}, reduction.best(60));
        assertEquals(new Dissemination(30, 6, 2), costs.bestBarrier(30));
        assertEquals(new Dissemination(60, 4, 3), costs.bestBarrier(60));
    }

    @Test
    void theBestCaseIsTheShorterOneWhereMemoryIsSlow() {
        ModelCosts slow = new ModelCosts(5, 28, 148, 0, costs.cached(), costs.fromMemory());
        Range time = TreeModel.broadcast(slow).time(1);
        assertTrue(time.min() < time.max(), time.toString());
    }

    @Test
    void broadcastTimes() {
        TreeModel model = TreeModel.broadcast(costs);
        near(3.07, 6.03, model.time(model.best(8)));
        near(4.70, 9.25, model.time(model.best(30)));
        near(5.75, 11.2, model.time(model.best(60)));
    }

    @Test
    void reductionTimes() {
        TreeModel model = TreeModel.reduction(costs);
        near(3.49, 5.79, model.time(model.best(8)));
        near(5.30, 8.90, model.time(model.best(30)));
        near(6.40, 10.9, model.time(model.best(60)));
    }

    @Test
    void barrierTimes() {
        near(1.90, 9.43, costs.barrier(costs.bestBarrier(8)));
        near(3.32, 17.9, costs.barrier(costs.bestBarrier(30)));
        near(3.56, 18.4, costs.barrier(costs.bestBarrier(60)));
    }

    @Test
    void largeBroadcastTimes() {
        near(30.9, 48.6, costs.flat(60, 128));
        near(88, 109, costs.pipelined(60, 128));
    }

    private static void near(double published, double modelled) {
        assertEquals(published, modelled, published * 0.002);
    }

    /** Microseconds with three figures are compared as they are printed. */
    private static void near(double min, double max, Range range) {
        assertEquals(min, range.min() / 1000, min * 0.002 + halfDigit(min), "min");
        assertEquals(max, range.max() / 1000, max * 0.002 + halfDigit(max), "max");
    }

    private static double halfDigit(double value) {
        return 0.5 * Math.pow(10, Math.floor(Math.log10(value)) - 2);
    }
}
