// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The classes of a class path that have a main method. */
final class Classes {
    private static final String ENDING = ".class";
    private static final String MAIN = "main";
    /** Folders that hold more are no class paths. */
    private static final int MOST_FILES = 2000;
    private static final int DEEPEST = 12;

    private Classes() {
    }

    static List<String> of(String classPath) {
        List<String> names = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            Path path = Path.of(entry.isEmpty() ? "." : entry);
            try {
                if (Files.isDirectory(path)) {
                    ofFolder(path, names);
                } else if (Files.isRegularFile(path)) {
                    ofJar(path, names);
                }
            } catch (IOException e) {
                // A file that is no jar has no classes to offer.
                continue;
            }
        }
        return names;
    }

    private static void ofFolder(Path folder, List<String> names) throws IOException {
        try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
            for (Path file : (Iterable<Path>) files.limit(MOST_FILES).filter(Classes::isClass)::iterator) {
                add(Files.readAllBytes(file), names);
            }
        }
    }

    private static boolean isClass(Path file) {
        return isMainLike(file.getFileName().toString());
    }

    private static boolean isMainLike(String name) {
        return name.endsWith(ENDING) && !name.contains("$") && !name.contains("-info");
    }

    private static void ofJar(Path jar, List<String> names) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) file.stream().limit(MOST_FILES).<ZipEntry>map(each -> each)
                .filter(each -> isMainLike(each.getName()))::iterator) {
                try (InputStream in = file.getInputStream(entry)) {
                    add(new DataInputStream(in).readAllBytes(), names);
                }
            }
        }
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
