// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.layers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

/** Layers of a small program: {@code top} uses {@code middle}, which uses {@code low}, which uses {@code middle}. */
class LayersTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void compile() throws Exception {
        String[] sources = {
            source("p.low", "p.middle.Middle used;"),
            source("p.middle", "p.low.Low used;"),
            source("p.top", "p.middle.Middle used;"),
        };
        String[] args = {"-proc:none", "-d", folder.resolve("classes").toString(), sources[0], sources[1], sources[2]};
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, args));
    }

    private static String source(String name, String body) throws Exception {
        String last = name.substring(2);
        Path file = folder.resolve(Character.toUpperCase(last.charAt(0)) + last.substring(1) + ".java");
        Files.writeString(file, "package " + name + "; public class " + file.getFileName().toString()
            .replace(".java", "") + " { " + body + " }");
        return file.toString();
    }

    private static String refused(String table) {
        return assertThrows(AssertionFailedError.class,
            () -> new Layers("p", table).assertHoldFor(folder.resolve("classes"))).getMessage();
    }

    @Test
    void anArrowUpIsNamed() {
        String message = refused("low\nmiddle\ntop\n");
        assertTrue(message.contains("[low uses middle]"), message);
    }

    @Test
    void anArrowAsideIsNamed() {
        String message = refused("middle\nlow top\nelse\n");
        assertTrue(message.contains("[middle uses low]"), message);
        message = refused("low\nmiddle top\n");
        assertTrue(message.contains("[low uses middle, top uses middle]"), message);
    }

    @Test
    void aCycleOfPackagesInNoLineIsFound() {
        String message = refused("top\n");
        assertTrue(message.contains("in a cycle") && message.contains("low") && message.contains("middle"), message);
    }
}
