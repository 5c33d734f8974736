// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.launch.program.Program.Compiled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes that PEs may share without anybody's word. */
class StaticsTest {
    @TempDir
    private Path folder;

    private String why(String members) throws IOException {
        ScannedProgram program = new ScannedProgram(folder);
        return program.verdict("Main", program.compile("own", "public class Main { " + members
            + " public static void main(String[] args) throws Exception { new Main(); } }")).classes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "static final int N = 10;", "static final double EPS = Math.sqrt(2) * 1e-9;",
        "static final int N = Integer.parseInt(\"12\"); static final String NAME = \"a\" + N;",
        "static final java.math.BigInteger BIG = java.math.BigInteger.valueOf(7).pow(99);",
        "static final java.util.regex.Pattern P = java.util.regex.Pattern.compile(\"a+\");",
        "static final java.util.Locale L = java.util.Locale.ROOT;",
        "void say(double x) { System.out.printf(java.util.Locale.ROOT, \"%.1f%n\", x); }",
        "int count; int[] own = new int[3]; synchronized void add() { count++; }",
        "enum Op { PLUS { int of(int a) { return a + 1; } }, MINUS { int of(int a) { return a - 1; } };"
            + " abstract int of(int a); } int use(Op op) { return switch (op) { case PLUS -> 1; case MINUS -> 2; }; }",
        "enum Level { LOW(1), HIGH(2); final int value; Level(int value) { this.value = value; } }",
        "record Point(int x, double y) { } Object o = new Point(1, 2);",
        "Runnable r = () -> System.out.println(this); java.util.function.IntUnaryOperator f = x -> x + 1;",
        "double sum(double[] a) { return java.util.Arrays.stream(a).map(Math::abs).sum(); }",
        "void wait1() throws Exception { Thread.sleep(1); assert own() > 0; } int own() { return 1; }",
        "static int twice(int x) { return 2 * x; } java.util.List<Integer> list = new java.util.ArrayList<>();",
        "Object of(Object o) { return switch (o) { case Integer i when i > 3 -> i; case String s -> s; default -> 1; };"
            + " }",
        "io.shmem4j.SymmetricLongs a; void go() { try (var s = io.shmem4j.Shmem.init()) { a = s.allocateLongs(1); } }"})
    void constantsAndObjectsOfAPeAreShared(String members) throws IOException {
        assertNull(why(members));
    }

    @ParameterizedTest
    @ValueSource(strings = {"static int count;", "private static final int[] TABLE = {1, 2};",
        "static final java.util.List<String> LIST = new java.util.ArrayList<>();",
        "static final Object LOCK = new Object();", "static final ThreadLocal<String> T = new ThreadLocal<>();",
        "static final int PE = Integer.parseInt(System.getenv(\"SHMEM_PE\"));",
        "static final long START = System.nanoTime();", "static final int N = Integer.getInteger(\"n\", 3);",
        "static final int N = compute(); static int compute() { return 3; }",
        "static final java.util.Locale L = java.util.Locale.getDefault();",
        "static final double R = Math.random();", "static { System.out.println(\"once\"); }",
        "static synchronized void alone() { }", "void lock() { synchronized (Main.class) { } }",
        "void lock() { synchronized (this) { } }", "native void foreign();",
        "void start() { new Thread(() -> { }).start(); }", "static class T extends Thread { } Object t = new T();",
        "void pool() { java.util.concurrent.Executors.newCachedThreadPool(); }",
        "void pool() { java.util.concurrent.CompletableFuture.runAsync(() -> { }); }",
        "void pool(java.util.List<?> list) { list.parallelStream().count(); }",
        "void pool(int[] a) { java.util.Arrays.parallelSort(a); }",
        "void timer() { new java.util.Timer(); }", "Object self() throws Exception { return Class.forName(\"Main\"); }",
        "Object self() { return getClass().getClassLoader(); }", "Object self() { return Main.class.getMethods(); }",
        "Object load() { return java.util.ServiceLoader.load(Runnable.class); }",
        "void run() { io.shmem4j.Shmem.run(2, s -> { }); }",
        "enum Counter { ONE; int count; }", "enum Holder { ONE; final int[] array = {1}; }",
        "enum Early { ONE; final int pe = Integer.parseInt(System.getenv(\"SHMEM_PE\")); }",
        "enum Locked { ONE; synchronized void alone() { } }",
        "static class Other { static int count; } Object other = new Other();"})
    void whatOthersCouldSeeIsNot(String members) throws IOException {
        String found = why(members);
        assertTrue(found != null && found.startsWith("Main"), found);
    }

    @Test
    void librariesCountAsFarAsTheyAreReached() throws IOException {
        ScannedProgram program = new ScannedProgram(folder);
        Path library = program.compile("library", "public class Pure { public static int of(int x) { return x; } }",
            "public class State { public static int count; }");
        Path pure = program.jar("pure.jar", List.of(), ScannedProgram.entry(library, "Pure.class"));
        Path state = program.jar("state.jar", List.of(), ScannedProgram.entry(library, "State.class"));
        Path one = program.compile("library", "public class One { public static void main(String[] a) { "
            + "Pure.of(1); } }");
        Path jar = program.jar("one.jar", List.of(), ScannedProgram.entry(one, "One.class"));
        program.compile("library", "public class Two { public static void main(String[] a) { State.count++; } }");
        Path other = program.jar("two.jar", List.of(), ScannedProgram.entry(library, "Two.class"));
        assertNull(program.verdict("One", jar, pure, state).classes());
        assertEquals("State keeps state in its static field count", program.verdict("Two", other, pure, state)
            .classes());
    }

    @Test
    void whatIsNotFoundIsNotShared() throws IOException {
        ScannedProgram program = new ScannedProgram(folder);
        Path classes = program.compile("own", "class Main { static void main(String[] a) { } }");
        assertNull(program.verdict("Main", classes).classes());
        assertEquals("module.Main is not on the class path", program.verdict("module/Main", classes).classes());
    }

    @Test
    void aSourceFileCountsAsItIsCompiled() throws IOException {
        ScannedProgram program = new ScannedProgram(folder);
        Path classes = program.compile("own", "class Main { static int count; static void main(String[] a) { } }");
        Compiled compiled = new Compiled(Map.of("Main", ScannedProgram.entry(classes, "Main.class").get("Main.class")));
        assertEquals("Main keeps state in its static field count", program.scan().of("Main", List.of(), compiled)
            .classes());
    }
}
