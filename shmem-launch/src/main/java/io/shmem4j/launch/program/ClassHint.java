// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.Place;
import io.shmem4j.report.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.zip.ZipFile;
import javax.lang.model.SourceVersion;

/** Suggests a class where the user has named one that does not exist. */
record ClassHint(String name, List<String> classPath) {
    /** {@return the end of a message, perhaps nothing} */
    String text() {
        List<String> missing = classPath.stream().filter(entry -> !entry.endsWith("/*"))
            .filter(entry -> Files.notExists(Path.of(entry))).toList();
        if (!missing.isEmpty()) {
            return "; of the class path, " + String.join(" and ", missing) + " does not exist";
        }
        List<String> broken = classPath.stream().filter(ClassHint::isBroken).toList();
        if (!broken.isEmpty()) {
            return "; of the class path, " + String.join(" and ", broken) + " can't be read as a jar";
        }
        Optional<String> similar = similar();
        if (similar.isPresent()) {
            return "; did you mean " + similar.get() + "?";
        }
        if (classPath.size() == 1 && Files.isRegularFile(Path.of(classPath.getFirst(), "pom.xml"))) {
            return "; this folder is a Maven project: say oshrun --project . " + name + ", or -cp target/classes";
        }
        return "";
    }

    /** A JVM passes over such a file without a word. */
    private static boolean isBroken(String entry) {
        if (!Files.isRegularFile(Path.of(entry))) {
            return false;
        }
        try {
            new ZipFile(entry).close();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** {@return the class that was meant, perhaps} */
    Optional<String> similar() {
        TreeSet<String> names = new TreeSet<>();
        classPath.forEach(entry -> addNames(Path.of(entry), names));
        String simple = simple(name);
        Optional<String> same = names.stream().filter(each -> simple(each).equalsIgnoreCase(simple)).findFirst();
        if (same.isPresent()) {
            return same;
        }
        List<String> simples = new ArrayList<>(names.stream().map(ClassHint::simple).toList());
        return CommandLines.mostSimilar(simple, simples)
            .flatMap(found -> names.stream().filter(each -> simple(each).equals(found)).findFirst());
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static void addNames(Path entry, TreeSet<String> names) {
        try (Place place = Place.of(entry)) {
            place.classes(file -> {
                String type = file.replace('/', '.');
                if (type.indexOf('$') < 0 && SourceVersion.isName(type)) {
                    names.add(type);
                }
            });
        } catch (IOException e) {
            // What can't be read has no names for a hint.
            return;
        }
    }
}
