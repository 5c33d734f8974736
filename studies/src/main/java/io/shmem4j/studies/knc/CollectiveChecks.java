// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.collective.tree.Dissemination;
import io.shmem4j.collective.tree.FibonacciTree;
import io.shmem4j.collective.tree.KnomialTree;
import io.shmem4j.collective.tree.LevelTree;
import io.shmem4j.collective.tree.RoundRule;
import io.shmem4j.collective.tree.Tree;
import io.shmem4j.report.figure.Figure.Range;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.LineAlgorithm;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.line.BackNotification;
import io.shmem4j.studies.line.BarrierModel;
import io.shmem4j.studies.line.BroadcastModel;
import io.shmem4j.studies.line.DisseminationBarrier;
import io.shmem4j.studies.line.ModelCosts;
import io.shmem4j.studies.line.NotificationModel;
import io.shmem4j.studies.line.ReductionModel;
import io.shmem4j.studies.line.TreeBroadcast;
import io.shmem4j.studies.line.TreeReduction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** Checks of the model's optima, and of broadcast, barrier, notification and reduction against the models. */
final class CollectiveChecks {
    private static final int FIRST_RIVALRY = 16;
    private static final int DEEPEST = 6;

    private final CoherentMachine machine;
    private final BroadcastModel broadcast;
    private final ReductionModel reduction;
    private final BarrierModel barrier;
    private final ModelCosts costs;
    private final int step;

    CollectiveChecks(CoherentMachine machine, boolean brief) {
        this.machine = machine;
        this.costs = ModelCosts.of(machine);
        this.broadcast = new BroadcastModel(costs);
        this.reduction = new ReductionModel(costs);
        this.barrier = new BarrierModel(costs);
        this.step = brief ? 14 : 1;
    }

    void addTo(Checks checks) {
        for (int n : new int[] {30, 60}) {
            checks.add("optimum.broadcast." + n, () -> Result.of(text(broadcast.bestTree(n))));
            checks.add("optimum.reduction." + n, () -> Result.of(text(reduction.bestTree(n))));
            checks.add("optimum.barrier." + n, () -> ways(barrier.best(n, RoundRule.PUBLISHED)));
            checks.add("search." + n, () -> search(n));
        }
        checks.add("inside.broadcast", () -> inside(2, n -> broadcast.time(broadcast.bestTree(n)),
            n -> base -> new TreeBroadcast(base, LevelTree.build(n, broadcast.bestTree(n)))));
        checks.add("inside.barrier", () -> inside(2, n -> barrier.time(barrier.best(n, RoundRule.PUBLISHED)),
            n -> base -> new DisseminationBarrier(base, barrier.best(n, RoundRule.PUBLISHED))));
        checks.add("inside.notification", () -> inside(2, n -> NotificationModel.of(costs, n),
            n -> base -> new BackNotification(base, n)));
        checks.add("inside.reduction", () -> inside(2, n -> reduction.time(reduction.bestTree(n)),
            n -> base -> new TreeReduction(base, LevelTree.build(n, reduction.bestTree(n)))));
        checks.add("rival.flat", () -> against(Tree::flat));
        checks.add("rival.binomial", () -> against(n -> KnomialTree.build(n, 2)));
        checks.add("rival.3-nomial", () -> against(n -> KnomialTree.build(n, 3)));
        checks.add("rival.fibonacci-2", () -> against(n -> FibonacciTree.build(n, 0.5)));
        checks.add("rival.fibonacci-4", () -> against(n -> FibonacciTree.build(n, 0.25)));
    }

    private static Result ways(Dissemination pattern) {
        return Result.of("m=" + pattern.ways() + " r=" + pattern.rounds());
    }

    private static String text(int... levels) {
        return Arrays.stream(levels).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private Result inside(int first, IntFunction<Range> model,
            IntFunction<LongFunction<LineAlgorithm>> factory) {
        double least = Double.MAX_VALUE;
        double most = 0;
        int outside = 0;
        for (int n = first; n <= machine.cores(); n += step) {
            Range range = model.apply(n);
            double ns = time(n, factory.apply(n));
            least = Math.min(least, ns / range.min());
            most = Math.max(most, ns / range.max());
            if (ns < range.min() || ns > range.max()) {
                outside++;
            }
        }
        String bounds = String.format(Locale.ROOT, ">= %.2f min, <= %.2f max", least, most);
        return Result.of(outside == 0, outside == 0 ? bounds : bounds + ", " + outside + " outside");
    }

    private Result against(IntFunction<Tree> rival) {
        double worst = 0;
        int at = 0;
        StringBuilder wins = new StringBuilder();
        for (int n = FIRST_RIVALRY; n <= machine.cores(); n += step) {
            double quotient = broadcast(LevelTree.build(n, broadcast.bestTree(n))) / broadcast(rival.apply(n));
            if (quotient > worst) {
                worst = quotient;
                at = n;
            }
            wins.append(quotient > 1 ? " " + n : "");
        }
        return Result.of(worst, String.format(Locale.ROOT, "%.3f at n = %d%s", worst, at,
            wins.isEmpty() ? "" : "; the rival wins at" + wins));
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
        double quotient = broadcast(LevelTree.build(n, broadcast.bestTree(n))) / least;
        return Result.of(quotient, String.format(Locale.ROOT, "%.3f of %s, %d trees", quotient, text(fastest),
            all.size()));
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
        return time(tree.size(), base -> new TreeBroadcast(base, tree));
    }

    private double time(int pes, LongFunction<LineAlgorithm> factory) {
        return ChipChecks.time(machine, SimulationOptions.STANDARD, pes, factory);
    }
}
