// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static io.shmem4j.launch.option.LauncherOption.DEBUG_PE;
import static io.shmem4j.launch.option.LauncherOption.DEBUG_PORT;

import io.shmem4j.launch.option.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds PEs that get a process of their own in any shape. These are PEs of a module, PEs with a debugger, and PEs with
 * an agent in their JVM, because it sees a whole process. A flag or a variable that every JVM reads can set an agent.
 */
public record OwnProcess(Options options, List<App> apps) {
    private static final String JAVA_AGENT = "-javaagent:";
    private static final List<String> AGENTS = List.of("-agentlib:", "-agentpath:", JAVA_AGENT, "-Xrun");
    private static final List<String> FLAG_VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS",
        "_JAVA_OPTIONS");
    private static final String WORDS = "[\\s'\"]+";

    /** {@return why a PE needs one, null where it does not} */
    String why(int pe) {
        if (options.has(DEBUG_PORT) || options.has(DEBUG_PE) && options.whole(DEBUG_PE) == pe) {
            return "a debugger can attach to one process only";
        }
        for (App app : apps) {
            if (app.firstPe() <= pe && pe < app.firstPe() + app.count()) {
                return app.program().isModule() ? "the program is a module" : agent(app);
            }
        }
        return null;
    }

    public static boolean hasAgent(App app) {
        return agent(app) != null;
    }

    /** Removes the variables from which a process would have an agent that watches the user's own. */
    public static void removeAgents(Map<String, String> environment) {
        FLAG_VARIABLES.forEach(name -> environment.computeIfPresent(name,
            (same, flags) -> agent(List.of(flags.strip().split(WORDS))).isPresent() ? null : flags));
    }

    private static Optional<String> agent(List<String> flags) {
        return flags.stream().filter(flag -> AGENTS.stream().anyMatch(flag::startsWith)).findFirst();
    }

    private static String agent(App app) {
        return agent(flags(app))
            .map(flag -> "the flag " + flag + " starts an agent, which sees the whole process").orElse(null);
    }

    /** {@return what is to be said of an agent in a JVM that has several PEs all the same, null where there is none} */
    public static String remark(JobPlan plan) {
        return plan.shape().jvms().size() == plan.pesHere() ? null : plan.apps().stream()
            .flatMap(app -> flags(app).stream()).filter(flag -> flag.startsWith(JAVA_AGENT)).findFirst()
            .map(flag -> flag + " sees classes as PEs of one JVM need them, so that a report of coverage does not know"
                + " them; without --backend each PE has a JVM, and its classes are as they were compiled").orElse(null);
    }

    static List<String> flags(App app) {
        List<String> flags = new ArrayList<>(app.jvmFlags());
        flags.addAll(inVariables(app.variables()));
        return flags;
    }

    /** {@return the flags in variables that every JVM reads, of this process and of the given ones} */
    public static List<String> inVariables(Map<String, String> own) {
        List<String> flags = new ArrayList<>();
        for (String name : FLAG_VARIABLES) {
            String value = own.getOrDefault(name, System.getenv(name));
            if (value != null) {
                flags.addAll(List.of(value.strip().split(WORDS)));
            }
        }
        return flags;
    }
}
