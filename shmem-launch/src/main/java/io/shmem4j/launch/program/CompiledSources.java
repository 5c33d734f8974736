// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.Hash;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.program.Program.Compiled;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Cache of compiled source files, in the folders of the AOT caches. The key is a hash of the source, the compiler with
 * its options, and the class path. Each entry also lists the folders that the compiler searched for other sources, with
 * a hash of those sources.
 */
final class CompiledSources {
    /** Maximum number of entries; the least recently used ones are deleted. */
    private static final int MOST = 32;
    /** Folders with more sources are not cached: hashing them would take longer than compiling. */
    private static final int MOST_SOURCES = 64;
    /** Class folders with more files are not cached, for the same reason. */
    private static final int MOST_CLASSES = 4096;
    static final String SOURCES = "sources";
    private static final String FACTS = "META-INF/sources";
    private static final String SOURCE = ".java";

    private final List<Path> caches;
    private final String name;

    /** The classes of a source file, and the name of the program's class. */
    record Kept(String main, Compiled classes) { }

    private CompiledSources(List<Path> caches, String name) {
        this.caches = caches;
        this.name = name;
    }

    /** {@return the cache entry of a source file, or null if the class path can't be hashed} */
    static CompiledSources of(Path source, List<String> options, List<String> classPath) {
        Installation installation = Installation.current();
        Hash hash = new Hash().add(System.getProperty("java.home")).add(Runtime.version().toString())
            .add(ClassPath.absolute(source).toString());
        options.forEach(hash::add);
        installation.jars().forEach(jar -> hash.add(Path.of(jar)));
        try {
            for (String entry : classPath) {
                for (Path file : ClassPath.files(entry)) {
                    if (Files.isDirectory(file)) {
                        addFolder(hash, file);
                    } else {
                        JarContents.lines(List.of(file.toString())).forEach(hash::add);
                    }
                }
            }
            add(hash, source);
        } catch (IOException | RuntimeException e) {
            // Too many files to hash, or an unreadable one, which the compiler will report.
            return null;
        }
        return new CompiledSources(installation.cacheFolders(), hash + ".zip");
    }

    /** Hashes the contents of class files, because the compiler inlines their constants. */
    private static void addFolder(Hash hash, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            List<Path> found = files.limit(MOST_CLASSES + 1).sorted().toList();
            if (found.size() > MOST_CLASSES) {
                throw new IOException("too many files");
            }
            for (Path file : found) {
                if (file.toString().endsWith(".class")) {
                    CRC32 checksum = new CRC32();
                    checksum.update(Files.readAllBytes(file));
                    hash.add(file.toString()).add(checksum.getValue());
                }
            }
        }
    }

    private static void add(Hash hash, Path source) throws IOException {
        hash.add(source.getFileName().toString());
        hash.add(new String(Files.readAllBytes(source), StandardCharsets.ISO_8859_1));
    }

    /** {@return a hash of a folder's sources, or null if there are too many or one can't be read} */
    static String sources(File folder) {
        File[] files = folder.listFiles((place, file) -> file.endsWith(SOURCE));
        if (files == null) {
            return "none";
        }
        if (files.length > MOST_SOURCES) {
            return null;
        }
        Arrays.sort(files);
        Hash hash = new Hash();
        try {
            for (File file : files) {
                add(hash, file.toPath());
            }
        } catch (IOException e) {
            return null;
        }
        return hash.toString();
    }

    /** {@return the classes that were compiled from the same sources, or null} */
    Kept find() {
        for (Path cache : caches) {
            Path file = cache.resolve(SOURCES).resolve(name);
            if (Files.isRegularFile(file)) {
                try {
                    Kept kept = read(file);
                    if (kept != null) {
                        return kept;
                    }
                } catch (IOException | RuntimeException e) {
                    // A damaged entry; another cache folder may have a valid one.
                }
            }
        }
        return null;
    }

    private static Kept read(Path file) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        String main = null;
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] bytes = in.readAllBytes();
                if (!entry.getName().equals(FACTS)) {
                    classes.put(entry.getName(), bytes);
                    continue;
                }
                String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n");
                main = lines[0];
                for (int i = 1; i < lines.length; i++) {
                    int space = lines[i].indexOf(' ');
                    if (!lines[i].substring(0, space).equals(sources(new File(lines[i].substring(space + 1))))) {
                        return null;
                    }
                }
            }
        }
        if (main == null || !classes.containsKey(main)) {
            return null;
        }
        // Marks the entry as used. Fails for another user's file, which doesn't matter.
        file.toFile().setLastModified(System.currentTimeMillis());
        return new Kept(main, new Compiled(classes));
    }

    /** Stores the classes with the hashes of the searched folders. Stores nothing if the disk is full. */
    void keep(Kept found, Map<File, String> folders) {
        StringBuilder facts = new StringBuilder(found.main);
        for (Map.Entry<File, String> folder : folders.entrySet()) {
            if (folder.getValue() == null || folder.getKey().getPath().indexOf('\n') >= 0) {
                return;
            }
            facts.append('\n').append(folder.getValue()).append(' ').append(folder.getKey());
        }
        for (Path cache : caches) {
            Path place = cache.resolve(SOURCES);
            Path part = place.resolve(name + "." + ProcessHandle.current().pid());
            try {
                Files.createDirectories(place);
                Map<String, byte[]> files = new TreeMap<>(found.classes.files());
                files.put(FACTS, facts.toString().getBytes(StandardCharsets.UTF_8));
                Files.write(part, Compiled.packed(files));
                Files.move(part, place.resolve(name), StandardCopyOption.ATOMIC_MOVE);
                removeOldest(place.toFile());
                return;
            } catch (IOException e) {
                part.toFile().delete();
            }
        }
    }

    static void clean(Path cache) {
        File[] kept = cache.resolve(SOURCES).toFile().listFiles();
        for (File file : kept == null ? new File[0] : kept) {
            file.delete();
        }
    }

    void remove() throws IOException {
        for (Path cache : caches) {
            Files.deleteIfExists(cache.resolve(SOURCES).resolve(name));
        }
    }

    private static void removeOldest(File place) {
        File[] kept = place.listFiles();
        if (kept != null && kept.length > MOST) {
            Arrays.sort(kept, Comparator.comparingLong(File::lastModified));
            for (int i = 0; i < kept.length - MOST; i++) {
                kept[i].delete();
            }
        }
    }
}
