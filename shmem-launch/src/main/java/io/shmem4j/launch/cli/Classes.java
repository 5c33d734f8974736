// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import io.shmem4j.launch.Place;
import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The classes of a class path that have a main method. */
final class Classes {
    private static final String MAIN = "main";
    /** Folders that hold more are no class paths. */
    private static final int MOST_FILES = 2000;

    private Classes() {
    }

    static List<String> of(String classPath) {
        List<String> names = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            try (Place place = Place.of(Path.of(entry.isEmpty() ? "." : entry))) {
                List<String> all = new ArrayList<>();
                place.classes(all::add);
                for (String name : all.stream().filter(Classes::isMainLike).limit(MOST_FILES).toList()) {
                    add(place.read(name + ".class"), names);
                }
            } catch (IOException e) {
                // A file that is no jar has no classes to offer.
                continue;
            }
        }
        return names;
    }

    private static boolean isMainLike(String name) {
        return !name.contains("$") && !name.contains("-info");
    }

    private static void add(byte[] bytes, List<String> names) {
        try {
            ClassModel model = ClassFile.of().parse(bytes);
            if (model.methods().stream().anyMatch(method -> method.methodName().equalsString(MAIN))) {
                names.add(model.thisClass().asInternalName().replace('/', '.'));
            }
        } catch (IllegalArgumentException e) {
            // No class file, whatever its name says.
            return;
        }
    }
}
