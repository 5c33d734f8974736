// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.Installation;
import io.shmem4j.launch.Place;
import io.shmem4j.launch.program.Program.Compiled;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Follows a program from its main class. Its own classes are those of folders, of the jar of its main class, and of a
 * source file; all else are libraries. As long as it names none of these and looks no class up by name, what it can
 * reach is what is named; then all its own classes count.
 */
final class ProgramScan implements AutoCloseable {
    private static final String CLASS = ".class";
    private static final Set<String> BY_NAME = Set.of("java/lang/Class.forName", "java/lang/ClassLoader.loadClass",
        "java/util/ServiceLoader.load", "java/lang/invoke/MethodHandles$Lookup.findClass");

    private final String main;
    private final List<Place> own = new ArrayList<>();
    private final List<Place> libraries = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final ArrayDeque<String> queue = new ArrayDeque<>();
    /** How the program's own names begin in a jar that has its libraries, too. */
    private String prefix = "";
    private boolean all;
    private String processes;
    private String classes;

    /** Scans a program, perhaps one with classes of a source file. */
    ProgramScan(String mainClass, List<ClassPathScan.Part> parts, Compiled compiled) {
        this.main = mainClass.replace('.', '/');
        if (compiled != null) {
            own.add(compiled);
        }
        try {
            for (ClassPathScan.Part part : parts) {
                Place place = part.folder() ? new Place.Folder(part.path()) : new Place.Jar(part.path());
                boolean programs = part.folder() || own.stream().noneMatch(Place.Jar.class::isInstance)
                    && place.read(main + CLASS) != null;
                (programs ? own : libraries).add(place);
                if (programs && place instanceof Place.Jar jar && jar.hasLibraries()) {
                    prefix = prefix();
                }
            }
        } catch (IOException e) {
            classes = "can't be read: " + e.getMessage();
        }
    }

    /** {@return the first two words of the main class's package, or as many as there are} */
    private String prefix() {
        int first = main.indexOf('/');
        int second = main.indexOf('/', first + 1);
        return main.substring(0, (second < 0 ? first : second) + 1);
    }

    ClassPathScan.Verdict run() {
        try {
            if (find(own, main) == null) {
                // A module's, or one that will not be found either when the PEs look for it.
                classes = main.replace('/', '.') + " is not on the class path";
            }
        } catch (IOException e) {
            classes = main.replace('/', '.') + " can't be read";
        }
        add(main);
        while (!queue.isEmpty() && (processes == null || classes == null)) {
            String name = queue.poll();
            try {
                look(name);
            } catch (IOException | RuntimeException e) {
                classes = classes == null ? name.replace('/', '.') + " can't be read" : classes;
            }
        }
        return new ClassPathScan.Verdict(processes, classes);
    }

    private void add(String name) {
        if (!name.startsWith("java/") && seen.add(name)) {
            queue.add(name);
        }
    }

    private void look(String name) throws IOException {
        if (name.startsWith("io/shmem4j/") && Installation.loader().getResource(name + CLASS) != null) {
            return;
        }
        byte[] bytes = name.startsWith(prefix) ? find(own, name) : null;
        if (bytes != null) {
            ClassFile type = new ClassFile(bytes);
            if (!type.name().equals(name)) {
                // A folder below the class path's has it, as one of a project's has; nobody can load it from there.
                return;
            }
            processes = processes == null ? Marks.of(type, true) : processes;
            classes = classes == null ? Statics.of(type) : classes;
            type.references((owner, member) -> all(BY_NAME.contains(owner + "." + member)));
            type.classes(this::add);
            return;
        }
        // Counts all classes if the name belongs to the JDK, a library, or nobody.
        all(!name.startsWith("javax/") && !name.startsWith("jdk/") && !name.startsWith("sun/")
            && !name.startsWith("com/sun/"));
        bytes = classes != null ? null : find(own, name);
        bytes = bytes != null || classes != null ? bytes : find(libraries, name);
        if (bytes != null) {
            ClassFile type = new ClassFile(bytes);
            classes = Statics.of(type);
            type.classes(this::add);
        }
    }

    private static byte[] find(List<Place> places, String name) throws IOException {
        for (Place place : places) {
            byte[] bytes = place.read(name + CLASS);
            if (bytes != null) {
                return bytes;
            }
        }
        return null;
    }

    /** Counts every class of the program from now on, if a condition holds. */
    private void all(boolean now) {
        if (now && !all) {
            all = true;
            for (Place place : own) {
                place.classes(name -> {
                    if (name.startsWith(prefix)) {
                        add(name);
                    }
                });
            }
        }
    }

    @Override
    public void close() {
        own.forEach(Place::close);
        libraries.forEach(Place::close);
    }
}
