// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that name {@code mpi.MPI}, started without a word about a library. */
@Execution(ExecutionMode.CONCURRENT)
class LaunchedIT {
    private static final String LINE = "mpi.MPI: that of shmem4j, before the program's class path";
    private static final String DEBIAN = "/usr/share/java/mpj.jar";
    private static final Map<String, String> SOURCES = Map.of("Direct", """
        import mpi.*;
        public class Direct {
            public static void main(String[] args) throws MPIException {
                String[] own = MPI.Init(args);
                int[] sum = {MPI.COMM_WORLD.Rank() + 1};
                MPI.COMM_WORLD.Allreduce(sum, 0, sum, 0, 1, MPI.INT, MPI.SUM);
                System.out.println("sum " + sum[0] + " " + String.join(",", args) + " " + String.join(",", own));
                MPI.Finalize();
            }
        }
        """, "Distant", """
        public class Distant {
            interface Job extends Runnable { }
            static class Task implements Job { public void run() { Direct.main(new String[0]); } }
            public static void main(String[] args) { new Task().run(); }
        }
        """, "Searching", """
        public class Searching {
            public static void main(String[] args) throws Exception {
                System.out.println(Class.forName("mpi.MPI").getField("COMM_WORLD").getType().getName());
            }
        }
        """, "mpi.pt2pt.Bench", """
        package mpi.pt2pt;
        public class Bench {
            public static void main(String[] args) { System.out.println("no library"); }
        }
        """);
    private static final String BROKEN = """
        package mpi;
        public class MPI {
            public static final Intracomm COMM_WORLD = null;
            static { if (true) throw new NoClassDefFoundError("mpjbuf/Buffer"); }
            public static String[] Init(String[] args) { return args; }
        }
        """;
    private static final String OTHER = """
        package mpi;
        public class MPI { public static String name() { return "another library"; } }
        """;
    private static final String USER = """
        public class User {
            public static void main(String[] args) { System.out.println(mpi.MPI.name()); }
        }
        """;

    @TempDir
    private static Path folder;
    private static String ours;

    @BeforeAll
    static void compile() throws IOException {
        try (Stream<Path> jars = Files.list(Oshrun.home().resolve("target/lib/with/mpi"))) {
            ours = jars.findFirst().orElseThrow().toString();
        }
        compile("classes", ours, SOURCES);
        compile("broken", folder.toString(), Map.of("mpi.MPI", BROKEN, "mpi.Intracomm",
            "package mpi; public class Intracomm { }"));
        compile("other", folder.toString(), Map.of("mpi.MPI", OTHER, "User", USER));
        jar("broken.jar", "broken", "");
        jar("app.jar", "classes", "Main-Class: Direct\nClass-Path: broken.jar\n");
        jar("debian.jar", "classes", "Main-Class: Direct\nClass-Path: " + DEBIAN + "\n");
    }

    private static void compile(String to, String classPath, Map<String, String> sources) throws IOException {
        List<String> words = new ArrayList<>(List.of("-cp", classPath, "-d", folder.resolve(to).toString()));
        for (Map.Entry<String, String> each : sources.entrySet()) {
            Path file = folder.resolve(to + "-sources").resolve(each.getKey().replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            words.add(Files.writeString(file, each.getValue()).toString());
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, OutputStream.nullOutputStream(),
            words.toArray(String[]::new)));
    }

    private static void jar(String name, String classes, String manifest) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".txt"), manifest);
        assertEquals(0, java.util.spi.ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "cfm",
            folder.resolve(name).toString(), file.toString(), "-C", folder.resolve(classes).toString(), "."));
    }

    private static Oshrun.Result run(String... words) {
        List<String> all = new ArrayList<>(List.of("-np", "2", "--timeout", "400"));
        all.addAll(Arrays.asList(words));
        return Oshrun.run(Oshrun.home().resolve("oshrun"), folder, Map.of(), all);
    }

    static List<List<String>> programs() {
        return Stream.of(List.of("-cp", "classes", "Direct"), List.of("--jar", "app.jar"),
            List.of("-cp", "app.jar", "Direct"), List.of("-cp", "broken.jar:classes", "Direct"),
            List.of("java", "-cp", "classes", "Direct"), List.of("--pes-per-jvm", "2", "app.jar"),
            List.of("classes-sources/Direct.java"), List.of("debian.jar"))
            .filter(words -> !words.contains("debian.jar") || Files.exists(Path.of(DEBIAN))).toList();
    }

    @Test
    void findTheLibraryInClassesAndJars() {
        ofAnyFormFindTheLibrary(List.of("-cp", "classes", "Distant"));
        ofAnyFormFindTheLibrary(List.of("app.jar"));
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("programs")
    void ofAnyFormFindTheLibrary(List<String> program) {
        List<String> words = new ArrayList<>(List.of("-v"));
        words.addAll(program);
        Oshrun.Result result = run(words.toArray(String[]::new)).expect(0);
        assertEquals(List.of("sum 3  ", "sum 3  "), result.outLines());
        assertTrue(result.err().contains(LINE), result::err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-cp classes mpi.pt2pt.Bench", "-cp other User", "-cp classes Searching"})
    void thatDoNotNeedTheLibraryDoNotGetIt(String program) {
        List<String> words = new ArrayList<>(List.of("-v", "--do-not-launch"));
        words.addAll(List.of(program.split(" ")));
        String plan = run(words.toArray(String[]::new)).expect(0).out();
        assertFalse(plan.contains("shmem-mpi"), plan);
        assertFalse(plan.contains("mpi.MPI"), plan);
    }

    @Test
    void keepAnotherClassOfThatName() {
        assertEquals(List.of("another library", "another library"), run("-cp", "other", "User").expect(0).outLines());
    }

    @Test
    void thatLookForItByNameGetItOnRequest() {
        assertEquals("mpi.Intracomm", run("--with", "mpi", "-cp", "classes", "Searching").expect(0).outLines()
            .getFirst());
    }

    @Test
    void getThreeWordsOnRequest() {
        getThreeWordsLikeThoseOfMpj("--pes-per-jvm=1");
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"--pes-per-jvm=2", "--backend=sim", "--split=2"})
    void getThreeWordsLikeThoseOfMpj(String shape) {
        if (shape.startsWith("--split")) {
            SeveralMachines.assume();
        }
        assertEquals(List.of("sum 3 0,2,shmem4j,a,b a,b", "sum 3 1,2,shmem4j,a,b a,b"), run(shape, "--mpj-args", "-cp",
            "classes", "Direct", "a", "b").expect(0).outLines().stream().sorted().toList());
        assertEquals("sum 3 a,b,c,d a,b,c,d", run(shape, "-cp", "classes", "Direct", "a", "b", "c", "d").expect(0)
            .outLines().getFirst());
    }
}
