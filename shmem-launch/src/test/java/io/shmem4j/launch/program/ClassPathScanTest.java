// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signs that PEs need processes, and others that only look like such. */
class ClassPathScanTest {
    private static final byte[] NOTHING = {};

    @TempDir
    private Path folder;
    private ScannedProgram program;
    private Path plain;

    @BeforeEach
    void makeAProgram() throws IOException {
        program = new ScannedProgram(folder);
        plain = program.compile("plain", "class Plain { static void main(String[] args) { } }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "native/linux/libx.so                                  | has a native library, native/linux/libx.so",
        "libx.so.2                                             | has a native library, libx.so.2",
        "META-INF/services/java.lang.System$LoggerFinder       | has a java.lang.System$LoggerFinder, which the JDK",
        "META-INF/services/java.net.spi.URLStreamHandlerProvider | has a java.net.spi.URLStreamHandlerProvider, which",
        "META-INF/services/java.util.spi.LocaleNameProvider    | has a java.util.spi.LocaleNameProvider, which",
        "org/springframework/boot/loader/launch/Launcher.class | has Spring Boot's loader",
        "groovy/lang/GroovyShell.class                         | has Groovy, which runs programs that call"})
    void anEntryOfAJarNeedsProcesses(String entry, String why) throws IOException {
        Path jar = program.jar("x.jar", List.of(), Map.of(entry, NOTHING));
        String found = program.verdict("Plain", plain, jar).processes();
        assertNotNull(found);
        assertTrue(found.startsWith("x.jar " + why), found);
    }

