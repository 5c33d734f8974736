// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.collective.team.Tree;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.SimulationOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** The chip's times against published ones and the models'. */
class PublishedTimingTest {
    private static final SimulationOptions WITH = SimulationOptions.STANDARD;
    private static final SimulationOptions WITHOUT = SimulationOptions.STANDARD.withoutOverhead();

    private final CoherentMachine machine = CoherentMachine.load("knc-5110p");
    private final CoherentMachine simple = machine.withSimplifiedLatency();
    private final ModelCosts costs = ModelCosts.of(machine);

    @Test
    void singleLinePingPong() {
        near(479.1, time(machine, WITHOUT, 2, base -> new PingPong(base, 1, false)));
        near(497.1, time(machine, WITH, 2, base -> new PingPong(base, 1, false)));
        near(748.1, time(machine, WITHOUT, 2, base -> new PingPong(base, 1, true)));
        near(842.8, time(machine, WITH, 2, base -> new PingPong(base, 1, true)));
    }

    /** Where distances count, a shared line comes from the nearest core that has it. */
    @Test
    void linesOfNearAndFarCores() {
        double[][] published = {{1, 241.2, 227.4, 232.0}, {15, 234.7, 235.8, 233.4}, {30, 240.1, 237.4, 233.4}};
        for (double[] row : published) {
            int stops = (int) row[0];
            near(row[1], Turns.read(machine, 0, 1, stops, "M")[0]);
            near(row[2], Turns.read(machine, 0, 1, stops, "E")[0]);
            near(row[3], Turns.read(machine, 0, 1, stops, "S")[0]);
        }
    }

    @Test
    void multiLinePingPong() {
        PingPongModel model = new PingPongModel(machine);
        for (int n = 2; n <= 128; n++) {
            int lines = n;
            near(model.lines(n, false), time(machine, WITH, 2, base -> new PingPong(base, lines, false)));
            near(model.lines(n, true), time(machine, WITH, 2, base -> new PingPong(base, lines, true)));
        }
    }

    @Test
    void contendedCopy() {
        for (int n = 1; n < 60; n++) {
            int readers = n;
            near(costs.contended(n), time(simple, WITH, n + 1, base -> new ContendedCopy(base, readers, false)));
        }
    }

    @Test
    void interleavingsOfTwoWritersAndAPoller() {
        double memory = costs.memory();
        double remote = costs.remote();
        near(memory + 2 * remote, Turns.writersAndReader(simple, 0, 1, 2));
        near(memory + 3 * remote, Turns.writersAndReader(simple, 0, 2, 1, 2));
        near(memory + 4 * remote, Turns.writersAndReader(simple, 2, 0, 2, 1, 2));
    }

    @Test
    void collectivesStayBetweenTheBestAndTheWorstCase() {
        for (int n = 2; n <= 60; n++) {
            for (Collective collective : Collective.values()) {
                Range range = collective.model(costs, n);
                double ns = Repetition.once(machine, n, collective.best(costs, n));
                // The best case of a reduction adds flag settings that overlap.
                double slack = collective == Collective.REDUCTION ? 0.8 : 1;
                assertTrue(n < 4 && collective == Collective.BARRIER || ns >= slack * range.min() && ns <= range.max(),
                    collective + " of " + n + " PEs: " + ns + " is outside " + range);
            }
        }
    }

    @Test
    void noTreeIsMuchFasterThanThePublishedOnes() {
        for (int n : new int[] {30, 60}) {
            List<int[]> all = new ArrayList<>();
            everyTree(n, new int[0], n - 1, 1, 1, all);
            double fastest = Double.MAX_VALUE;
            for (int[] levels : all) {
                fastest = Math.min(fastest, broadcast(Tree.ofLevels(n, levels)));
            }
            double published = broadcast(Tree.ofLevels(n, n == 30 ? new int[] {5, 5} : new int[] {4, 4, 3}));
            assertTrue(published <= 1.05 * fastest, n + " PEs: " + published + " against " + fastest);
        }
    }

    /** All lists of children per level that just reach n nodes; chains longer than six levels are never fast. */
    private static void everyTree(int n, int[] prefix, int most, int reached, int width, List<int[]> all) {
        for (int k = 1; k <= most && prefix.length < 6; k++) {
            int[] levels = Arrays.copyOf(prefix, prefix.length + 1);
            levels[prefix.length] = k;
            if (reached + width * k >= n) {
                all.add(levels);
                return;
            }
            everyTree(n, levels, k, reached + width * k, width * k, all);
        }
    }

    @Test
    void theOptimumTreeIsNotBeatenByItsRivals() {
        for (int n = 16; n <= 60; n += 4) {
            double best = broadcast(TreeModel.broadcast(costs).bestTree(n));
            assertTrue(best <= 1.05 * broadcast(Tree.ofLevels(n, n - 1)), "flat, n=" + n);
            assertTrue(best <= 1.05 * broadcast(Tree.knomial(n, 2)), "binomial, n=" + n);
            assertTrue(best <= 1.10 * broadcast(Tree.knomial(n, 3)), "3-nomial, n=" + n);
            assertTrue(best <= 1.05 * broadcast(Tree.fibonacci(n, 0.5)), "Fibonacci o=L/2, n=" + n);
            assertTrue(best <= 1.05 * broadcast(Tree.fibonacci(n, 0.25)), "Fibonacci o=L/4, n=" + n);
        }
    }

    private double broadcast(Tree tree) {
        return time(machine, WITH, tree.size(), base -> new TreeBroadcast(base, tree));
    }

    private static double time(CoherentMachine machine, SimulationOptions options, int pes,
            LongFunction<LineAlgorithm> factory) {
        return new Repetition(machine, options, pes).run(1, factory)[0];
    }

    private static void near(double expected, double simulated) {
        assertEquals(expected, simulated, expected * 0.002);
    }
}
