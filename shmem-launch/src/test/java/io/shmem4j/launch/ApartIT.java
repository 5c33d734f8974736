// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PEs that share a JVM see the same of the JDK as PEs with processes of their own. */
@Execution(ExecutionMode.CONCURRENT)
class ApartIT {
    private static final int PES = 4;
    private static final String ONE_JVM = "--pes-per-jvm 1024";

    /** Findings of PE #, in the order of its cases; PE 0 alone has a lock, and waits for PE 1. */
    private static final List<String> FOUND = List.of("drivers: of # true", "services in the common pool: true true",
        "services in an own pool: true true", "timeouts: #", "properties: #####truenullnulltruefalse",
        "methods by name: ###true", "logging: 11",
        "handler by name: 1 FINE", "beans: # true", "file systems: /some/where 1", "plug-ins: ####",
        "children: ####some", "archives: exists no more",
        "jars by URL: 1", "stacks: 0", "thread: main",
        "loaders: true true true true", "locks of parts: true", "shared locks: true", "lines behind locks: 10");

    @TempDir
    private Path folder;

    /** The job's words; its class path has the service files that name a driver and file systems of the program. */
    private List<String> words(String shape, String name) throws IOException {
        Path services = Files.createDirectories(folder.resolve("services").resolve("META-INF").resolve("services"));
        Files.writeString(services.resolve("java.sql.Driver"), ApartProgram.OwnDriver.class.getName());
        Files.writeString(services.resolve("java.nio.file.spi.FileSystemProvider"), OwnFileSystems.class.getName());
        Path locked = folder.resolve("locked");
        if (!Files.exists(locked)) {
            Files.createFile(locked);
            Files.write(folder.resolve("archive.zip"), archive());
        }
        List<String> words = new ArrayList<>(List.of("-np", Integer.toString(PES)));
        words.addAll(List.of(shape.split(" ")));
        words.addAll(List.of("-cp", Path.of("target", "test-classes").toAbsolutePath() + ":"
            + folder.resolve("services"), ApartProgram.class.getName(), locked.toString(), name));
        return words;
    }

