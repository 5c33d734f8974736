// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** References that keep PEs in processes, and those of programs that may share a JVM. */
class ShareScanTest {
    private static final byte[] NOTHING = {};

    @TempDir
    private Path folder;

    private ScannedProgram program() throws IOException {
        return new ScannedProgram(folder);
    }

    private Path compile(String body) throws IOException {
        return program().compile("own", "class Main { static void main(String[] args) throws Throwable { " + body
            + " } }");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "System.out.println(\"a\" + args.length + System.getProperty(\"x\")); System.exit(3);",
        "System.out.flush(); System.in.read(); IO.println(IO.readln()); System.getenv(\"x\");",
        "Runtime.getRuntime().addShutdownHook(new Thread(() -> { })); Runtime.getRuntime().availableProcessors();",
        "java.util.List.of(args).stream().map(String::length).filter(n -> n > 1).sorted().toList();",
        "switch ((Object) args) { case String s when s.isEmpty() -> { } case Integer n -> { } default -> { } }",
        "enum E { A, B } switch (E.valueOf(\"A\")) { case A -> { } case B -> { } } new java.util.EnumMap<>(E.class);",
        "record R(int a, String b) { } System.out.println(new R(1, \"x\")); assert args.length > 0;",
        "Runnable r = (Runnable & java.io.Serializable) () -> { }; new java.io.ObjectInputStream(null).readObject();",
        "Class<?> c = args.getClass(); c.getName(); Main.class.getResourceAsStream(\"x\"); int[].class.getName();",
        "class W extends Thread { public void run() { setName(\"x\"); interrupt(); } } new W().start();",
        "Thread.ofPlatform().start(() -> { }).join(); java.util.concurrent.Executors.newFixedThreadPool(2).close();",
        "java.util.concurrent.CompletableFuture.runAsync(() -> { }, r -> r.run()).thenRun(() -> { }).get();",
        "class Own { void parallelAsync() { } int parallel; } new Own().parallelAsync(); new Own().parallel++;",
        "class Own { int parallel() { return 1; } } class Sub extends Own { } new Sub().parallel();",
        "System.out.println(\"devices of /development, proc. 7 and std/in\");",
        "java.nio.file.Files.readString(java.nio.file.Path.of(\"x\")); new java.io.File(\"x\").delete();",
        "try (var f = java.nio.channels.FileChannel.open(null)) { f.map(null, 0, 1); f.force(true); }",
        "java.lang.invoke.MethodHandles.lookup().findVarHandle(int[].class, \"x\", int.class).getVolatile(args);",
        "java.lang.foreign.MemorySegment.ofArray(new int[1]).get(java.lang.foreign.ValueLayout.JAVA_INT, 0);",
        "java.time.ZonedDateTime.now().format(java.time.format.DateTimeFormatter.ISO_DATE); new java.util.Date();",
        "java.util.Locale.getDefault(); java.util.TimeZone.getDefault(); new java.text.DecimalFormat(\"0\");",
        "new java.math.BigInteger(\"1\").modInverse(java.math.BigInteger.TWO); new java.util.zip.CRC32();",
        "class Own { void setDefault() { } void orTimeout() { } } new Own().setDefault(); new Own().orTimeout();",
        "io.shmem4j.Shmem.init().barrierAll(); new java.util.SplittableRandom(1); \"a-b\".split(\"-\");"})
    void programMayShare(String body) throws IOException {
        assertNull(ScannedProgram.beyond(compile(body)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Class.forName(\"x\");                                   | java.lang.Class.forName",
        "Main.class.getMethod(\"main\");                         | java.lang.Class.getMethod",
        "Main.class.getClassLoader().loadClass(\"x\");           | java.lang.ClassLoader.loadClass",
        "new java.net.URLClassLoader(null);                      | java.net.URLClassLoader",
        "class L extends ClassLoader { } new L();                | java.lang.ClassLoader.<init>",
        "new java.security.SecureClassLoader() { };              | java.security.SecureClassLoader",
        "java.util.ServiceLoader.load(Main.class);               | java.util.ServiceLoader",
        "java.util.ResourceBundle.getBundle(\"x\");              | java.util.ResourceBundle",
        "java.lang.invoke.MethodHandles.lookup().findStatic(null, \"x\", null); | "
            + "java.lang.invoke.MethodHandles$Lookup.findStatic",
        "Thread.currentThread().getContextClassLoader();         | java.lang.Thread.getContextClassLoader",
        "Thread.currentThread().setContextClassLoader(null);     | java.lang.Thread.setContextClassLoader",
        "Thread.currentThread().setDaemon(true);                 | java.lang.Thread.setDaemon",
        "Thread.ofPlatform().daemon();                           | java.lang.Thread$Builder$OfPlatform.daemon",
        "Thread.getAllStackTraces();                             | java.lang.Thread.getAllStackTraces",
        "Runnable r = Thread::getAllStackTraces;                 | java.lang.Thread.getAllStackTraces",
        "new java.util.Timer();                                  | java.util.Timer",
        "System.identityHashCode(args);                          | java.lang.System.identityHashCode",
        "System.setProperty(\"a\", \"b\");                       | java.lang.System.setProperty",
        "System.load(\"/x\");                                    | java.lang.System.load",
        "System.console();                                       | java.lang.System.console",
        "System.getLogger(\"x\");                                | java.lang.System.getLogger",
        "Runtime.getRuntime().loadLibrary(\"x\");                | java.lang.Runtime.loadLibrary",
        "Runtime.getRuntime().maxMemory();                       | java.lang.Runtime.maxMemory",
        "java.lang.foreign.Linker.nativeLinker();                | java.lang.foreign.Linker",
        "java.lang.foreign.SymbolLookup.loaderLookup();          | java.lang.foreign.SymbolLookup",
        "new ProcessBuilder(\"x\").start();                      | java.lang.ProcessBuilder",
        "try { byte[] b = new byte[1 << 30]; } catch (OutOfMemoryError e) { } | java.lang.OutOfMemoryError",
        "ProcessHandle.current();                                | java.lang.ProcessHandle",
        "StackWalker.getInstance();                              | java.lang.StackWalker",
        "java.util.Locale.setDefault(null);                      | java.util.Locale.setDefault",
        "java.util.TimeZone.setDefault(null);                    | java.util.TimeZone.setDefault",
        "java.util.SimpleTimeZone.setDefault(null);              | java.util.SimpleTimeZone.setDefault",
        "java.time.zone.ZoneRulesProvider.refresh();             | java.time.zone.ZoneRulesProvider",
        "java.util.logging.Logger.getGlobal();                   | java.util.logging.Logger",
        "java.util.prefs.Preferences.userRoot();                 | java.util.prefs.Preferences",
        "java.sql.DriverManager.getConnection(\"x\");            | java.sql.DriverManager",
        "new java.net.ServerSocket(0);                           | java.net.ServerSocket",
        "java.security.Security.getProviders();                  | java.security.Security",
        "new javax.security.auth.login.LoginContext(\"x\");      | javax.security.auth.login.LoginContext",
        "java.lang.management.ManagementFactory.getRuntimeMXBean(); | java.lang.management.ManagementFactory",
        "sun.misc.Signal.raise(null);                            | sun.misc.Signal",
        "java.nio.channels.FileChannel.open(null).lock();        | java.nio.channels.FileChannel.lock",
        "java.nio.channels.AsynchronousFileChannel.open(null);   | java.nio.channels.AsynchronousFileChannel",
        "java.nio.file.FileSystems.newFileSystem(java.nio.file.Path.of(\"x\")); | "
            + "java.nio.file.FileSystems.newFileSystem",
        "java.nio.file.Files.probeContentType(null);             | java.nio.file.Files.probeContentType",
        "new java.io.File(\"x\").deleteOnExit();                 | java.io.File.deleteOnExit",
        "new java.io.FileInputStream(java.io.FileDescriptor.in); | java.io.FileDescriptor",
        "new java.io.FileInputStream(\"/dev/stdin\");            | /dev/stdin",
        "new java.io.FileInputStream(\"/proc/self/stat\");       | /proc/self/stat",
        "new java.util.concurrent.CompletableFuture<>().orTimeout(1, null); | "
            + "java.util.concurrent.CompletableFuture.orTimeout",
        "new java.util.concurrent.ForkJoinPool(1).awaitQuiescence(1, null); | "
            + "java.util.concurrent.ForkJoinPool",
        "java.util.concurrent.CompletableFuture.runAsync(null);  | java.util.concurrent.CompletableFuture.runAsync",
        "Object o = java.util.concurrent.RecursiveTask.class;    | java.util.concurrent.RecursiveTask",
        "class A { protected void finalize() { } } new A();      | java.lang.Object.finalize",
        "System.out.println(\"of \" + Thread.currentThread());    | java.lang.Thread.toString",
        "Object o = java.util.concurrent.SubmissionPublisher.class; | java.util.concurrent.SubmissionPublisher",
        "Thread.setDefaultUncaughtExceptionHandler(null);        | java.lang.Thread.setDefaultUncaughtExceptionHandler",
        "Object o = new java.lang.reflect.Method[0][0];          | java.lang.reflect.Method",
        "Object o = java.beans.Introspector.class;               | java.beans.Introspector"})
    void programGetsProcesses(String body, String used) throws IOException {
        String beyond = ScannedProgram.beyond(compile(body));
        assertEquals("uses " + used, beyond.substring(beyond.indexOf(' ') + 1));
    }

    @Test
    void inheritedMemberCountsAsItsClasss() throws IOException {
        Path classes = program().compile("own", "class Main extends Worker { static void main(String[] args) { "
            + "new Main().getContextClassLoader(); } }", "class Worker extends Thread { }");
        assertEquals("Main.class uses Main.getContextClassLoader", ScannedProgram.beyond(classes));
    }

    @Test
    void overloadDoesNotHideTheInheritedMember() throws IOException {
        Path classes = program().compile("own", "class Main extends Worker { static void main(String[] args) { "
            + "new Main().setDaemon(true); } }", "class Worker extends Thread { void setDaemon(String name) { } }");
        assertEquals("Main.class uses Main.setDaemon", ScannedProgram.beyond(classes));
    }

    /** The JVM takes brackets in a manifest literally, and ignores what names no local file. */
    @Test
    void malformedWordsOfAManifestAreSkipped() throws IOException {
        Path own = program().compile("own", "class Main { static void main(String[] args) { System.console(); } }");
        Path odd = program().jar("[odd].jar", List.of(), ScannedProgram.entry(own, "Main.class"));
        Path first = program().jar("first.jar", List.of("Class-Path: file://host/x.jar %zz.jar :x [odd].jar"),
            Map.of("text", NOTHING));
        assertEquals("Main.class of [odd].jar uses java.lang.System.console", ScannedProgram.beyond(first));
        assertEquals(List.of(first.toString(), odd.toString()), JarContents.lines(List.of(first.toString())).stream()
            .map(line -> line.substring(line.indexOf(' ') + 1)).toList());
    }

    @Test
    void superclassMayBeInAJarThatOnlyAManifestNames() throws IOException {
        Path own = program().compile("own", "class Main extends Worker { static void main(String[] args) { "
            + "new Main().setDaemon(true); } }", "class Worker extends Thread { }");
        Path jar = program().jar("worker.jar", List.of(), ScannedProgram.entry(own, "Worker.class"));
        Files.delete(own.resolve("Worker.class"));
        assertEquals("Main.class uses Main.setDaemon", ScannedProgram.beyond(own,
            program().jar("first.jar", List.of("Class-Path: " + jar.getFileName()), Map.of())));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "io.shmem4j.Shmem.init().close(); System.out.println(args.length + \"a\");    | false",
        "record R(int a, String b) { } new R(1, \"x\").hashCode(); new int[0].clone();  | false",
        "java.util.List.of(args).forEach(a -> System.out.println(a));                  | false",
        "class A { static final int N = 3; int n; } new A().n = A.N;                   | false",
        "new java.util.concurrent.atomic.AtomicInteger(); new Thread(() -> { });       | false",
        "java.util.concurrent.Executors.newFixedThreadPool(1); args.getClass();        | false",
        "class A { synchronized void a() { } } new A().a();                            | false",
        "class A { void a() { synchronized (this) { } } } new A().a();                 | true",
        "java.lang.ref.Cleaner.create();                                               | true",
        "class A { static int n; } A.n = 1;                                            | true",
        "class A { static final Object O = new Object(); } A.O.hashCode();             | true",
        "enum E { A } E.A.name();                                                      | true",
        "class A { static { System.out.println(); } } new A();                         | true",
        "class A { static synchronized void a() { } } A.a();                           | true",
        "synchronized (Main.class) { }                                                 | true",
        "Object o = args; synchronized (o.getClass()) { }                              | true",
        "assert args.length > 0;                                                       | true",
        "java.util.List.of(args).parallelStream().forEach(a -> { });                   | true",
        "Thread.ofVirtual().start(() -> { });                                          | true",
        "Thread.startVirtualThread(() -> { });                                         | true",
        "java.util.concurrent.CompletableFuture.runAsync(() -> { });                   | true",
        "System.console();                                                             | true"})
    void classesWithoutStateNeedNoCopies(String body, boolean copies) throws IOException {
        assertEquals(copies, ScannedProgram.scan(compile(body)).needsCopies());
    }

    @Test
    void classesOfTheProgramComeFirstAndThenEachJar() throws IOException {
        Path clean = program().compile("clean", "package a; public class Clean { public static int twice(int n) { "
            + "return 2 * n; } }");
        Path other = program().compile("other",
            "package b; public class Other { Object o = Class.class.getModule(); }");
        Path jar = program().jar("clean.jar", List.of(), ScannedProgram.entry(clean, "a/Clean.class"));
        Path own = compile("");
        assertNull(ScannedProgram.beyond(jar, own));
        Path second = program().jar("other.jar", List.of(), ScannedProgram.entry(other, "b/Other.class"));
        assertEquals("b/Other.class of other.jar uses java.lang.Class.getModule",
            ScannedProgram.beyond(own, jar, second));
        assertEquals("Main.class uses java.lang.System.console",
            ScannedProgram.beyond(second, compile("System.console();")));
    }

    @ParameterizedTest
    @CsvSource({"META-INF/A.SF, is signed", "native/libx.so, has the native library native/libx.so"})
    void entryOfAJarDecides(String entry, String why) throws IOException {
        assertEquals("x.jar " + why, ScannedProgram.beyond(program().jar("x.jar", List.of(), Map.of(entry, NOTHING))));
    }

    @Test
    void classForALaterJdkCounts() throws IOException {
        Path other = program().compile("other", "class Other { Object o = Class.class.getModule(); }");
        Path jar = program().jar("x.jar", List.of("Multi-Release: true"), Map.of("META-INF/versions/9/Other.class",
            Files.readAllBytes(other.resolve("Other.class"))));
        assertEquals("Other.class of x.jar uses java.lang.Class.getModule", ScannedProgram.beyond(jar));
    }

    @Test
    void manifestsAndAsterisksLeadToMore() throws IOException {
        Path jars = Files.createDirectories(folder.resolve("jars"));
        new ScannedProgram(jars).jar("n x.jar", List.of(), Map.of("libx.so", NOTHING));
        String why = "n x.jar has the native library libx.so";
        assertEquals(why, ScannedProgram.beyond(program().jar("first.jar",
            List.of("Class-Path: none.jar jars/n%20x.jar"), Map.of())));
        assertEquals(why, ShareScan.of(List.of(jars + "/*")).beyond());
    }

    @Test
    void classThatNoNameReachesDoesNotCount() throws IOException {
        Path own = compile("");
        program().compile("own/target/classes", "class Other { Object o = System.console(); }");
        assertNull(ScannedProgram.beyond(own));
    }

    @Test
    void fileThatCannotBeReadCounts() throws IOException {
        assertEquals("broken.jar can't be read",
            ScannedProgram.beyond(Files.writeString(folder.resolve("broken.jar"), "no jar")));
        Path own = compile("");
        Files.write(own.resolve("Bad.class"), new byte[] {1, 2, 3});
        assertEquals("Bad.class can't be read", ScannedProgram.beyond(own));
        assertNull(ScannedProgram.beyond(folder.resolve("none.jar")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Object lock = args; synchronized (lock) { }             | Main.class locks an object that may be the JDK's",
        "Thread t = new Thread(() -> { }); Runtime.getRuntime().halt(1); | "
            + "Main.class uses java.lang.Runtime.halt beside threads",
        "new java.util.HashMap<Object, Object>().put(new Object(), 1);   | "
            + "java.lang.Object has no hashCode, and Main.class uses java.util.HashMap"})
    void someThingsMatterTogether(String body, String why) throws IOException {
        assertEquals(why, ScannedProgram.beyond(compile(body)));
    }

    /** A class may appear on the class path at run time. */
    @Test
    void missingClassCounts() throws IOException {
        Path own = program().compile("own", "class Main { static void main(String[] args) { Late.go(); } }",
            "class Late { static void go() { } }");
        assertNull(ScannedProgram.beyond(own));
        Files.delete(own.resolve("Late.class"));
        assertEquals("Main.class refers to Late, which is not there", ScannedProgram.beyond(own));
    }

    /** Other compilers than javac give any static field of a constant type its first value so. */
    @Test
    void constantValueMakesNoConstant() throws IOException {
        Path own = program().compile("own", "class Main { static int count; int n = 1; void add() { n++; } }");
        assertTrue(ScannedProgram.scan(own).needsCopies());
        Path file = own.resolve("Main.class");
        Files.write(file, OtherCompiler.withConstantValues(Files.readAllBytes(file)));
        assertTrue(ScannedProgram.scan(own).needsCopies());
    }

    @Test
    void referencesBesideTheFirstAreCounted() throws IOException {
        ShareScan scan = ScannedProgram.scan(compile("System.console(); Thread.currentThread().getName(); "
            + "System.console(); System.load(null);"));
        assertEquals("Main.class uses java.lang.System.console and 2 more", scan.beyond() + scan.others());
        assertFalse(scan.isHarmless());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Thread.currentThread().getName(); new Throwable().getStackTrace();    | true",
        "Thread.currentThread().getName(); Thread.currentThread().threadId();  | false",
        "new java.util.HashSet<Object>().add(new Object());                    | false",
        "Thread.currentThread().getName(); synchronized (String.class) { }     | false",
        "Thread.currentThread().getName(); java.util.List.of().parallelStream(); | false"})
    void adviceStandsWhereOnlyOutputMayDiffer(String body, boolean harmless) throws IOException {
        assertEquals(harmless, ScannedProgram.scan(compile(body)).isHarmless());
    }

    @ParameterizedTest
    @CsvSource({"-Djava.library.path=/x, false", "-Djava.util.concurrent.ForkJoinPool.common.threadFactory=F, false",
        "-Xbootclasspath/a:x.jar, false", "-XX:VMOptionsFile=x, false", "-XX:Flags=x, false",
        "-Dmine=1, true", "-Xmx1g, true", "-ea, true"})
    void flagsMayDecide(String flag, boolean share) {
        assertEquals(share ? null : "there is the flag " + flag, ShareScan.beyondIn(List.of(flag)));
    }
}
