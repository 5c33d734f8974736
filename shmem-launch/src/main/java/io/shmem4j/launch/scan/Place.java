// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.scan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** Where classes lie: a jar, a folder, or the memory that a source file was compiled to. */
abstract sealed class Place implements AutoCloseable permits Jar, Place.Folder, Place.Memory {
    /** {@return a file's bytes, null where there is none} */
    abstract byte[] read(String name) throws IOException;

    /** Tells the names of all classes, with slashes. */
    abstract void classes(Consumer<String> reader) throws IOException;

    @Override
    public void close() {
        // Nothing is open between two readings.
    }

    /** A folder of the class path. */
    static final class Folder extends Place {
        private final File root;

        Folder(Path root) {
            this.root = root.toFile();
        }

        @Override
        byte[] read(String name) throws IOException {
            File file = new File(root, name);
            return file.isFile() ? Files.readAllBytes(file.toPath()) : null;
        }

        @Override
        void classes(Consumer<String> reader) {
            walk(root, "", reader);
        }

        private static void walk(File folder, String prefix, Consumer<String> reader) {
            String[] names = folder.list();
            for (String name : names == null ? new String[0] : names) {
                if (name.endsWith(".class")) {
                    reader.accept(prefix + name.substring(0, name.length() - ".class".length()));
                } else if (name.indexOf('.') < 0) {
                    walk(new File(folder, name), prefix + name + "/", reader);
                }
            }
        }
    }

    /** Classes that were just compiled. */
    static final class Memory extends Place {
        private final Map<String, byte[]> compiled;

        Memory(Map<String, byte[]> compiled) {
            this.compiled = compiled;
        }

        @Override
        byte[] read(String name) {
            return name.endsWith(".class")
                ? compiled.get(name.substring(0, name.length() - ".class".length()).replace('/', '.')) : null;
        }

        @Override
        void classes(Consumer<String> reader) {
            compiled.keySet().forEach(name -> reader.accept(name.replace('.', '/')));
        }
    }
}
