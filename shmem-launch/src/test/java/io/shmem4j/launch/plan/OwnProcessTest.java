// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Agents in variables that every JVM reads. */
class OwnProcessTest {
    @Test
    void variablesWithAnAgentGo() {
        Map<String, String> environment = new HashMap<>(Map.of("JAVA_TOOL_OPTIONS", " -Da=b '-javaagent:jacoco.jar=x'",
            "JDK_JAVA_OPTIONS", "-Xmx1g -Dx=-javaagent", "HOME", "-javaagent:a.jar"));
        OwnProcess.removeAgents(environment);
        assertEquals(Map.of("JDK_JAVA_OPTIONS", "-Xmx1g -Dx=-javaagent", "HOME", "-javaagent:a.jar"), environment);
    }
}
