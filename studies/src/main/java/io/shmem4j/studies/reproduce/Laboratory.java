// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.Machine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import io.shmem4j.studies.line.LineExperiments;
import io.shmem4j.studies.line.Setup;
import io.shmem4j.studies.line.Setup.RepeatedExperiment;
import io.shmem4j.studies.pointer.JobsAhead;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Where figures are made and claims tried: the machines, the jobs that several need, and the figures made before. */
public final class Laboratory {
    /** Null where the laboratory is for the other machine. */
    final CoherentMachine phi;
    final MeshMachine scc;
    /** Whether claims are tried with fewer settings. */
    final boolean brief;
    final JobsAhead jobs;
    final PrintStream progress;
    private final int iterations;
    private final Map<String, Supplier<Figure>> makers = new HashMap<>();
    private final Map<String, Figure> made = new HashMap<>();
    private final Map<String, Claim> claims = new HashMap<>();

    private record Claim(boolean alone, Supplier<Result> check) {
    }

    private Laboratory(CoherentMachine phi, MeshMachine scc, boolean brief, JobsAhead jobs, PrintStream progress,
            int iterations) {
        this.phi = phi;
        this.scc = scc;
        this.brief = brief;
        this.jobs = jobs;
        this.progress = progress;
        this.iterations = iterations;
    }

    /** {@return one for all figures and claims, on the published machines; 0 iterations are as many as published} */
    public static Laboratory whole(JobsAhead jobs, PrintStream progress, int iterations) {
        Laboratory all = new Laboratory(CoherentMachine.load("knc-5110p"), MeshMachine.load("scc"), false, jobs,
            progress, iterations);
        List.of(new RamosFigures(all), new HostFigures(all), new HostStudyFigures(all), new StudyFigures(all),
            new NasFigures(all), new TrafficFigures(all), new BroadcastFigures(all), new KohlerFigures(all),
            new BeyondFigures(all)).forEach(Figures::add);
        return all;
    }

    /** {@return one for the claims about a machine that are tried by themselves, in brief with fewer settings} */
    public static Laboratory of(Machine machine, boolean brief, JobsAhead jobs, PrintStream progress) {
        Laboratory one = new Laboratory(machine instanceof CoherentMachine phi ? phi : null,
            machine instanceof MeshMachine scc ? scc : null, brief, jobs, progress, 0);
        List<Figures> figures = one.phi == null ? List.of(new KohlerFigures(one), new TrafficFigures(one),
            new BroadcastFigures(one)) : brief ? List.of(new RamosFigures(one)) : List.of(new RamosFigures(one),
            new StudyFigures(one), new NasFigures(one));
        figures.forEach(Figures::add);
        return one;
    }

    void add(String figure, Supplier<Figure> maker) {
        makers.put(figure, maker);
    }

    void add(String claim, boolean alone, Supplier<Result> check) {
        if (claims.put(claim, new Claim(alone, check)) != null) {
            throw new IllegalStateException("two claims are called " + claim);
        }
    }

    boolean tries(String claim) {
        return claims.containsKey(claim);
    }

    boolean triesAlone(String claim) {
        return tries(claim) && claims.get(claim).alone;
    }

    Result result(String claim) {
        return claims.get(claim).check.get();
    }

    boolean whole() {
        return iterations == 0;
    }

    /** {@return what an experiment on cache lines gives} */
    Figure run(String name) {
        RepeatedExperiment experiment = LineExperiments.ALL.stream().filter(one -> one.name().equals(name)).findFirst()
            .orElseThrow();
        int times = iterations == 0 ? experiment.iterations() : Math.min(iterations, experiment.iterations());
        return experiment.outcome().apply(new Setup((CoherentMachine) MachineFile.load(experiment.machine()), times, 1,
            null, MessageProfile.load("mpi-like")));
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
