// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.JobsAhead;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.knc.KncChecks;
import io.shmem4j.studies.scc.SccChecks;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Where figures are made: the machines, the jobs that several of them need, and the figures that were made before. */
public final class Laboratory {
    private static final Map<String, Function<Laboratory, Figure>> MAKERS = new LinkedHashMap<>();

    static {
        MAKERS.putAll(RamosFigures.MAKERS);
        MAKERS.putAll(HostFigures.MAKERS);
        MAKERS.putAll(HostStudyFigures.MAKERS);
        MAKERS.putAll(StudyFigures.MAKERS);
        MAKERS.putAll(PetrovicFigures.MAKERS);
        MAKERS.putAll(KohlerFigures.MAKERS);
        MAKERS.putAll(BeyondFigures.MAKERS);
    }

    private final CoherentMachine phi;
    private final MeshMachine scc;
    private final JobsAhead jobs;
    private final PrintStream progress;
    private final int iterations;
    private final Map<String, Figure> made = new HashMap<>();
    private Checks checks;

    /**
     * A laboratory with the published machines.
     *
     * @param iterations repetitions of each setting; 0 for as many as were published
     */
    public Laboratory(JobsAhead jobs, PrintStream progress, int iterations) {
        this.phi = CoherentMachine.load("knc-5110p");
        this.scc = MeshMachine.load("scc");
        this.jobs = jobs;
        this.progress = progress;
        this.iterations = iterations;
    }

    CoherentMachine phi() {
        return phi;
    }

    MeshMachine scc() {
        return scc;
    }

    JobsAhead jobs() {
        return jobs;
    }

    PrintStream progress() {
        return progress;
    }

    /** {@return whether figures are as long as published} */
    boolean whole() {
        return iterations == 0;
    }

    /** {@return what an experiment of a coherent chip gives} */
    Figure run(List<Experiment> all, String name) {
        Experiment experiment = all.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
        int times = iterations == 0 ? experiment.iterations() : Math.min(iterations, experiment.iterations());
        return experiment.outcome().apply(new Setup((CoherentMachine) MachineFile.load(experiment.machine()), times, 1,
            null, MessageProfile.load("mpi-like")));
    }

    /** {@return whether there is a way to make a figure} */
    boolean makes(String id) {
        return MAKERS.containsKey(id);
    }

    /** {@return a figure, made at its first use} */
    public Figure figure(String id) {
        Figure figure = made.get(id);
        if (figure == null) {
            figure = MAKERS.get(id).apply(this);
            made.put(id, figure);
        }
        return figure;
    }

    /** {@return the checks of all results} */
    public Checks checks() {
        if (checks == null) {
            checks = new Checks();
            KncChecks.addTo(checks, phi, false, jobs);
            SccChecks.addTo(checks, scc, false, jobs, progress);
            RamosFigures.addTo(checks, this);
            HostFigures.addTo(checks, this);
            HostStudyFigures.addTo(checks, this);
            StudyFigures.addTo(checks, this);
            PetrovicFigures.addTo(checks, this);
            KohlerFigures.addTo(checks, this);
            BeyondFigures.addTo(checks, this);
        }
        return checks;
    }
}
