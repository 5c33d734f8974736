// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.sim.machine.Change;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import io.shmem4j.studies.line.LineExperiments;
import io.shmem4j.studies.line.Setup;
import io.shmem4j.studies.line.Setup.RepeatedExperiment;
import io.shmem4j.studies.pointer.Jobs;
import io.shmem4j.studies.reproduce.Row.Label;
import java.io.PrintStream;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Makes figures and tries claims: the machines, the jobs that several need, and the figures made before. */
public final class Laboratory {
    /** End of the name under which a claim has its control. */
    static final String CONTROL = " control";
    private static final int REPETITIONS = 1000;
    private static final List<Consumer<Laboratory>> FIGURES = List.of(RamosFigures::new, HostFigures::new,
        HostStudyFigures::new, StudyFigures::new, NasFigures::new, TrafficFigures::new, BroadcastFigures::new,
        KohlerFigures::new, BeyondFigures::new);

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
     * How claims are tried.
     *
     * @param quick      whether with fewer settings
     * @param iterations most repetitions of each setting; 0 for as many as were published
     * @param seed       of all deviations and draws
     * @param run        which of the runs on a host counts; 0 for their median
     */
    record Effort(boolean quick, int iterations, long seed, int run) {
        /** Seeds that decide together on a claim that has one. */
        private static final int SEEDS = 20;
        /** Runs that decide together on a claim about the host. */
        private static final int RUNS = 5;

        static Effort of(int iterations) {
            return new Effort(iterations > 0, iterations, 1, 0);
        }

        /** {@return one of several: with another seed, all together with about as many repetitions, or another run} */
        private Effort other(int number) {
            return new Effort(quick, quick ? iterations : Math.max(1, REPETITIONS / SEEDS), number, number);
        }
    }

    /** Has all figures and claims; those about coherent caches are about the published machine. */
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

    /**
     * {@return what a claim gives by its figure; one with a seed holds if it holds with every one of many; one about
     * the host, if it holds by the medians of some runs and in all of them but one at most}
     */
    Result result(Row row) {
        if (row.seeded()) {
            List<Result> all = each(row, effort.quick ? 2 : Effort.SEEDS);
            long met = all.stream().filter(row::met).count();
            Result drawn = result(row.id());
            return new Result(drawn.value(), drawn.text() + "; with " + met + " of " + all.size() + " seeds",
                met == all.size());
        }
        if (row.label() == Label.MEASURED_HERE) {
            List<Result> all = each(row, hostRuns());
            long met = all.stream().filter(row::met).count();
            Result median = result(row.id());
            return new Result(median.value(), ranged(median, all) + "; in " + met + " of " + all.size() + " runs",
                row.met(median) && met >= all.size() - 1);
        }
        return result(row.id());
    }

    private List<Result> each(Row row, int times) {
        List<Laboratory> all = IntStream.rangeClosed(1, times).mapToObj(number ->
            others.computeIfAbsent(number, other -> new Laboratory(scc, jobs, progress, effort.other(other)))).toList();
        return all.parallelStream().map(one -> one.result(row.id())).toList();
    }

    /** {@return a text with the least and the greatest value of all behind its first numbers} */
    static String ranged(Result median, List<Result> all) {
        DoubleSummaryStatistics values = all.stream().mapToDouble(Result::value).filter(Double::isFinite)
            .summaryStatistics();
        return values.getCount() == 0 ? median.text() : median.text().replaceFirst("^[^:;]*", String.format(Locale.ROOT,
            "$0 (%.3g to %.3g)", values.getMin(), values.getMax()));
    }

    int hostRuns() {
        return effort.quick ? 1 : Effort.RUNS;
    }

    /** {@return which run on this host counts; 0 for all} */
    int run() {
        return effort.run;
    }

    /** {@return the share of repetitions that this laboratory makes, at least one} */
    int share(int times) {
        return effort.iterations == 0 ? times : Math.max(1, times * effort.iterations / REPETITIONS);
    }

    boolean whole() {
        return !effort.quick;
    }

    long seed() {
        return effort.seed;
    }

    /** {@return what an experiment on cache lines gives} */
    Figure run(String name) {
        RepeatedExperiment experiment = LineExperiments.ALL.stream().filter(one -> one.name().equals(name)).findFirst()
            .orElseThrow();
        int times = effort.iterations == 0 ? experiment.iterations()
            : Math.min(effort.iterations, experiment.iterations());
        return experiment.outcome().apply(new Setup(phi, times, effort.seed, null, messages()));
    }

    /** {@return what MPI's messages cost in software, both sides of which a trial changes at once} */
    private static MessageProfile messages() {
        MessageProfile mpi = MessageProfile.load("mpi-like");
        double factor = Change.of("messageSoftware", 1);
        return new MessageProfile(mpi.name(), mpi.title(), factor * mpi.send(), factor * mpi.receive());
    }

    boolean makes(String id) {
        return makers.containsKey(id);
    }

    /** {@return a figure, made at its first use} */
    public Figure figure(String id) {
        Figure figure = made.get(id);
        if (figure == null) {
            figure = makers.get(id).get();
            made.put(id, figure);
        }
        return figure;
    }
}
