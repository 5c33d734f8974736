// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import io.shmem4j.studies.line.LineExperiments;
import io.shmem4j.studies.line.Setup.RepeatedExperiment;
import io.shmem4j.studies.line.Setup;
import io.shmem4j.studies.pointer.Jobs;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Makes figures and tries claims. Holds the machines, jobs shared by figures, and figures made before. */
public final class Laboratory {
    private static final int REPETITIONS = 1000;
    private static final List<Consumer<Laboratory>> FIGURES = List.of(RamosFigures::new, PutignyFigures::new,
        StudyFigures::new, NasFigures::new, TrafficFigures::new, BroadcastFigures::new,
        KohlerFigures::new);

    final CoherentMachine phi;
    final MeshMachine scc;
    final Jobs jobs;
    final PrintStream progress;
    private final Effort effort;
    private final Map<String, Supplier<Figure>> makers = new HashMap<>();
    private final Map<Integer, Laboratory> others = new HashMap<>();
    private final Map<String, Figure> made = new HashMap<>();
    private final Map<String, Supplier<Result>> claims = new HashMap<>();

    /**
     * The effort for trying claims.
     *
     * @param quick      whether to use fewer settings
     * @param iterations the maximum number of repetitions per setting; 0 for the published number
     * @param seed       the seed of all random numbers
     */
    record Effort(boolean quick, int iterations, long seed) {
        /** Number of seeds for a claim that depends on random numbers. */
        private static final int SEEDS = 20;

        static Effort of(int iterations) {
            return new Effort(iterations > 0, iterations, 1);
        }

        /** {@return the same effort with another seed; repetitions are divided among the seeds} */
        private Effort other(int number) {
            return new Effort(quick, quick ? iterations : Math.max(1, REPETITIONS / SEEDS), number);
        }
    }

    /** Creates all figures and claims. Claims about coherent caches use the published machine. */
    Laboratory(MeshMachine scc, Jobs jobs, PrintStream progress, Effort effort) {
        this.phi = CoherentMachine.load("knc-5110p");
        this.scc = scc;
        this.jobs = jobs;
        this.progress = progress;
        this.effort = effort;
        FIGURES.forEach(figures -> figures.accept(this));
    }

    void add(String figure, Supplier<Figure> maker) {
        makers.put(figure, maker);
    }

    void claim(String claim, Supplier<Result> check) {
        if (claims.put(claim, check) != null) {
            throw new IllegalStateException("two claims are called " + claim);
        }
    }

    boolean tries(String claim) {
        return claims.containsKey(claim);
    }

    Result result(String claim) {
        return claims.get(claim).get();
    }

    /** {@return the result of a claim} One that depends on random numbers is tried with several seeds. */
    Result result(Row row) {
        Result own = result(row.id());
        if (!row.seeded()) {
            return own;
        }
        List<Result> all = each(row, effort.quick ? 2 : Effort.SEEDS);
        return new Result(own.value(), own.text(), all.size(), (int) all.stream().filter(row::met).count());
    }

    private List<Result> each(Row row, int times) {
        List<Laboratory> all = IntStream.rangeClosed(1, times).mapToObj(number ->
            others.computeIfAbsent(number, other -> new Laboratory(scc, jobs, progress, effort.other(other)))).toList();
        return all.parallelStream().map(one -> one.result(row.id())).toList();
    }

    /** {@return the number of repetitions scaled to this laboratory's effort, at least 1} */
    int share(int times) {
        return effort.iterations == 0 ? times : Math.max(1, times * effort.iterations / REPETITIONS);
    }

    boolean whole() {
        return !effort.quick;
    }

    long seed() {
        return effort.seed;
    }

    /** {@return the figure of an experiment on cache lines} */
    Figure run(String name) {
        RepeatedExperiment experiment = LineExperiments.ALL.stream().filter(one -> one.name().equals(name)).findFirst()
            .orElseThrow();
        int times = effort.iterations == 0 ? experiment.iterations()
            : Math.min(effort.iterations, experiment.iterations());
        return experiment.outcome().apply(new Setup(phi, times, effort.seed, null, MessageProfile.load("mpi-like")));
    }

    boolean makes(String id) {
        return makers.containsKey(id);
    }

    /** {@return a figure, which is made at its first use} */
    public Figure figure(String id) {
        Figure figure = made.get(id);
        if (figure == null) {
            figure = makers.get(id).get();
            made.put(id, figure);
        }
        return figure;
    }
}
