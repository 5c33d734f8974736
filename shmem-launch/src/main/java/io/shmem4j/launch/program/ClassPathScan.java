// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.Hash;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.KeptTexts;
import io.shmem4j.launch.Place;
import io.shmem4j.launch.program.Program.Compiled;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks through a program's class path, or asks the store what it has found before. A verdict on a jar holds for its
 * name, size and time; the one on the program holds for all that is on its class path.
 */
public final class ClassPathScan {
    private static final char END = '\0';

    /**
     * The verdict of a scan on a program.
     *
     * @param processes why its PEs need processes, or null if they may share a JVM
     * @param classes why its PEs need classes of their own, null where the classes keep nothing
     */
    public record Verdict(String processes, String classes) {
    }

    /**
     * A part of the class path.
     *
     * @param stamp     what changes when it does
     * @param processes why PEs that use it need processes, or null
     */
    public record Part(Path path, boolean folder, long stamp, String processes) {
        /** {@return the reason with the name of the part, null where there is none} */
        public String why() {
            return processes == null ? null : file() + " " + processes;
        }

        /** {@return the last name of its path; the path where it has none, as the root has} */
        public String file() {
            return Objects.requireNonNullElse(path.getFileName(), path).toString();
        }

        /** {@return the name of a jar's text in the store: why its users need processes, then its manifest's path} */
        private String name() {
            return Long.toHexString(stamp);
        }
    }

    private final Installation installation;
    private final KeptTexts store;

    public ClassPathScan(Installation installation) {
        this.installation = installation;
        // Another launcher may look for other things.
        Hash rules = new Hash();
        for (String jar : installation.jars()) {
            if (new File(jar).getName().startsWith("shmem-launch")) {
                rules.add(Path.of(jar));
            }
        }
        this.store = new KeptTexts(installation.cacheFolders(), "verdicts", rules.toString());
    }

    /**
     * {@return the verdict on a program by its classes, among them those compiled from a source file} A library that
     * needs processes decides alone: nobody follows the program then.
     */
    public Verdict of(String mainClass, List<String> classPath, Compiled compiled) {
        List<Part> parts = parts(classPath);
        String part = parts.stream().map(Part::why).filter(Objects::nonNull).findFirst().orElse(null);
        if (part != null) {
            return new Verdict(part, part);
        }
        Hash hash = new Hash().add(mainClass);
        parts.forEach(each -> hash.add(each.path.toString()).add(each.stamp));
        String text = compiled == null ? store.get(hash.toString()) : null;
        if (text == null) {
            try (ProgramScan scan = new ProgramScan(mainClass, parts, compiled)) {
                Verdict verdict = scan.run();
                text = Objects.toString(verdict.processes, "") + END + Objects.toString(verdict.classes, "");
            }
            if (compiled == null) {
                store.put(hash.toString(), text);
                store.save();
            }
        }
        int end = text.indexOf(END);
        return new Verdict(read(text.substring(0, end)), read(text.substring(end + 1)));
    }

    /** {@return whether this is the first report of a fact to a user of this installation} */
    public boolean isNew(String fact) {
        String name = "told " + new Hash().add(fact);
        boolean isNew = store.get(name) == null;
        store.put(name, "");
        store.save();
        return isNew;
    }

    /** {@return the parts of a class path, with what each says by itself} Behind the first reason some are unknown. */
    public List<Part> parts(List<String> classPath) {
        Map<Path, Part> folders = new HashMap<>();
        List<Part> parts = listed(classPath, folders);
        while (parts.stream().allMatch(part -> part.processes == null) && scan(parts)) {
            // Manifests that are known by now may name more jars.
            parts = listed(classPath, folders);
        }
        store.save();
        return parts;
    }

    private List<Part> listed(List<String> classPath, Map<Path, Part> folders) {
        List<Part> parts = new ArrayList<>();
        Set<Path> known = new HashSet<>();
        for (String entry : classPath) {
            for (Path file : ClassPath.files(entry)) {
                add(file, parts, known, folders);
            }
        }
        return parts;
    }

    /** Looks through the jars that nobody has looked through yet, and returns whether there was any. */
    private boolean scan(List<Part> parts) {
        Map<Path, Part> unknown = new LinkedHashMap<>();
        for (Part part : parts) {
            if (!part.folder && store.get(part.name()) == null) {
                unknown.put(part.path, part);
            }
        }
        Map<Path, String> found = new ConcurrentHashMap<>();
        LibraryScan.of(List.copyOf(unknown.keySet()), found::put);
        found.forEach((file, text) -> store.put(unknown.get(file).name(), text));
        return !found.isEmpty();
    }

    private void add(Path file, List<Part> parts, Set<Path> known, Map<Path, Part> folders) {
        if (!known.add(file) || installation.hasCopy(file)) {
            return;
        }
        try {
            BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
            if (facts.isDirectory()) {
                Part folder = folders.get(file);
                if (folder == null) {
                    FolderScan scan = new FolderScan();
                    scan.walk(file.toFile(), "");
                    folder = new Part(file, true, scan.hash.value(), scan.processes);
                    folders.put(file, folder);
                }
                parts.add(folder);
                return;
            }
            Part jar = new Part(file, false, new Hash().add(file.toString()).add(facts).value(), null);
            String text = store.get(jar.name());
            String[] lines = text == null ? new String[] {""} : text.split("\n");
            parts.add(new Part(file, false, jar.stamp, read(lines[0])));
            for (int i = 1; i < lines.length; i++) {
                URI more = file.toUri().resolve(lines[i]);
                if ("file".equals(more.getScheme())) {
                    add(Path.of(more).toAbsolutePath().normalize(), parts, known, folders);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            // Missing files and files that are no jars have no classes for a PE either.
        }
    }

    private static String read(String text) {
        return text.isEmpty() ? null : text;
    }

    /** A folder's files, as far as they can matter. */
    private static final class FolderScan {
        private final Hash hash = new Hash();
        private String processes;
        private int files;

        private void walk(File folder, String prefix) {
            String[] names = folder.list();
            if (names == null) {
                return;
            }
            Arrays.sort(names);
            files += names.length;
            if (files > Place.MOST_FILES) {
                processes = "has more than " + Place.MOST_FILES + " files, too many to look through";
                return;
            }
            for (String name : names) {
                if (name.endsWith(".class")) {
                    // One that a build removes meanwhile, or a link that leads nowhere, hides none of the others.
                    hash.add(folder.toPath().resolve(name));
                } else if (name.indexOf('.') < 0) {
                    walk(new File(folder, name), prefix + name + "/");
                }
                if (processes == null) {
                    processes = Marks.inFolder(prefix + name);
                }
            }
        }
    }
}
