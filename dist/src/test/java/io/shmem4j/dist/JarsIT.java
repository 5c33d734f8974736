// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.jar.Attributes.Name;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contents of each of our jars, and equal bytes when it is built elsewhere. */
class JarsIT {
    private static final Path LIB = Oshrun.sources().resolve("target/lib");
    private static final String VERSION = System.getProperty("shmem4j.version", "0.1.0");

    @TempDir
    Path folder;

    private static List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.list(LIB)) {
            return files.filter(file -> file.getFileName().toString().startsWith("shmem")).sorted().toList();
        }
    }

    @Test
    void eachHasItsLicenceAndItsVersion() throws IOException {
        byte[] licence = Files.readAllBytes(Oshrun.sources().resolve("LICENSE"));
        assertTrue(jars().size() > 7, () -> "jars in " + LIB);
        for (Path each : jars()) {
            try (JarFile jar = new JarFile(each.toFile())) {
                assertNotNull(jar.getEntry("META-INF/LICENSE"), each::toString);
                assertArrayEquals(licence, jar.getInputStream(jar.getEntry("META-INF/LICENSE")).readAllBytes());
                assertEquals(VERSION, jar.getManifest().getMainAttributes().getValue(Name.IMPLEMENTATION_VERSION),
                    each::toString);
            }
        }
    }

    /** Reads modules with those that they name, whose jars may have a module name only. */
    @Test
    void eachHasAModuleDescriptorThatResolves() throws IOException {
        Path with = LIB.resolve("with");
        for (String folder : List.of("", "agrona", "chronicle", "mpi")) {
            ModuleFinder path = ModuleFinder.of(LIB, with.resolve(folder));
            List<ModuleDescriptor> ours = path.findAll().stream().map(ModuleReference::descriptor)
                .filter(module -> module.name().startsWith("io.shmem4j")).toList();
            assertEquals(jars().size() + (folder.isEmpty() ? 0 : 1), ours.size(), ours::toString);
            assertEquals(List.of(), ours.stream().filter(ModuleDescriptor::isAutomatic).toList());
            ModuleLayer.boot().configuration().resolve(path, ModuleFinder.of(),
                ours.stream().map(ModuleDescriptor::name).toList());
        }
    }

    /** {@code install} takes them along: an IDE shows Javadoc from them, also of what templates make. */
    @Test
    void eachHasItsSources() throws IOException {
        for (Path each : jars()) {
            String module = each.getFileName().toString().replace("-" + VERSION + ".jar", "");
            Path sources = Oshrun.sources().resolve(module.replace("shmem4j-", "")).resolve("target/" + module + "-"
                + VERSION + "-sources.jar");
            try (JarFile classes = new JarFile(each.toFile()); JarFile jar = new JarFile(sources.toFile())) {
                List<String> missing = classes.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")
                    && !name.contains("$")).map(name -> name.replace(".class", ".java"))
                    .filter(name -> jar.getEntry(name) == null).toList();
                assertEquals(List.of(), missing, sources::toString);
            }
        }
    }

    @Thorough
    @Test
    void theSameSourcesGiveTheSameBytesInAnotherFolder() throws Exception {
        Path copy = folder.resolve("another place");
        try (Stream<Path> modules = Files.list(Oshrun.sources())) {
            for (Path pom : (Iterable<Path>) modules.map(module -> module.resolve("pom.xml"))
                .filter(Files::exists)::iterator) {
                Path module = Files.createDirectories(copy.resolve(pom.getParent().getFileName()));
                Files.copy(pom, module.resolve("pom.xml"));
            }
        }
        for (String file : List.of("pom.xml", "LICENSE")) {
            Files.copy(Oshrun.sources().resolve(file), copy.resolve(file));
        }
        copyTree(Oshrun.sources().resolve("shmem-report/src/main"), copy.resolve("shmem-report/src/main"));
        Files.createDirectories(copy.resolve(".mvn"));
        // Builds with the JDK that Maven runs on, because JDKs differ in how they compress.
        try (LocalRepository repository = new LocalRepository(folder.resolve("repository"),
            System.getProperty("maven.java.home", System.getProperty("java.home")))) {
            repository.run(copy, "mvn", "-q", "-B", "-pl", "shmem-report", "-DskipTests", "-Dcheckstyle.skip=true",
                "package");
        }
        String name = "shmem-report-" + VERSION + ".jar";
        assertArrayEquals(Files.readAllBytes(LIB.resolve(name)), Files.readAllBytes(copy.resolve("target/lib")
            .resolve(name)), name);
    }

    private static void copyTree(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
