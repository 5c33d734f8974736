// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Java agents in a program's JVM flags, whether from the command line or from variables that every JVM reads. */
public final class Agents {
    private static final String JAVA = "-javaagent:";
    private static final List<String> ALL = List.of(JAVA, "-agentlib:", "-agentpath:", "-Xrun");
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");
    private static final String SPACE = "[\\s'\"]+";

    private Agents() {
    }

    /** {@return the flag of the program's first agent, or null} */
    public static String of(App app) {
        return first(flags(app));
    }

    private static String first(List<String> flags) {
        for (String flag : flags) {
            for (String agent : ALL) {
                if (flag.startsWith(agent)) {
                    return flag;
                }
            }
        }
        return null;
    }

    /** {@return all JVM flags of a program, those from variables last} */
    static List<String> flags(App app) {
        List<String> flags = new ArrayList<>(app.jvmFlags());
        flags.addAll(flags(app.variables()));
        return flags;
    }

    /** {@return the flags from the given variables; this process's environment supplies the missing ones} */
    public static List<String> flags(Map<String, String> variables) {
        List<String> flags = new ArrayList<>();
        for (String name : VARIABLES) {
            String value = variables.getOrDefault(name, System.getenv(name));
            if (value != null) {
                flags.addAll(List.of(value.strip().split(SPACE)));
            }
        }
        return flags;
    }

    /** Removes the variables that start agents, for JVMs that the launcher needs for itself. */
    public static void remove(Map<String, String> environment) {
        environment.entrySet().removeIf(each -> VARIABLES.contains(each.getKey())
            && first(List.of(each.getValue().strip().split(SPACE))) != null);
    }

    /** {@return a warning about an agent in a shared JVM, or null} */
    public static String warning(JobPlan plan) {
        if (plan.shape().jvms().size() == plan.pesHere()) {
            return null;
        }
        return plan.apps().stream().map(Agents::of).filter(flag -> flag != null && flag.startsWith(JAVA)).findFirst()
            .map(flag -> flag + " sees rewritten classes, so a report of coverage does not know them; leave out"
                + " --backend for a JVM a PE").orElse(null);
    }
}
