// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.libraries.boot.PutLog;
import io.shmem4j.libraries.boot.Service;
import io.shmem4j.race.Detector;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program and the library in an executable jar of Spring Boot: settings that name a class work there too. */
class BootJarIT {
    @TempDir
    private static Path folder;
    private static Path jar;

    /** Writes the jar as Spring Boot's Maven plug-in does: the loader's classes, the program's, and jars in the jar. */
    @BeforeAll
    static void make() throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, "org.springframework.boot.loader.launch.JarLauncher");
        main.putValue("Start-Class", Service.class.getName());
        main.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
        main.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
        jar = folder.resolve("service.jar");
        try (OutputStream file = Files.newOutputStream(jar);
            JarOutputStream out = new JarOutputStream(file, manifest);
            FileSystem loader = FileSystems.newFileSystem(Path.of(LibraryPath.jars("spring-boot-loader-")))) {
            // The loader looks for these entries of folders.
            out.putNextEntry(new ZipEntry("BOOT-INF/classes/"));
            out.putNextEntry(new ZipEntry("BOOT-INF/lib/"));
            copy(loader.getPath("/org"), loader.getPath("/"), "", out);
            Path classes = Path.of(Oshrun.classPath(Service.class));
            copy(classes.resolve(Service.class.getPackageName().replace('.', '/')), classes, "BOOT-INF/classes/", out);
            String[] library = Oshrun.classPath(Shmem.class, ShmJob.class, Detector.class).split(File.pathSeparator);
            for (int i = 0; i < library.length; i++) {
                store("BOOT-INF/lib/library" + i + ".jar", jarOf(Path.of(library[i])), out);
            }
        }
    }

    private static void copy(Path from, Path root, String prefix, JarOutputStream to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    to.putNextEntry(new ZipEntry(prefix + root.relativize(file)));
                    Files.copy(file, to);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    /** {@return a module's jar, which is a folder of classes in a build that packs no jars} */
    private static byte[] jarOf(Path module) throws IOException {
        if (Files.isRegularFile(module)) {
            return Files.readAllBytes(module);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes)) {
            copy(module, module, "", out);
        }
        return bytes.toByteArray();
    }

    /** The loader reads jars in the jar where they lie, so they must not be compressed. */
    private static void store(String name, byte[] content, JarOutputStream to) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        CRC32 sum = new CRC32();
        sum.update(content);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
        to.putNextEntry(entry);
        to.write(content);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "SHMEM_PROFILE | 1                                 | profile of 2 PEs",
        "SHMEM_PROFILE | io.shmem4j.observe.Trace          | served",
        "SHMEM_PROFILE | io.shmem4j.libraries.boot.PutLog  | PE 0 puts to PE 1",
        "SHMEM_CHECK   | 3                                 | data race: PE"
    })
    void settingsThatNameAClassFindIt(String setting, String value, String output) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        try (Oshrun run = Oshrun.start(java, folder, Map.of(setting, value, "SHMEM_TRACE_DIR", folder.toString()),
            List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-jar", jar.toString()))) {
            Oshrun.Result result = run.awaitEnd();
            assertTrue((result.out() + result.err()).contains(output), () -> result.out() + result.err());
            result.expect(0);
        }
    }

    /** The library's loader is then the system's, which does not find the program's classes. */
    @Thorough
    @Test
    void oshrunTakesTheProgramsInterceptor() {
        Oshrun.Result result = Oshrun.run(Map.of("SHMEM_PROFILE", PutLog.class.getName()), List.of("-np", "2",
            jar.toString(), "init")).expect(0);
        assertEquals(List.of("PE 0 puts to PE 1", "PE 1 puts to PE 1", "served", "served"), result.outLines().stream()
            .sorted().toList());
    }
}
