// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import io.shmem4j.launch.option.ControlOptions;
import io.shmem4j.placement.CpuSet;
import io.shmem4j.placement.Placement;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which PEs get a process of their own whatever shape is asked for: those whose JVM has an agent, for agents see a
 * whole process, those that a debugger shall attach to, and all when they are bound to different cpus.
 */
public final class OwnProcess {
    private static final List<String> AGENTS = List.of("-agentlib:", "-agentpath:", "-javaagent:", "-Xrun");

    private final ControlOptions control;
    private final List<App> apps;
    private final boolean apart;

    OwnProcess(ControlOptions control, List<App> apps, Placement placement) {
        this.control = control;
        this.apart = placement != null && placement.binds() && apart(placement, apps);
        this.apps = apps;
    }

    /**
     * {@return whether a PE needs one}
     *
     * @param pe its number
     */
    public boolean needs(int pe) {
        return apart || control.debugPort != null || control.debugPe != null && control.debugPe == pe
            || apps.stream().anyMatch(app -> app.firstPe() <= pe && pe < app.firstPe() + app.count() && hasAgent(app));
    }

    private static boolean apart(Placement placement, List<App> apps) {
        CpuSet first = placement.of(0);
        return IntStream.range(0, apps.getLast().firstPe() + apps.getLast().count()).mapToObj(placement::of)
            .anyMatch(cpus -> !cpus.without(first).isEmpty() || !first.without(cpus).isEmpty());
    }

    private static boolean hasAgent(App app) {
        return app.jvmFlags().stream().anyMatch(flag -> AGENTS.stream().anyMatch(flag::startsWith));
    }
}
