// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static io.shmem4j.launch.option.LauncherOption.BACKEND;
import static io.shmem4j.launch.option.LauncherOption.RACE;
import static io.shmem4j.launch.option.LauncherOption.SHARE_CLASSES;

import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.config.Setting;
import io.shmem4j.launch.Affinity;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.CpuSet;
import io.shmem4j.launch.Extra;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.Placement;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.ManyNodes.NodeAgent;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.PeCpus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Everything that is decided about a job before it starts. Creating a plan changes nothing on the machine.
 *
 * @param trace     the trace to write, or null
 * @param flight    the flight recordings to make, or null
 * @param placement the cpus of this node's PEs, or null if they are not bound
 * @param agent     the connection to the job's other nodes, or null on a single node
 */
public record JobPlan(Options options, int nPes, HeapPlan heap, JobTrace trace, JobFlight flight, BackendPolicy backend,
    Placement placement, List<App> apps, Shape shape, Installation installation, CostChoice costs,
    NodeAgent agent) {
    /** Checking levels: races, and in addition waits for plain stores. */
    private static final int RACES = 3;
    private static final int STRICT = 4;

    /** {@return the number of PEs to start: 1 if a single process simulates all of them} */
    public int processes() {
        return backend.processes(nPes);
    }

    public boolean races() {
        return checking() >= RACES;
    }

    public int checking() {
        String text = apps.getFirst().variables().getOrDefault(Setting.CHECK.variable(), Setting.CHECK.value()).strip();
        // Invalid values count as 0 here; the check of settings reports them.
        int level = text.length() == 1 ? Math.max(0, Character.digit(text.charAt(0), 10)) : 0;
        return !options.has(RACE) ? level : "strict".equals(options.text(RACE)) ? STRICT : Math.max(RACES, level);
    }

    /** {@return whether a JVM writes the output of several PEs, because it is shared or simulates them} */
    public boolean framed(Shape.Jvm jvm) {
        return jvm.shared() || processes() < nPes;
    }

    public String ownJvmOptions() {
        String other = "--backend " + BackendPolicy.SHARED_MEMORY + " ";
        return (options.text(BACKEND).equals(BackendPolicy.SHARED_MEMORY) ? "" : other)
            + "--pes-per-jvm 1";
    }

    /** {@return whether the PEs of a JVM use the same classes: by the user's wish, or because none has state} */
    public boolean sharesClasses(App app) {
        return app.program().bundled() || shape.stateless().contains(app) || sharesStatics(app);
    }

    /** {@return whether the user asked for shared static fields} */
    public boolean sharesStatics(App app) {
        return !app.program().bundled() && (options.has(SHARE_CLASSES) || Setting.SHARE_CLASSES.isSet()
            || app.variables().containsKey(Setting.SHARE_CLASSES.variable()));
    }

    /** {@return lines about the shape, its reason, sharing of classes, and MPI} */
    public List<String> shapeLines() {
        List<String> lines = new ArrayList<>(List.of("shape: " + shape.describe() + ", because " + shape.why()));
        for (App app : shape.shares() ? apps : List.<App>of()) {
            lines.add("classes: " + (sharesClasses(app) ? "one copy for all PEs of a JVM" : "a copy for each PE"));
        }
        if (apps.stream().anyMatch(app -> Extra.MPI.begins(app.program().classPath()))) {
            lines.add("mpi.MPI: that of shmem4j, before the program's class path");
        }
        return lines;
    }

    public int pesHere() {
        return part().count();
    }

    public NodePart part() {
        return agent == null ? NodePart.whole("", nPes) : agent.part();
    }

    /** {@return the cpus of a PE, or null if it is not bound} */
    public CpuSet cpus(int pe) {
        return placement == null ? null : placement.of(pe - part().first());
    }

    /** {@return the cpus of all PEs of a JVM, or null if they are not bound} */
    public CpuSet cpus(Shape.Jvm jvm) {
        CpuSet all = cpus(jvm.first());
        for (int pe = jvm.first() + 1; all != null && pe <= jvm.last(); pe++) {
            all = all.or(cpus(pe));
        }
        return all;
    }

    /** {@return a JVM's binding, or null} */
    public Affinity.Binding binding(Shape.Jvm jvm) {
        CpuSet all = cpus(jvm);
        return all == null ? null : new Affinity.Binding(all, placement.asked());
    }

    /** {@return the cpus of each PE within a JVM, or null if they are equal} */
    public PeCpus peCpus(Shape.Jvm jvm) {
        CpuSet all = cpus(jvm);
        List<CpuSet> sets = IntStream.rangeClosed(jvm.first(), jvm.last()).mapToObj(this::cpus).toList();
        return all == null || sets.stream().allMatch(all::equals) ? null
            : new PeCpus(sets.stream().map(CpuSet::mask).toList());
    }

    public int cores() {
        return placement == null || !placement.binds() ? Machine.cores() : placement.cores();
    }

    /** {@return whether each PE has a core, given the cores available to the job} */
    public Load load() {
        return Load.of(nPes, agent == null ? sharedCores() : part().cores());
    }

    /** {@return the number of cores that PEs share, which the user's setting overrides} */
    public int sharedCores() {
        String given = apps.getFirst().variables().getOrDefault(Setting.CORES.variable(), Setting.CORES.value());
        return given.isEmpty() ? cores() : Integer.parseInt(given.strip());
    }

    /** {@return the number of processors that a PE's JVM should assume: its share of the machine or of its cpus} */
    public int processors(int pe) {
        return cpus(pe) == null ? Math.max(1, Machine.cores() / shape.jvms().size()) : jvm(pe).shared()
            ? Math.max(1, cpus(jvm(pe)).size() / shape.jvms().size()) : placement.share(pe - part().first());
    }

    public Shape.Jvm jvm(int pe) {
        for (Shape.Jvm jvm : shape.jvms()) {
            if (pe <= jvm.last()) {
                return jvm;
            }
        }
        throw new IndexOutOfBoundsException("PE " + pe + " of " + nPes);
    }

    public App app(int pe) {
        for (App app : apps) {
            if (pe < app.firstPe() + app.count()) {
                return app;
            }
        }
        throw new IndexOutOfBoundsException("PE " + pe + " of " + nPes);
    }
}
