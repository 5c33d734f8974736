// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The flags in variables that every JVM reads. */
public final class ToolOptions {
    private static final List<String> NAMES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private ToolOptions() {
    }

    /**
     * {@return the flags}
     *
     * @param own variables that PEs have besides those of this process
     */
    public static List<String> with(Map<String, String> own) {
        List<String> flags = new ArrayList<>();
        for (String name : NAMES) {
            String value = own.getOrDefault(name, System.getenv(name));
            if (value != null) {
                flags.addAll(List.of(value.strip().split("[\\s'\"]+")));
            }
        }
        return flags;
    }
}