    @ParameterizedTest
    @CsvSource({"native/win/x.dll", "native/aix/libx.so", "android/libx.so", "x.sorted", "libx.solution",
        "META-INF/services/java.sql.Driver", "META-INF/services/java.nio.file.spi.FileSystemProvider",
        "org/springframework/boot/Other.class", "net/bytebuddy/agent/builder/AgentBuilder.class"})
    void othersDoNot(String entry) throws IOException {
        assertNull(program.verdict("Plain", plain, program.jar("x.jar", List.of(), Map.of(entry,
            "class".getBytes(StandardCharsets.US_ASCII)))).processes());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "System.loadLibrary(\"x\")                                    | System.loadLibrary",
        "Runtime.getRuntime().load(\"/x\")                            | Runtime.load",
        "java.lang.foreign.Linker.nativeLinker()                      | Linker.nativeLinker",
        "new ProcessBuilder(\"x\").start()                            | ProcessBuilder.start",
        "ProcessHandle.current()                                      | ProcessHandle.current",
        "java.lang.management.ManagementFactory.getRuntimeMXBean().getName() | RuntimeMXBean.getName",
        "java.util.concurrent.ForkJoinPool.commonPool().awaitQuiescence(1, null) | ForkJoinPool.awaitQuiescence",
        "java.security.Security.addProvider(null)                     | Security.addProvider",
        "java.util.Locale.setDefault(null)                            | Locale.setDefault",
        "((java.lang.management.MemoryPoolMXBean) null).setUsageThreshold(1) | MemoryPoolMXBean.setUsageThreshold",
        "java.net.URL.setURLStreamHandlerFactory(null)                | URL.setURLStreamHandlerFactory",
        "sun.misc.Signal.handle(null, null)                           | Signal.handle",
        "new javax.script.ScriptEngineManager()                       | ScriptEngineManager.<init>"})
    void aCallOfTheProgramNeedsProcesses(String call, String named) throws IOException {
        Path classes = program.compile("own", "class Main { static void main(String[] a) throws Exception { "
            + "new Helper().run(); } }", "class Helper { void run() throws Exception { " + call + "; } }",
            "class Other { static void main(String[] args) { } }");
        String found = program.verdict("Main", classes).processes();
        assertTrue(found != null && found.startsWith("Helper uses " + named + ", which "), found);
        assertNull(program.verdict("Other", classes).processes(), "another program of the same folder");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "static final String LOCK = \"x\"            | LOCK             | Main locks a text in main",
        "static String lock = \"x\"                  | lock             | Main locks lock in main",
        "static Integer lock = 1                     | lock             | Main locks lock in main",
        "int none                                    | Object.class     | Main locks java.lang.Object.class in main",
        "static final Object LOCK = new Object()     | LOCK             |",
        "int none                                    | Main.class       |",
        "static String other = \"x\"                 | new Object()     |"})
    void aLockThatAllPesHaveNeedsProcesses(String field, String lock, String why) throws IOException {
        Path classes = program.compile("locks", "class Main { " + field + "; static void main(String[] a) { "
            + "synchronized (" + lock + ") { a.notify(); } } }");
        assertEquals(why == null ? null : why + ", which is one for all PEs of a JVM",
            program.verdict("Main", classes).processes());
    }

    @Test
    void aLinkThatLeadsNowhereHidesNoOtherClass() throws IOException {
        Path classes = program.compile("own", "class Main { static void main(String[] a) { "
            + "ProcessHandle.current(); } }");
        Files.createSymbolicLink(classes.resolve("Old.class"), Path.of("nowhere"));
        String found = program.verdict("Main", classes).processes();
        assertTrue(found != null && found.startsWith("Main uses ProcessHandle.current"), found);
    }

    @Test
    void aNameOfAPropertyThatTheJdkReadsOnceDoesToo() throws IOException {
        Path classes = program.compile("own", "class Main { static void main(String[] a) { "
            + "System.setProperty(\"java.protocol.handler.pkgs\", \"x\"); } }");
        assertTrue(program.verdict("Main", classes).processes().startsWith("Main names java.protocol.handler.pkgs"));
    }

    @Test
    void aTextThatReadsTheEnvironmentDoesToo() throws IOException {
        Path classes = program.compile("expression", "class Main { String e = \"T(System).getenv('X')\"; "
            + "static void main(String[] a) { System.getenv(\"X\"); } }",
            "class Other { static void main(String[] a) { System.getenv(\"X\"); } }");
        assertEquals("Main names T(System).getenv('X'), which reads the process's environment",
            program.verdict("Main", classes).processes());
        assertNull(program.verdict("Other", classes).processes());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Class.forName(\"java.security.Security\").getMethods(); a[0] = \"addProvider\"   | names Security.addProvider",
        "java.util.Locale.class.getMethod(\"setDefault\", java.util.Locale.class)       | names Locale.setDefault",
        "java.util.Locale.class.getMethod(\"getDefault\")                               |",
        "a[0] = \"setDefault\"; System.out.print(\"load\")                               |"})
    void aNameOfAMarkedMemberBesideItsClassDoesToo(String call, String why) throws IOException {
        Path classes = program.compile("reflecting", "class Main { static void main(String[] a) throws Exception { "
            + call + "; } }");
        assertEquals(why == null ? null : "Main " + why + ", which is one for all PEs of a JVM",
            program.verdict("Main", classes).processes());
    }

    /** DuckDB's is called libduckdb_java.so_linux_amd64. */
    @ParameterizedTest
    @CsvSource({"native/x.so_linux_amd64, 4096, true", "native/x.bin, 4096, true", "native/x.bin, 8, false",
        "native/x.txt, 4096, false"})
    void aNativeLibraryIsKnownByItsBytes(String name, int size, boolean needs) throws IOException {
        byte[] bytes = new byte[size];
        System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F'}, 0, bytes, 0, 4);
        Path jar = program.jar("elf.jar", List.of(), Map.of(name, bytes));
        assertEquals(needs ? "elf.jar has a native library, " + name : null,
            program.verdict("Plain", plain, jar).processes());
    }

    /** Libraries name what programs never call, but for what works only once, and native code by its name. */
    @Test
    void callsOfLibrariesDoNotUnlessTheyHaveOnePurpose() throws IOException {
        Path classes = program.compile("library", "public class Guarded { void load() { System.load(\"/x\"); } }",
            "public class Once { void set() { java.net.URL.setURLStreamHandlerFactory(null); } }",
            "public class Bound { Object o = java.lang.foreign.SymbolLookup.libraryLookup(\"x\", null); }",
            "public class Default { Object o = java.lang.foreign.Linker.nativeLinker().defaultLookup(); }");
        Path guarded = program.jar("guarded.jar", List.of(), ScannedProgram.entry(classes, "Guarded.class"));
        Path once = program.jar("once.jar", List.of(), ScannedProgram.entry(classes, "Once.class"));
        assertNull(program.verdict("Plain", plain, guarded).processes());
        assertNull(program.verdict("Plain", plain, program.jar("default.jar", List.of(), ScannedProgram.entry(classes,
            "Default.class"))).processes());
        assertEquals("bound.jar Bound uses SymbolLookup.libraryLookup, which leads to native code, whose state is the"
            + " process's", program.verdict("Plain", plain, program.jar("bound.jar", List.of(), ScannedProgram.entry(
            classes, "Bound.class"))).processes());
        // Names of entries are quicker to look at, and so decide before any class.
        assertEquals("a.jar has a native library, liba.so",
            program.verdict("Plain", plain, once, program.jar("a.jar", List.of(), Map.of("liba.so", NOTHING)))
                .processes());
        assertEquals("once.jar Once uses URL.setURLStreamHandlerFactory, which works once in a JVM",
            program.verdict("Plain", plain, once).processes());
    }

    @Test
    void anAgentNeedsThemIfItAttachesItself() throws IOException {
        Path classes = program.compile("agent", "public class Agent { String s = "
            + "\"com.sun.tools.attach.VirtualMachine\"; }");
        Map<String, byte[]> entries = ScannedProgram.entry(classes, "Agent.class");
        List<String> manifest = List.of("Agent-Class: Agent");
        assertEquals("self.jar has an agent that attaches itself to its JVM", program.verdict("Plain", plain,
            program.jar("self.jar", manifest, entries)).processes());
        assertNull(program.verdict("Plain", plain, program.jar("asked.jar", manifest, Map.of())).processes());
        assertNull(program.verdict("Plain", plain, program.jar("tool.jar", List.of(), entries)).processes());
        assertEquals("mine.jar has an agent that attaches itself to its JVM", program.verdict("Plain", plain,
            program.jar("its-own-tool.jar", List.of(), entries), program.jar("mine.jar", manifest, entries))
            .processes(), "the same class counts where there is an agent");
    }

    @Test
    void programsThatUseLibrariesCountWhole() throws IOException {
        Path library = program.compile("library", "public class Container { public static void run() { } }");
        Path jar = program.jar("container.jar", List.of(), ScannedProgram.entry(library, "Container.class"));
        Path classes = folder.resolve("own");
        Files.createDirectories(classes);
        Files.copy(library.resolve("Container.class"), classes.resolve("Container.class"));
        program.compile("own", "class Main { static void main(String[] args) { Container.run(); } }",
            "class Found { void byName() { System.loadLibrary(\"x\"); } }");
        Files.delete(classes.resolve("Container.class"));
        assertTrue(program.verdict("Main", classes, jar).processes().startsWith("Found uses System.loadLibrary"));
    }

    /** A project's folder as the class path has all of its classes below, which nobody can load by their names. */
    @Test
    void classesInTheWrongFolderDoNotCount() throws IOException {
        Path project = program.compile("project", "class Main { static void main(String[] a) throws Exception { "
            + "Class.forName(a[0]); } }");
        program.compile("project/target/classes", "class Other { void load() { System.load(\"/x\"); } }");
        assertNull(program.verdict("Main", project).processes());
    }

    @Test
    void manifestsAndAsterisksLeadToMore() throws IOException {
        Path jars = Files.createDirectories(folder.resolve("jars"));
        new ScannedProgram(jars).jar("n x.jar", List.of(), Map.of("libx.so", NOTHING));
        Path first = program.jar("first.jar", List.of("Class-Path: none.jar jars/n%20x.jar"), Map.of());
        String why = "n x.jar has a native library, libx.so";
        assertEquals(why, program.verdict("Plain", plain, first).processes());
        assertEquals(why, program.scan().of("Plain", List.of(plain.toString(), jars + "/*"), null).processes());
    }

    @Test
    void aPartNamedLikeTheLibraryIsLookedThrough() throws IOException {
        Path demo = program.compile("shmem-demo",
            "class Main { static void main(String[] args) { System.load(\"/x\"); } }");
        assertTrue(program.verdict("Main", demo).processes().startsWith("Main uses System.load"));
        Path classes = program.compile("own", "class Main { static void main(String[] a) { Counter.next(); } }",
            "class Counter { static int count; static void next() { count++; } }");
        Path jar = program.jar("shmem-utils.jar", List.of(), ScannedProgram.entry(classes, "Counter.class"));
        Files.delete(classes.resolve("Counter.class"));
        ClassPathScan.Verdict verdict = program.verdict("Main", classes, jar);
        assertNull(verdict.processes());
        assertTrue(verdict.classes().startsWith("Counter "), verdict::classes);
    }

    /** Its classes and those of its libraries are in one jar, which separates them by Maven's notes. */
    @Test
    void aJarWithItsLibrariesCountsAsProgramAndLibraries() throws IOException {
        Path classes = program.compile("fat", "package com.acme.app; public class Main { public static void main("
            + "String[] a) { } }",
            "package io.lib.util; public class Guarded { void load() { System.load(\"/x\"); } }");
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.putAll(ScannedProgram.entry(classes, "com/acme/app/Main.class"));
        entries.putAll(ScannedProgram.entry(classes, "io/lib/util/Guarded.class"));
        entries.put("META-INF/maven/a/a/pom.properties", NOTHING);
        entries.put("META-INF/maven/b/b/pom.properties", NOTHING);
        assertNull(program.verdict("com.acme.app.Main", program.jar("fat.jar", List.of(), entries)).processes());
    }

    @Test
    void whatIsNoJarIsPassedOver() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.jar"), "no jar");
        Path cut = folder.resolve("cut.jar");
        byte[] whole = Files.readAllBytes(program.jar("x.jar", List.of(), Map.of("libx.so", NOTHING)));
        Files.write(cut, java.util.Arrays.copyOf(whole, whole.length - 1));
        ByteArrayOutputStream damaged = new ByteArrayOutputStream();
        damaged.write(whole);
        byte[] bytes = damaged.toByteArray();
        bytes[bytes.length - 10] ^= 0x55;
        Path wrong = Files.write(folder.resolve("wrong.jar"), bytes);
        assertNull(program.verdict("Plain", plain, broken, cut, wrong, folder.resolve("none")).processes());
        // A script in front of a jar is none of these.
        Path script = folder.resolve("script.jar");
        Files.writeString(script, "#!/bin/sh\nexec java -jar $0\n");
        Files.write(script, whole, java.nio.file.StandardOpenOption.APPEND);
        assertEquals("script.jar has a native library, libx.so", program.verdict("Plain", plain, script).processes());
    }

    @Test
    void aVerdictHoldsUntilTheFileChanges() throws IOException {
        Path jar = program.jar("x.jar", List.of(), Map.of("libx.so", NOTHING));
        FileTime time = Files.getLastModifiedTime(jar);
        assertNotNull(program.verdict("Plain", plain, jar).processes());
        byte[] same = new byte[(int) Files.size(jar)];
        Files.write(jar, same);
        Files.setLastModifiedTime(jar, time);
        assertNotNull(program.verdict("Plain", plain, jar).processes(), "from the store");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(time.toMillis() + 1));
        assertNull(program.verdict("Plain", plain, jar).processes());
        Path classes = program.compile("own", "class Main { static void main(String[] args) { } }");
        assertNull(program.verdict("Main", classes).processes());
        program.compile("own", "class Main { static void main(String[] args) { System.load(\"/x\"); } }");
        assertNotNull(program.verdict("Main", classes).processes());
    }

    @Test
    void aDamagedStoreIsMadeAnew() throws IOException {
        Path jar = program.jar("x.jar", List.of(), Map.of("libx.so", NOTHING));
        Path store = folder.resolve("target/aot/verdicts");
        for (byte[] bytes : List.of(NOTHING, new byte[20], new byte[] {0x73, 0x68, 0x34, 0x57, 0x7f, 0, 0, 0, 1})) {
            Files.createDirectories(store.getParent());
            Files.write(store, bytes);
            assertNotNull(program.verdict("Plain", plain, jar).processes());
            assertTrue(Files.size(store) > 40);
        }
    }
}
