// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A local repository as {@code mvn install} leaves it, apart from the user's: what is not ours are links into that one,
 * so that nothing is loaded twice and our artifacts stay here.
 */
final class LocalRepository implements AutoCloseable {
    private static final String VERSION = System.getProperty("shmem4j.version", "0.1.0");
    private final Path folder;
    private final String javaHome;

    LocalRepository(Path folder, String javaHome) throws IOException {
        this.folder = folder;
        this.javaHome = javaHome;
        Path users = Path.of(System.getProperty("maven.repo.local", System.getProperty("user.home")
            + "/.m2/repository"));
        link(users, folder);
        Files.delete(folder.resolve("io"));
        link(users.resolve("io"), folder.resolve("io"));
        Files.deleteIfExists(folder.resolve("io").resolve("shmem4j"));
        install("shmem4j", Oshrun.home().resolve("pom.xml"));
        for (String module : List.of("shmem-bom", "shmem-api", "shmem-shm", "shmem-junit")) {
            install(module, Oshrun.home().resolve(module).resolve("pom.xml"));
        }
    }

    private static void link(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        Files.createDirectories(from.resolve("io"));
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toRealPath());
            }
        }
    }

    private void install(String module, Path pom) throws IOException {
        Path place = Files.createDirectories(folder.resolve("io/shmem4j").resolve(module).resolve(VERSION));
        Files.copy(pom, place.resolve(module + "-" + VERSION + ".pom"));
        String jar = module + "-" + VERSION + ".jar";
        for (Path built : List.of(Oshrun.home().resolve("target/lib"), Oshrun.sources().resolve(module + "/target"))) {
            if (Files.exists(built.resolve(jar)) && !Files.exists(place.resolve(jar))) {
                Files.copy(built.resolve(jar), place.resolve(jar));
            }
        }
    }

    /**
     * {@return the variables with which every Maven that is started uses this repository}
     *
     * @throws IOException if the folder can't be resolved
     */
    Map<String, String> environment() throws IOException {
        return Map.of("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -Dmaven.repo.local=" + folder.toRealPath(), "JAVA_HOME",
            javaHome);
    }

    /** Removes the links, so that the folder's removal sees nothing but files. */
    @Override
    public void close() throws IOException {
        for (Path place : List.of(folder, folder.resolve("io"))) {
            try (Stream<Path> entries = Files.list(place)) {
                for (Path link : (Iterable<Path>) entries.filter(Files::isSymbolicLink)::iterator) {
                    Files.delete(link);
                }
            }
        }
    }

    /**
     * Runs a command and expects it to succeed.
     *
     * @return what it said
     */
    String run(Path from, String... words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(words))).directory(from.toFile())
            .redirectErrorStream(true);
        builder.environment().putAll(environment());
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), () -> String.join(" ", words) + ":\n" + said);
        return said;
    }
}
