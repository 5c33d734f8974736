// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

/** Layers of a small program: {@code top} uses {@code middle}, which uses {@code low}, which uses {@code middle}. */
class LayersTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void compile() throws Exception {
        String[] sources = {
            source("p.low", "p.middle.Middle used;"),
            source("p.middle", "public p.low.Low used;"),
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
        assertTrue(message.contains("[low uses middle: Field <p.low.Low.used> has type <p.middle.Middle>"), message);
        assertFalse(message.contains("middle uses") || message.contains("top uses"), message);
    }

    @Test
    void anArrowAsideIsNamed() {
        String message = refused("low middle\ntop\n");
        assertTrue(message.contains("low uses middle: ") && message.contains("middle uses low: "), message);
    }

    @Test
    void aPackageWithoutALineIsNamed() {
        assertTrue(refused("low\nmiddle\n").contains("package top is in no line"));
    }

    @Test
    void anArrowOfTheTableThatNoClassHasIsNamed() {
        String message = refused("nothing:\nlow:\nmiddle: low\ntop: middle nothing\n");
        assertTrue(message.contains("low uses middle"), message);
        Layers layers = new Layers("io.shmem4j", "nothing:\ntesting: nothing\nconformance: \n");
        message = assertThrows(AssertionFailedError.class,
            () -> layers.assertHoldFor(Path.of("target", "classes", "io", "shmem4j", "conformance"))).getMessage();
        assertTrue(message.contains("[testing uses nothing]"), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: b\nb: a\n", "a: a\n", "a\na\n"})
    void aCycleIsNoTable(String table) {
        assertThrows(IllegalArgumentException.class, () -> new Layers("p", table));
    }
}
