// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.collective.tree.Dissemination;
import io.shmem4j.collective.tree.FibonacciTree;
import io.shmem4j.collective.tree.KnomialTree;
import io.shmem4j.collective.tree.LevelTree;
import io.shmem4j.collective.tree.Tree;
import io.shmem4j.report.figure.Figure.Range;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Repetition;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.line.BarrierModel;
import io.shmem4j.studies.line.Collective;
import io.shmem4j.studies.line.ModelCosts;
import io.shmem4j.studies.line.TreeBroadcast;
import io.shmem4j.studies.line.TreeModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** Checks of the model's optima, and of broadcast, barrier, notification and reduction against the models. */
final class CollectiveChecks {
    private static final int FIRST_RIVALRY = 16;
    private static final int DEEPEST = 6;

    private final CoherentMachine machine;
    private final TreeModel model;
    private final ModelCosts costs;
    private final int step;

    CollectiveChecks(CoherentMachine machine, boolean brief) {
        this.machine = machine;
        this.costs = ModelCosts.of(machine);
        this.model = TreeModel.broadcast(costs);
        this.step = brief ? 14 : 1;
    }

    void addTo(Checks checks) {
        for (int n : new int[] {30, 60}) {
            checks.add("optimum.broadcast." + n, () -> Result.of(text(model.best(n))));
            checks.add("optimum.reduction." + n, () -> Result.of(text(TreeModel.reduction(costs).best(n))));
            checks.add("optimum.barrier." + n, () -> {
                Dissemination pattern = new BarrierModel(costs).best(n);
                return Result.of("m=" + pattern.ways() + " r=" + pattern.rounds());
            });
            checks.add("search." + n, () -> search(n));
        }
        for (Collective collective : Collective.values()) {
            checks.add("inside." + collective.title(), () -> inside(collective));
        }
        checks.add("rival.flat", () -> against(Tree::flat));
        checks.add("rival.binomial", () -> against(n -> KnomialTree.build(n, 2)));
        checks.add("rival.3-nomial", () -> against(n -> KnomialTree.build(n, 3)));
        checks.add("rival.fibonacci-2", () -> against(n -> FibonacciTree.build(n, 0.5)));
        checks.add("rival.fibonacci-4", () -> against(n -> FibonacciTree.build(n, 0.25)));
    }

    private static String text(int... levels) {
        return Arrays.stream(levels).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private Result inside(Collective collective) {
        double least = Double.MAX_VALUE;
        double most = 0;
        int outside = 0;
        for (int n = 2; n <= machine.cores(); n += step) {
            Range range = collective.model(costs, n);
            double ns = Repetition.once(machine, n, collective.best(costs, n));
            least = Math.min(least, ns / range.min());
            most = Math.max(most, ns / range.max());
            outside += range.contains(ns) ? 0 : 1;
        }
        return Result.of(outside == 0, ">= %.2f min, <= %.2f max%s", least, most,
            outside == 0 ? "" : ", " + outside + " outside");
    }

    private Result against(IntFunction<Tree> rival) {
        double worst = 0;
        int at = 0;
        StringBuilder wins = new StringBuilder();
        for (int n = FIRST_RIVALRY; n <= machine.cores(); n += step) {
            double quotient = broadcast(model.bestTree(n)) / broadcast(rival.apply(n));
            if (quotient > worst) {
                worst = quotient;
                at = n;
            }
            wins.append(quotient > 1 ? " " + n : "");
        }
        return Result.of(worst, "%.3f at n = %d%s", worst, at, wins.isEmpty() ? "" : "; the rival wins at" + wins);
    }

    private Result search(int n) {
        List<int[]> all = new ArrayList<>();
        everyTree(n, new int[0], n - 1, 1, 1, all);
        int[] fastest = null;
        double least = Double.MAX_VALUE;
        for (int[] levels : all) {
            double ns = broadcast(LevelTree.build(n, levels));
            if (ns < least) {
                least = ns;
                fastest = levels;
            }
        }
        double quotient = broadcast(model.bestTree(n)) / least;
        return Result.of(quotient, "%.3f of %s, %d trees", quotient, text(fastest), all.size());
    }

    /** All lists of children per level that just reach n nodes; deep chains are never fast. */
    private static void everyTree(int n, int[] prefix, int most, int reached, int width, List<int[]> all) {
        for (int k = 1; k <= most && prefix.length < DEEPEST; k++) {
            int[] levels = Arrays.copyOf(prefix, prefix.length + 1);
            levels[prefix.length] = k;
            if (reached + width * k >= n) {
                all.add(levels);
                return;
            }
            everyTree(n, levels, k, reached + width * k, width * k, all);
        }
    }

    private double broadcast(Tree tree) {
        return Repetition.once(machine, tree.size(), base -> new TreeBroadcast(base, tree));
    }
}
