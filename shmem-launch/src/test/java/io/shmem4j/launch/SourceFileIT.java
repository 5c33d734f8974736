// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Programs that are source files, and hints for those that are not found. */
@Execution(ExecutionMode.CONCURRENT)
class SourceFileIT {
    @TempDir
    Path folder;

    private Oshrun.Result oshrun(String... words) {
        return Oshrun.run(Oshrun.home().resolve("oshrun"), folder, Map.of(), List.of(words));
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Classes and source files that use preview features of the JDK, which the launcher's own JVM does not know. */
    @Thorough
    @Test
    void previewFeaturesRunWhereAskedFor() throws IOException {
        String text = """
            import java.util.concurrent.StructuredTaskScope;
            public class Early {
                public static void main(String[] args) throws Exception {
                    try (var scope = StructuredTaskScope.open()) {
                        var answer = scope.fork(() -> 42);
                        scope.join();
                        System.out.println("early " + answer.get());
                    }
                }
            }
            """;
        Path source = file("Early.java", text);
        String classes = folder.resolve("classes").toString();
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, java.io.OutputStream.nullOutputStream(),
            "--enable-preview", "--source", Integer.toString(Runtime.version().feature()), "-d", classes,
            source.toString()));
        List<String> twice = List.of("early 42", "early 42");
        String flag = "-J--enable-preview";
        assertEquals(twice, oshrun("-np", "2", flag, "--pes-per-jvm", "2", "Early.java").expect(0).outLines());
        assertEquals(twice, oshrun("-np", "2", flag, "-cp", classes, "Early").expect(0).outLines());
        assertEquals(twice, oshrun("-np", "2", "java", "--enable-preview", "-cp", classes, "Early").expect(0)
            .outLines());
        int jdk = Runtime.version().feature();
        assertEquals("oshrun: Early uses preview features of JDK " + jdk + ", for which its PEs need " + flag + "\n",
            oshrun("-np", "2", "-cp", classes, "Early").expect(126).err());
        Path file = Path.of(classes, "Early.class");
        byte[] changed = Files.readAllBytes(file);
        changed[7]--;
        Files.write(file, changed);
        assertEquals("oshrun: Early was compiled with the preview features of another JDK than " + jdk + "\n",
            oshrun("-np", "2", flag, "-cp", classes, "Early").expect(126).err());
        changed[7] += 2;
        Files.write(file, changed);
        assertEquals("oshrun: Early was compiled for a newer JDK than " + jdk + "\n",
            oshrun("-np", "2", flag, "-cp", classes, "Early").expect(126).err());
    }

    /** A change of one jar compiles the source again. */
    @Thorough
    @Test
    void aSourceFileFindsAllJarsOfAFolder() throws IOException {
        String of = Files.createDirectories(folder.resolve("of")).toString();
        for (String word : List.of("one", "two")) {
            Path tool = file("Tool.java", "public class Tool { public static String word = \"%s\"; }".formatted(word));
            assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "-d", of,
                tool.toString()));
            Files.delete(tool);
            Files.createDirectories(folder.resolve("jars"));
            assertEquals(0, java.util.spi.ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err,
                "-cf", folder + "/jars/tool.jar", "-C", of, "Tool.class"));
            file("User.java", "void main() { IO.println(Tool.word); }");
            assertEquals(List.of(word), oshrun("-np", "1", "-cp", "jars/*", "User.java").expect(0).outLines());
        }
    }

    /** A job of classes that were compiled before is that of the source: whatever changes, what runs is new. */
    @Thorough
    @Test
    void whatWasCompiledBeforeRunsUntilASourceChanges() throws IOException {
        String words = "void main() { IO.println(\"%s \" + Part.text()); }";
        String part = "class Part { static String text() { return \"%s\"; } }";
        file("Whole.java", words.formatted("one"));
        file("Part.java", part.formatted("first"));
        for (int i = 0; i < 2; i++) {
            assertEquals(List.of("one first"), oshrun("-np", "1", "Whole.java").expect(0).outLines());
        }
        FileTime before = Files.getLastModifiedTime(folder.resolve("Part.java"));
        Files.setLastModifiedTime(file("Part.java", part.formatted("other")), before);
        assertEquals(List.of("one other"), oshrun("-np", "1", "Whole.java").expect(0).outLines());
        file("Whole.java", words.formatted("two"));
        assertEquals(List.of("two other"), oshrun("-np", "1", "Whole.java").expect(0).outLines());
        Path classes = Files.createDirectories(folder.resolve("classes"));
        for (String text : List.of("here", "away")) {
            assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "-d",
                classes.toString(), file("Base.java", "class Base { static final String TEXT = \"" + text + "\"; }")
                .toString()));
            Files.delete(folder.resolve("Base.java"));
            Files.setLastModifiedTime(classes.resolve("Base.class"), before);
            file("Part.java", "class Part { static String text() { return Base.TEXT; } }");
            for (int i = 0; i < 2; i++) {
                assertEquals(List.of("two " + text), oshrun("-np", "1", "-cp", "classes", "Whole.java").expect(0)
                    .outLines());
            }
        }
        Files.delete(folder.resolve("Part.java"));
        assertTrue(oshrun("-np", "1", "Whole.java").expect(126).err().contains("does not compile"));
    }

    @Test
    void sourceFilesRunWithTheirNeighbours() throws IOException {
        file("app/Tell.java", """
            package app;
            import io.shmem4j.Shmem;
            public class Tell {
                record Word(String text) { }
                public static void main(String[] args) {
                    try (Shmem shmem = Shmem.init()) {
                        System.out.println(new Word(Other.WORD + args[0]).text() + shmem.nPes());
                        shmem.barrierAll();
                    }
                }
            }
            """);
        file("app/Other.java", "package app; class Other { static final String WORD = \"of \"; }");
        // Source files run in JVMs that PEs share, and in jobs of several programs.
        assertEquals(List.of("of y3", "of y3", "of y3"), oshrun("-np", "3", "--pes-per-jvm", "3", "app/Tell.java", "y")
            .expect(0).outLines());
        file("Short.java", """
            void main() {
                IO.println("short");
                try (var shmem = io.shmem4j.Shmem.init()) {
                    shmem.barrierAll();
                }
            }
            """);
        assertEquals(List.of("of z2", "short"), oshrun("-n", "1", "app/Tell.java", "z", ":", "-n", "1", "Short.java")
            .expect(0).outLines().stream().sorted().toList());
    }

    @Thorough
    @Test
    void mistakesInSourceFilesAreSaidOnce() throws IOException {
        file("Wrong.java", "class Wrong { void main() { int x = \"\"; } }");
        Oshrun.Result wrong = oshrun("-np", "2", "Wrong.java").expect(126);
        assertTrue(wrong.err().contains("Wrong.java does not compile:\nWrong.java:1: error: incompatible types"),
            wrong::err);
        file("Unfinished.java", "class Unfinished { void main() { int x = 1 } }");
        Oshrun.Result unfinished = oshrun("-np", "2", "Unfinished.java").expect(126);
        assertEquals(1, unfinished.err().lines().filter(line -> line.contains("error: ';' expected")).count(),
            unfinished::err);
        file("Without.java", "class Without { }");
        Oshrun.Result without = oshrun("-np", "2", "Without.java").expect(126);
        assertTrue(without.err().contains("the first class of Without.java, Without, has no main method"),
            without::err);
    }

    @Thorough
    @Test
    void namesThatAreNearlyRightGetAHint() throws IOException {
        file("src/Solver.java", "package org.deep; public class Solver { public static void main(String[] a) { } }");
        Path classes = folder.resolve("classes");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "-d",
            classes.toString(), folder.resolve("src/Solver.java").toString()));
        for (String name : List.of("Solver", "solver", "org.deep.Solvr")) {
            Oshrun.Result result = oshrun("-np", "2", "-cp", "classes", name).expect(127);
            assertTrue(result.err().contains("; did you mean org.deep.Solver?"), result::err);
        }
        Oshrun.Result missing = oshrun("-np", "2", "-cp", "classes:clases", "Solver").expect(127);
        assertTrue(missing.err().contains("/clases does not exist"), missing::err);
        file("half.jar", "PK");
        Oshrun.Result broken = oshrun("-np", "2", "-cp", "classes:half.jar", "Solver").expect(127);
        assertTrue(broken.err().contains("/half.jar can't be read as a jar"), broken::err);
        file("pom.xml", "<project/>");
        Files.delete(classes.resolve("org/deep/Solver.class"));
        Oshrun.Result root = oshrun("-np", "2", "org.deep.Solver").expect(127);
        assertTrue(root.err().contains("a Maven project: say oshrun --project . org.deep.Solver"), root::err);
    }
}
