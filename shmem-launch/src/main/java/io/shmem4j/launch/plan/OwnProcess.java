// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import io.shmem4j.launch.option.ControlOptions;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which PEs get a process of their own whatever shape is asked for: those whose JVM has an agent, by a flag or by a
 * variable that every JVM reads, for agents see a whole process, and those that a debugger shall attach to.
 */
public final class OwnProcess {
    private static final List<String> AGENTS = List.of("-agentlib:", "-agentpath:", "-javaagent:", "-Xrun");

    private final ControlOptions control;
    private final List<App> apps;

    OwnProcess(ControlOptions control, List<App> apps) {
        this.control = control;
        this.apps = apps;
    }

    /**
     * {@return whether a PE needs one}
     *
     * @param pe its number
     */
    public boolean needs(int pe) {
        return control.debugPort != null || control.debugPe != null && control.debugPe == pe
            || apps.stream().anyMatch(app -> app.firstPe() <= pe && pe < app.firstPe() + app.count() && hasAgent(app));
    }

    private static boolean hasAgent(App app) {
        return Stream.concat(app.jvmFlags().stream(), ToolOptions.with(app.variables()).stream())
            .anyMatch(flag -> AGENTS.stream().anyMatch(flag::startsWith));
    }
}