    /** {@return an archive with one entry} */
    static byte[] archive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.putNextEntry(new ZipEntry("some text"));
            out.write("some".getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static List<String> eachPe(List<String> lines) {
        return IntStream.range(0, PES).boxed().flatMap(pe -> lines.stream().map(line -> pe + " "
            + line.replace("#", Integer.toString(pe)))).toList();
    }

    private static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--pes-per-jvm 1", ONE_JVM, "--pes-per-jvm 2", "--backend local"})
    void jdkIsEachPesOwn(String shape) throws IOException {
        List<String> expected = new ArrayList<>(eachPe(FOUND));
        expected.add("0 a lock of PE 0: own");
        expected.add("0 after PE 1: true");
        for (int pe = 1; pe < PES; pe++) {
            expected.add(pe + " a lock of PE 0: null null");
        }
        Oshrun.Result result = Oshrun.run(words(shape, "cases")).expect(0);
        assertEquals(sorted(expected), sorted(result.outLines()), result::err);
        assertEquals("", result.errors());
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"plug-in-exit", "timeout-exit"})
    void exitsOfOthersClassesAndThreadsAreThoseOfThePe(String name) throws IOException {
        Oshrun.Result result = Oshrun.run(words(ONE_JVM, name)).expect(7);
        assertEquals(eachPe(List.of("ends")), sorted(result.outLines()));
        assertTrue(result.errors().startsWith("oshrun: PE 2 "), result::err);
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"--pes-per-jvm 1", ONE_JVM})
    void poolsAndMemoryAreThoseOfAsManyProcesses(String shape) throws IOException {
        List<String> words = words(shape + " --timeout 100 -J-XX:MaxDirectMemorySize=16m", "pools");
        assertEquals(eachPe(List.of("pools: # true true 12582912")), sorted(Oshrun.run(words).expect(0).outLines()));
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"--pes-per-jvm 1", ONE_JVM})
    void handlersBehindTimeLimitsMeet(String shape) throws IOException {
        assertEquals(eachPe(List.of("handlers that meet: met")),
            sorted(Oshrun.run(words(shape + " --timeout 100", "handlers")).expect(0).outLines()));
    }

    @Test
    void secondPeThatLoadsTheSameNativeLibraryEndsTheJob() throws IOException {
        assertEquals(eachPe(List.of("loads")), sorted(Oshrun.run(words("--pes-per-jvm 1", "natives")).expect(0)
            .outLines()));
        for (int pe = 0; pe < PES; pe++) {
            Files.delete(folder.resolve("lib" + pe + ".so"));
        }
        Oshrun.Result result = Oshrun.run(words(ONE_JVM, "natives")).expect(1);
        assertEquals(List.of("0 loads"), result.outLines());
        assertTrue(result.err().contains("PE 1 loads the native library lib1.so, whose state in this JVM is PE 0's; "
            + "--pes-per-jvm 1 gives each PE a JVM of its own"), result::err);
    }

    @Test
    void secondPeThatChangesASettingOfTheJvmEndsTheJob() throws IOException {
        Oshrun.Result own = Oshrun.run(words("--pes-per-jvm 1", "settings")).expect(0);
        assertEquals(PES, own.outLines().stream().filter(line -> line.matches("(\\d) has GMT\\+0?\\1.*|0 has GMT"))
            .count(), own::out);
        Oshrun.Result shared = Oshrun.run(words(ONE_JVM, "settings")).expect(1);
        assertEquals(eachPe(List.of("sets")), sorted(shared.outLines()));
        assertTrue(shared.err().matches("(?s).*PE \\d sets the default time zone, which this JVM has once, and PE \\d"
            + " has set it to something else; --pes-per-jvm 1 gives each PE a JVM of its own.*"), shared::err);
        assertEquals(eachPe(List.of("filters !apart.#")), sorted(Oshrun.run(words("--pes-per-jvm 1", "serial"))
            .expect(0).outLines()));
        Oshrun.Result filtered = Oshrun.run(words(ONE_JVM, "serial")).expect(1);
        assertTrue(filtered.err().contains(" sets the filter of serial data, which this JVM has once, and PE "),
            filtered::err);
    }

    @Thorough
    @Test
    void noPoolCountsAsOneThread() throws IOException {
        String none = " -J-Djava.util.concurrent.ForkJoinPool.common.parallelism=0";
        assertEquals(eachPe(List.of("parallelism: 1")),
            sorted(Oshrun.run(words(ONE_JVM + none, "no-pool")).expect(0).outLines()));
    }

    @Thorough
    @Test
    void linesOfInputAreReadByEachPe() throws IOException {
        List<String> words = words(ONE_JVM + " --stdin all", "readln");
        assertEquals(eachPe(List.of("asks # read first, second")),
            sorted(Oshrun.run("first\nsecond\n", words).expect(0).outLines()));
    }

    @Thorough
    @Test
    void keptStreamIsTheCallersWhereClassesAreShared() throws IOException {
        assertEquals(List.of("[0] kept 0", "[1] kept 1", "[2] kept 2", "[3] kept 3"),
            sorted(Oshrun.run(words(ONE_JVM + " --share-classes -l", "kept-stream")).expect(0).outLines()));
    }

    @Thorough
    @Test
    void signaturesAndSealsHoldInSharedJvms() throws IOException, InterruptedException {
        Path jar = signed();
        Path tampered = tampered(jar);
        for (String shape : new String[] {"1", "1024"}) {
            assertEquals("1, true, sealing violation: package io.shmem4j.launch is sealed",
                found(shape, jar, TestProgram.class.getName()));
            assertEquals("1, true, Other", found(shape, jar, SignedProgram.class.getName() + "$Other"));
            String refused = found(shape, tampered, SignedProgram.class.getName() + "$Other");
            assertTrue(refused.matches("1, true, SHA-\\d+ digest error for .*Other\\.class"), refused);
        }
    }

    private static String found(String shape, Path jar, String other) {
        List<String> lines = sorted(Oshrun.run(List.of("-np", "2", "--pes-per-jvm", shape, "-cp", jar + ":"
            + Path.of("target", "test-classes").toAbsolutePath(), SignedProgram.class.getName(), other)).expect(0)
            .outLines());
        assertEquals(lines.getFirst(), lines.getLast().replace("1: ", "0: "));
        return lines.getFirst().substring(3);
    }

    /** A sealed jar that somebody has signed. */
    private Path signed() throws IOException, InterruptedException {
        Path jar = folder.resolve("signed.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.SEALED, "true");
        try (OutputStream file = Files.newOutputStream(jar);
            JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (String end : new String[] {".class", "$Other.class"}) {
                String name = SignedProgram.class.getName().replace('.', '/') + end;
                out.putNextEntry(new JarEntry(name));
                out.write(Files.readAllBytes(Path.of("target", "test-classes").resolve(name)));
            }
        }
        String keys = folder.resolve("keys").toString();
        tool("keytool", "-genkeypair", "-alias", "me", "-keyalg", "EC", "-dname", "CN=me", "-keystore", keys,
            "-storepass", "secret");
        tool("jarsigner", "-keystore", keys, "-storepass", "secret", jar.toString(), "me");
        return jar;
    }

    /** A copy of a jar in which somebody else has changed a class. */
    private Path tampered(Path jar) throws IOException {
        Path copy = Files.copy(jar, folder.resolve("tampered.jar"));
        try (FileSystem inside = FileSystems.newFileSystem(copy)) {
            Path file = inside.getPath(SignedProgram.class.getName().replace('.', '/') + "$Other.class");
            byte[] bytes = Files.readAllBytes(file);
            // An attribute that no JVM knows is one that none minds.
            Files.writeString(file, new String(bytes, StandardCharsets.ISO_8859_1).replace("SourceFile", "sourceFile"),
                StandardCharsets.ISO_8859_1);
        }
        return copy;
    }

    private static void tool(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(words));
        command.set(0, Path.of(System.getProperty("java.home"), "bin", words[0]).toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }
}
