// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Classes of signed and sealed jars, in JVMs that several PEs share and in processes. */
@Execution(ExecutionMode.CONCURRENT)
class SignedJarsIT {
    private static final int PES = 8;
    private static final int CLASSES = 600;

    @TempDir
    private Path folder;

    @Thorough
    @Test
    void signaturesAndSealsHoldInSharedJvms() throws IOException, InterruptedException {
        String own = SignedProgram.class.getName();
        Path jar = signed(Map.of(own, classFile(own), own + "$Other", classFile(own + "$Other")), true);
        Path tampered = tampered(jar);
        for (String shape : new String[] {"1", "1024"}) {
            assertEquals("1, true, sealing violation: package io.shmem4j.launch is sealed",
                found(shape, jar, TestProgram.class.getName()));
            assertEquals("1, true, Other", found(shape, jar, own + "$Other"));
            String refused = found(shape, tampered, own + "$Other");
            assertTrue(refused.matches("1, true, SHA-\\d+ digest error for .*Other\\.class"), refused);
        }
    }

    /** A JDK that verifies one entry of a jar in two threads at once may find it without signers. */
    @Thorough
    @Test
    void everyClassKeepsItsSignerWhereAllPesLoadItAtOnce() throws IOException, InterruptedException {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (int i = 0; i < CLASSES; i++) {
            String name = "signed.Numbered" + i;
            classes.put(name, ClassFile.of().build(ClassDesc.of(name), type -> { }));
        }
        Path jar = signed(classes, false);
        List<String> lines = Oshrun.run(List.of("-np", Integer.toString(PES), "--pes-per-jvm", "1024", "-cp", jar + ":"
            + Oshrun.classPath(SignedProgram.class), SignedProgram.class.getName(),
            Integer.toString(CLASSES))).expect(0).outLines();
        assertEquals(IntStream.range(0, PES).mapToObj(pe -> pe + " " + CLASSES + " signed").toList(),
            lines.stream().sorted().toList());
    }

    private static String found(String shape, Path jar, String other) {
        List<String> lines = Oshrun.run(List.of("-np", "2", "--pes-per-jvm", shape, "-cp", jar + ":"
            + Oshrun.classPath(SignedProgram.class), SignedProgram.class.getName(), other)).expect(0)
            .outLines().stream().sorted().toList();
        assertEquals(lines.getFirst(), lines.getLast().replace("1: ", "0: "));
        return lines.getFirst().substring(3);
    }

    private static byte[] classFile(String name) throws IOException {
        return Files.readAllBytes(Path.of(Oshrun.classPath(SignedProgram.class)).resolve(file(name)));
    }

    private static String file(String name) {
        return name.replace('.', '/') + ".class";
    }

    private Path signed(Map<String, byte[]> classes, boolean sealed) throws IOException, InterruptedException {
        Path jar = folder.resolve("signed.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.SEALED, Boolean.toString(sealed));
        try (OutputStream file = Files.newOutputStream(jar);
            JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (Map.Entry<String, byte[]> each : classes.entrySet()) {
                out.putNextEntry(new JarEntry(file(each.getKey())));
                out.write(each.getValue());
            }
        }
        String keys = folder.resolve("keys").toString();
        tool("keytool", "-genkeypair", "-alias", "me", "-keyalg", "EC", "-dname", "CN=me", "-keystore", keys,
            "-storepass", "secret");
        tool("jarsigner", "-keystore", keys, "-storepass", "secret", jar.toString(), "me");
        return jar;
    }

    /** A copy of a jar with a class that changed after it was signed. */
    private Path tampered(Path jar) throws IOException {
        Path copy = Files.copy(jar, folder.resolve("tampered.jar"));
        try (FileSystem inside = FileSystems.newFileSystem(copy)) {
            Path file = inside.getPath(file(SignedProgram.class.getName() + "$Other"));
            byte[] bytes = Files.readAllBytes(file);
            // JVMs ignore attributes of an unknown name.
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
