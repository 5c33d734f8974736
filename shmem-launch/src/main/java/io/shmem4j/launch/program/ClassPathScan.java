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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;

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

    /** {@return what a program's classes tell, among them those that a source file was compiled to} */
    public Verdict of(String mainClass, List<String> classPath, Compiled compiled) {
        List<Part> parts = parts(classPath);
        Hash hash = new Hash().add(mainClass);
        parts.forEach(part -> hash.add(part.path.toString()).add(part.stamp));
        String text = compiled == null ? store.get(hash.toString()) : null;
        if (text == null) {
            try (ProgramScan scan = new ProgramScan(mainClass, parts, compiled)) {
                Verdict verdict = scan.run();
                text = Objects.toString(verdict.processes, "") + END + Objects.toString(verdict.classes, "");
            }
            if (compiled == null) {
                store.put(hash.toString(), text);
            }
        }
        store.save();
        String own = read(text.substring(0, text.indexOf(END)));
        String part = parts.stream().map(Part::why).filter(Objects::nonNull).findFirst().orElse(null);
        return new Verdict(part == null ? own : part, read(text.substring(text.indexOf(END) + 1)));
    }

    /** {@return the parts of a class path, with what each says by itself} */
    public List<Part> parts(List<String> classPath) {
        List<Part> parts = new ArrayList<>();
        Set<Path> known = new HashSet<>();
        for (String entry : classPath) {
            for (Path file : ClassPath.files(entry)) {
                add(file, parts, known);
            }
        }
        store.save();
        return parts;
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
            String text = store.get(stamp.toString());
            if (text == null) {
                text = LibraryScan.of(file);
                store.put(stamp.toString(), text);
            }
            String[] lines = text.split("\n");
            parts.add(new Part(file, false, stamp.value(), read(lines[0])));
            for (int i = 1; i < lines.length; i++) {
                URI more = file.toUri().resolve(lines[i]);
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

    /** What a jar says by itself, whatever program uses it. */
    private static final class LibraryScan {
        /** How an agent names what attaches it to its own JVM; one that a flag starts has no need to. */
        private static final byte[][] ATTACH = {
            "com/sun/tools/attach/VirtualMachine".getBytes(StandardCharsets.US_ASCII),
            "com.sun.tools.attach.VirtualMachine".getBytes(StandardCharsets.US_ASCII)};

        private String why;
        private boolean agent;

        private LibraryScan() {
        }

        /**
         * {@return lines: why its users need processes, else an empty one; then what its manifest adds to the class
         * path}
         */
        static String of(Path file) throws IOException {
            LibraryScan scan = new LibraryScan();
            try (Place.Jar jar = new Place.Jar(file)) {
                Attributes manifest = jar.manifest();
                scan.agent = manifest.getValue("Agent-Class") != null;
                scan.run(jar);
                List<String> lines = new ArrayList<>();
                lines.add(Objects.toString(scan.why, ""));
                String more = manifest.getValue(Attributes.Name.CLASS_PATH);
                if (more != null) {
                    lines.addAll(List.of(more.strip().split("\\s+")));
                }
                return String.join("\n", lines);
            } catch (RuntimeException e) {
                throw new IOException(e);
            }
        }

        /** A class that can't be read counts only where no other one says enough. */
        private void run(Place.Jar jar) throws IOException {
            IOException failure = null;
            for (JarEntry entry : jar.entries()) {
                why = Marks.file(entry.getName());
                if (why == null && entry.getName().endsWith(".class")) {
                    try {
                        look(jar.read(entry));
                    } catch (IOException e) {
                        failure = e;
                    }
                }
                if (why != null) {
                    return;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }

        private void look(byte[] bytes) {
            if (Marks.mayHave(bytes)) {
                why = Marks.of(new ClassFile(bytes), false);
            } else if (agent && ClassFile.mentions(bytes, ATTACH)) {
                why = "has an agent that attaches itself to its JVM";
            }
        }
    }
}
