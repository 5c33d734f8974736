// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.Dissemination;
import io.shmem4j.collective.tree.FibonacciTree;
import io.shmem4j.collective.tree.KnomialTree;
import io.shmem4j.collective.tree.LevelTree;
import io.shmem4j.collective.tree.Tree;
import io.shmem4j.report.figure.Figure.Range;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Repetition;
import io.shmem4j.studies.experiment.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;

/** Checks of single transfers, of the model's optima, and of collectives against the models and rivals. */
public final class LineChecks {
    private static final int FIRST_RIVALRY = 16;
    private static final int DEEPEST = 6;

    private final CoherentMachine machine;
    private final CoherentMachine simple;
    private final ModelCosts costs;
    private final PingPongModel messages;
    private final TreeModel broadcast;
    private final boolean brief;

    /** Checks of a machine; in brief they try fewer settings. */
    public LineChecks(CoherentMachine machine, boolean brief) {
        this.machine = machine;
        this.simple = machine.withSimplifiedLatency();
        this.costs = ModelCosts.of(machine);
        this.messages = new PingPongModel(machine);
        this.broadcast = TreeModel.broadcast(costs);
        this.brief = brief;
    }

    public void addTo(Checks checks) {
        addTransfers(checks);
        addCollectives(checks);
    }

    private void addTransfers(Checks checks) {
        for (boolean memory : new boolean[] {false, true}) {
            String where = memory ? "memory" : "cached";
            checks.add("pingpong.model." + where, () -> Result.of(messages.oneLine(memory, false)));
            checks.add("pingpong.bare." + where,
                () -> Result.of(new Repetition(machine, SimulationOptions.STANDARD.withoutOverhead(), 2)
                    .run(1, base -> new PingPong(base, 1, memory))[0]));
            checks.add("pingpong." + where,
                () -> Result.of(Repetition.once(machine, 2, base -> new PingPong(base, 1, memory))));
            checks.add("multiline." + where, () -> worst(2, machine.maxLines(), "N",
                n -> Repetition.once(machine, 2, base -> new PingPong(base, n, memory)) / messages.lines(n, memory)));
        }
        checks.add("contention", () -> worst(1, machine.cores() - 1, "n",
            n -> Repetition.once(simple, n + 1, base -> new ContendedCopy(base, n, false)) / costs.contended(n)));
        checks.add("contention.memory", () -> worst(1, machine.cores() - 1, "n",
            n -> Repetition.once(simple, n + 1, base -> new ContendedCopy(base, n, true))
                / costs.contendedInMemory(n)));
        checks.add("interleaving.a", () -> order(0, 1, 2));
        checks.add("interleaving.b", () -> order(0, 2, 1, 2));
        checks.add("interleaving.c", () -> order(2, 0, 2, 1, 2));
        checks.add("repeat", this::repeated);
    }

    private void addCollectives(Checks checks) {
        for (int n : new int[] {30, 60}) {
            checks.add("optimum.broadcast." + n, () -> Result.of(text(broadcast.best(n))));
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

    private Result order(int... turns) {
        return Result.of(Turns.writersAndReader(simple, turns));
    }

    private Result worst(int first, int last, String name, IntToDoubleFunction quotient) {
        double worst = 0;
        int at = first;
        for (int n = first; n <= last; n += brief ? 9 : 1) {
            double percent = 100 * (quotient.applyAsDouble(n) - 1);
            if (Math.abs(percent) > Math.abs(worst)) {
                worst = percent;
                at = n;
            }
        }
        return Result.of(worst, name + " = " + at);
    }

    private Result repeated() {
        int pes = machine.cores();
        double[][] times = new double[3][];
        CarrierKind[] carriers = {CarrierKind.fastest(), CarrierKind.fastest(), CarrierKind.THREADS};
        for (int i = 0; i < times.length; i++) {
            SimulationOptions options = SimulationOptions.STANDARD.withSeed(7).on(carriers[i]);
            times[i] = new Repetition(machine, options, pes).run(5,
                base -> new TreeBroadcast(base, KnomialTree.build(pes, 2)));
        }
        boolean same = Arrays.equals(times[0], times[1]) && Arrays.equals(times[0], times[2]);
        return Result.of(same, same ? "identical" : Arrays.stream(times).map(Arrays::toString)
            .collect(Collectors.joining(", ")));
    }

    private static String text(int... levels) {
        return Arrays.stream(levels).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private Result inside(Collective collective) {
        double least = Double.MAX_VALUE;
        double most = 0;
        int outside = 0;
        for (int n = 2; n <= machine.cores(); n += brief ? 14 : 1) {
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
        for (int n = FIRST_RIVALRY; n <= machine.cores(); n += brief ? 14 : 1) {
            double quotient = broadcast(broadcast.bestTree(n)) / broadcast(rival.apply(n));
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
        double quotient = broadcast(broadcast.bestTree(n)) / least;
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
