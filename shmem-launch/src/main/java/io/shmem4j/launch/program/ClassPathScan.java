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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Looks through a program's class path, or asks the store what it has found before. A verdict on a jar holds for its
 * name, size and time; the one on the program holds for all that is on its class path.
 */
public final class ClassPathScan {
    private static final char END = '\0';

    /**
     * What a scan tells of a program.
     *
     * @param processes why its PEs need processes, null where they can't be told apart from them
     * @param classes   why its PEs need classes of their own, null where the classes keep nothing
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
            return processes == null ? null : path.getFileName() + " " + processes;
        }
    }

    private final KeptTexts store;

    public ClassPathScan(Installation installation) {
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
     * {@return what a program's classes tell, among them those that a source file was compiled to} A library that needs
     * processes decides alone: nobody follows the program then.
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

    /** {@return the parts of a class path, with what each says by itself} Behind the first reason some are unknown. */
    public List<Part> parts(List<String> classPath) {
        List<Part> parts = new ArrayList<>();
        Set<Path> known = new HashSet<>();
        for (String entry : classPath) {
            for (Path file : ClassPath.files(entry)) {
                add(file, parts, known);
            }
        }
        Map<Path, String> unknown = new LinkedHashMap<>();
        boolean decided = parts.stream().anyMatch(part -> part.processes != null);
        for (Part part : parts) {
            String name = stored(part);
            if (!part.folder && !decided && store.get(name) == null) {
                unknown.put(part.path, name);
            }
        }
        LibraryScan.of(List.copyOf(unknown.keySet()), (file, why) -> store.put(unknown.get(file), why));
        store.save();
        return parts.stream().map(part -> part.folder ? part
            : new Part(part.path, false, part.stamp, read(Objects.toString(store.get(stored(part)), "")))).toList();
    }

    private static String stored(Part jar) {
        return new Hash().add(jar.stamp).toString();
    }

    private void add(Path file, List<Part> parts, Set<Path> known) {
        if (!known.add(file) || Installation.isLibrary(file.toString())) {
            return;
        }
        try {
            BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
            if (facts.isDirectory()) {
                FolderScan folder = new FolderScan();
                folder.walk(file.toFile(), "");
                parts.add(new Part(file, true, folder.hash.value(), folder.processes));
                return;
            }
            Hash stamp = new Hash().add(file.toString()).add(facts);
            String listed = store.get(stamp.toString());
            if (listed == null) {
                listed = String.join("\n", LibraryScan.more(file));
                store.put(stamp.toString(), listed);
            }
            Part jar = new Part(file, false, stamp.value(), null);
            parts.add(new Part(file, false, stamp.value(), read(Objects.toString(store.get(stored(jar)), ""))));
            for (String name : listed.isEmpty() ? new String[0] : listed.split("\n")) {
                URI more = file.toUri().resolve(name);
                if ("file".equals(more.getScheme())) {
                    add(Path.of(more).toAbsolutePath().normalize(), parts, known);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            // What is not there, or no jar, has no classes for a PE either.
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

        private void walk(File folder, String prefix) throws IOException {
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
                    BasicFileAttributes facts = Files.readAttributes(folder.toPath().resolve(name),
                        BasicFileAttributes.class);
                    hash.add(prefix).add(name).add(facts);
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
