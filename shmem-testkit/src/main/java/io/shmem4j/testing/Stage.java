// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A copy of the library in {@code target/stage}, from which tests run jobs, because the build overwrites jars while
 * jobs of other modules run. Scripts and jars are copied and replaced atomically; everything else of the clone is
 * linked.
 */
final class Stage {
    private static final Set<String> SCRIPTS = Set.of("oshrun", "oshstat");

    static final Path HOME = prepare(Path.of(System.getProperty("shmem4j.home")));

    private Stage() { }

    private static Path prepare(Path clone) {
        Path stage = clone.resolve("target/stage");
        try (FileChannel file = FileChannel.open(Files.createDirectories(stage).resolve("lock"),
            StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.lock();
            for (Path each : list(clone, 1)) {
                Path copy = stage.resolve(each.getFileName());
                if (SCRIPTS.contains(each.getFileName().toString())) {
                    refresh(each, copy);
                } else if (!each.endsWith("target") && !Files.exists(copy)) {
                    Files.createSymbolicLink(copy, each);
                }
            }
            refreshJars(clone.resolve("target/lib"), Files.createDirectories(stage.resolve("target/lib")));
            return stage;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Copies the jars of this build: those on the class path, and those that are not older than the API's, the first of
     * each build. When that jar has changed, all others of an earlier build are removed.
     */
    private static void refreshJars(Path lib, Path copies) throws IOException {
        // A build that runs beside writes other files there first.
        List<Path> jars = list(lib, 3).stream().filter(file -> file.toString().endsWith(".jar")).toList();
        Path api = jars.stream().filter(jar -> jar.getFileName().toString().startsWith("shmem-api-")).findFirst()
            .orElseThrow();
        if (!isSame(api, copies.resolve(api.getFileName()))) {
            for (Path copy : list(copies, 3)) {
                if (Files.isRegularFile(copy)) {
                    Files.delete(copy);
                }
            }
        }
        FileTime built = Files.getLastModifiedTime(api);
        Set<String> classPath = Set.of(System.getProperty("java.class.path").split(File.pathSeparator));
        for (Path jar : jars) {
            if (!jar.getFileName().toString().startsWith("shmem") || classPath.contains(jar.toString())
                || Files.getLastModifiedTime(jar).compareTo(built) >= 0) {
                refresh(jar, copies.resolve(lib.relativize(jar).toString()));
            }
        }
    }

    private static void refresh(Path from, Path copy) throws IOException {
        if (!isSame(from, copy)) {
            Path fresh = Files.createDirectories(copy.getParent()).resolve(copy.getFileName() + ".new");
            Files.copy(from, fresh, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
            Files.move(fresh, copy, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static boolean isSame(Path from, Path copy) throws IOException {
        return Files.exists(copy) && Files.size(copy) == Files.size(from)
            && Files.getLastModifiedTime(copy).equals(Files.getLastModifiedTime(from));
    }

    private static List<Path> list(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.skip(1).toList();
        }
    }
}
