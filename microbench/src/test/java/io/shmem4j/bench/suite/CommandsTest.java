// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.ToolException;
import io.shmem4j.testing.Oshrun;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tools end the programs that they run. */
class CommandsTest {
    /** Runs a program that takes long. */
    static final class Tool {
        private Tool() {
        }

        public static void main(String[] args) throws IOException {
            try (Commands commands = new Commands()) {
                System.out.println(commands.folder());
                commands.run(List.of("sleep", "500"), Map.of());
            }
        }
    }

    @Test
    void anInterruptedToolLeavesNothing() throws Exception {
        Process tool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
            Oshrun.classPath(Tool.class, Commands.class, ToolException.class), Tool.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader out = tool.inputReader()) {
            Path folder = Path.of(out.readLine());
            while (tool.children().findAny().isEmpty()) {
                assertTrue(tool.isAlive());
                Thread.sleep(10);
            }
            ProcessHandle program = tool.children().findAny().orElseThrow();
            tool.destroy();
            assertTrue(tool.waitFor(1, TimeUnit.MINUTES));
            assertFalse(Files.exists(folder), folder::toString);
            assertFalse(program.isAlive(), program::toString);
        } finally {
            tool.destroyForcibly();
        }
    }
}
