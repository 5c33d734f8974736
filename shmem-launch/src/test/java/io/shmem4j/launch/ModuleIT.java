// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun.Result;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One program, compiled with and without a module descriptor, against the library's jar as a named module. */
@Execution(ExecutionMode.CONCURRENT)
class ModuleIT {
    private static final String DESCRIPTOR = "module greeting { requires io.shmem4j; }";
    private static final String PROGRAM = """
        package greeting;

        import io.shmem4j.Shmem;
        import io.shmem4j.SymmetricLongs;

        class Main {
            public static void main(String[] args) {
                try (Shmem shmem = Shmem.init()) {
                    SymmetricLongs sum = shmem.allocateLongs(1);
                    shmem.fetchAdd(sum, 0, shmem.myPe() + 1, 0);
                    shmem.barrierAll();
                    if (shmem.myPe() == 0) {
                        System.out.println("sum " + sum.get(0) + ", program in "
                            + (Main.class.getModule().isNamed() ? "a module" : "no module") + ", library in "
                            + (Shmem.class.getModule().isNamed() ? "a module" : "no module"));
                    }
                    shmem.finish();
                }
            }
        }
        """;

    @TempDir
    Path folder;
    private Path classes;

    @BeforeEach
    void write() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("src/greeting"));
        Files.writeString(sources.resolve("Main.java"), PROGRAM);
        classes = folder.resolve("classes");
    }

    private String compile(String... sources) {
        String library = Oshrun.jar("shmem-api-").toString();
        List<String> words = new ArrayList<>(List.of("-Xlint:-incubating", "-d", classes.toString(), "--module-path",
            library, "-cp", library));
        for (String source : sources) {
            words.add(folder.resolve("src").resolve(source).toString());
        }
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out);
        ToolProvider.findFirst("javac").orElseThrow().run(writer, writer, words.toArray(String[]::new));
        return out.toString();
    }

    private void compileModule() throws IOException {
        Files.writeString(folder.resolve("src/module-info.java"), DESCRIPTOR);
        assertEquals("", compile("module-info.java", "greeting/Main.java"));
    }

    private static void assertGreets(String modules, String... words) {
        List<String> args = new ArrayList<>(List.of("-np", "2"));
        args.addAll(List.of(words));
        Result result = Oshrun.run(args);
        assertEquals("", result.err());
        assertEquals("sum 3, " + modules + "\n", result.out());
        assertEquals(0, result.status());
    }

    @Thorough
    @Test
    void withoutDescriptorOnTheClassPath() throws IOException {
        assertEquals("", compile("greeting/Main.java"));
        assertGreets("program in no module, library in no module", "-cp", classes.toString(), "greeting.Main");
    }

    @Thorough
    @Test
    void withDescriptorOnTheClassPath() throws IOException {
        compileModule();
        assertGreets("program in no module, library in no module", "-cp", classes.toString(), "greeting.Main");
    }

    @Test
    void asAModule() throws IOException {
        compileModule();
        assertGreets("program in a module, library in a module", "java", "-p", classes.toString(), "-m",
            "greeting/greeting.Main");
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"local", "sim"})
    void oneJvmTakesNoModules(String backend) throws IOException {
        compileModule();
        Assumptions.assumeTrue(backend.equals("local") || Oshrun.run(List.of("--help")).out().contains("--machine"),
            "the simulator is not built");
        Result result = Oshrun.run(List.of("-np", "2", "--backend", backend, "java", "-p", classes.toString(), "-m",
            "greeting/greeting.Main")).expect(2);
        assertEquals("oshrun: --backend " + backend + " has all PEs in one JVM and runs programs of the class path, not"
            + " modules; name the class with -cp, or leave out --backend " + backend + "\n", result.err());
    }

    @Thorough
    @Test
    void theEngineIsHiddenFromModules() throws IOException {
        Files.writeString(folder.resolve("src/greeting/Main.java"), PROGRAM.replace("io.shmem4j.Shmem;",
            "io.shmem4j.Shmem;\nimport io.shmem4j.engine.Library;\nimport io.shmem4j.spi.Backend;"));
        Files.writeString(folder.resolve("src/module-info.java"), DESCRIPTOR);
        String errors = compile("module-info.java", "greeting/Main.java");
        assertTrue(errors.contains("package io.shmem4j.engine is not visible")
            && errors.contains("package io.shmem4j.spi is not visible"), errors);
        assertFalse(Files.exists(classes.resolve("greeting/Main.class")));
    }

    @Test
    void mistakesAreNamed() {
        Result noPath = Oshrun.inThisJvm(List.of("-np", "1", "java", "-m", "greeting/greeting.Main"));
        assertTrue(noPath.err().contains("needs its module path and its class"), noPath.err());
        Result noModule = Oshrun.inThisJvm(List.of("-np", "1", "java", "-p", folder.toString(), "-m", "absent/a.Main"));
        assertTrue(noModule.err().contains("there is no module 'absent'"), noModule.err());
    }
}
