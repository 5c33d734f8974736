// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.JobsAhead;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.experiment.Setup.Experiment;
import io.shmem4j.studies.line.LineChecks;
import io.shmem4j.studies.line.LineExperiments;
import io.shmem4j.studies.pointer.StudyChecks;
import io.shmem4j.studies.scc.SccChecks;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Where figures are made: the machines, the jobs that several of them need, and the figures that were made before. */
public final class Laboratory {
    final CoherentMachine phi;
    final MeshMachine scc;
    final JobsAhead jobs;
    final PrintStream progress;
    private final int iterations;
    private final Map<String, Supplier<Figure>> makers = new HashMap<>();
    private final Map<String, Figure> made = new HashMap<>();
    private final Checks checks = new Checks();

    /** With the published machines; 0 iterations are as many as were published. */
    public Laboratory(JobsAhead jobs, PrintStream progress, int iterations) {
        this.phi = CoherentMachine.load("knc-5110p");
        this.scc = MeshMachine.load("scc");
        this.jobs = jobs;
        this.progress = progress;
        this.iterations = iterations;
        new LineChecks(phi, false).addTo(checks);
        StudyChecks.addTo(checks, jobs);
        SccChecks.addTo(checks, scc, false, jobs, progress);
        List.of(new RamosFigures(this), new HostFigures(this), new HostStudyFigures(this), new StudyFigures(this),
            new PetrovicFigures(this), new KohlerFigures(this), new BeyondFigures(this)).forEach(Figures::add);
    }

    void add(String id, Supplier<Figure> maker) {
        makers.put(id, maker);
    }

    boolean whole() {
        return iterations == 0;
    }

    /** {@return what an experiment on cache lines gives} */
    Figure run(String name) {
        Experiment experiment = LineExperiments.ALL.stream().filter(one -> one.name().equals(name)).findFirst()
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

    public Checks checks() {
        return checks;
    }
}
