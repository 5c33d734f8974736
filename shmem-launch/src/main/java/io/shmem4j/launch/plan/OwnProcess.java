// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import io.shmem4j.launch.option.ControlOptions;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds PEs that get a process of their own in any shape. One kind are PEs whose JVM has an agent, by a flag or by a
 * variable that every JVM reads, because an agent sees a whole process. The other kind are PEs to which a debugger will
 * attach.
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
