// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/** A source of classes: a jar, a folder, or a compiled source file in memory. */
public interface Place extends AutoCloseable {
    /** A larger folder is not a class path, but for example a home folder. */
    int MOST_FILES = 20_000;

    /** Opens an existing folder or jar. */
    static Place of(Path path) throws IOException {
        return Files.isDirectory(path) ? new Folder(path) : new Jar(path);
    }

    /** {@return the file's bytes, or null} */
    byte[] read(String name) throws IOException;

    /** Passes the names of all classes, with slashes, to the reader. */
    void classes(Consumer<String> reader);

    @Override
    default void close() {
        // Folders and memory hold no open files.
    }

    /** A jar. Of a multi-release jar, the classes for this JDK. */
    final class Jar implements Place {
        /** Characters that a URI must escape and that the JVM accepts in words of a manifest. */
        private static final Pattern LITERAL = Pattern.compile("[\\[\\]{}|^`\"<>\\\\]");

        private final Path path;
        private final JarFile file;

        public Jar(Path path) throws IOException {
            this.path = path;
            this.file = new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
        }

        @Override
        public byte[] read(String name) throws IOException {
            JarEntry entry = file.getJarEntry(name);
            if (entry == null) {
                return null;
            }
            try (InputStream in = file.getInputStream(entry)) {
                return in.readAllBytes();
            }
        }

        @Override
        public void classes(Consumer<String> reader) {
            for (JarEntry entry : (Iterable<JarEntry>) file.entries()::asIterator) {
                String name = entry.getName();
                if (name.endsWith(".class") && !name.startsWith("META-INF/")) {
                    reader.accept(name.substring(0, name.length() - ".class".length()));
                }
            }
        }

        public List<String> names() {
            return file.stream().map(JarEntry::getName).toList();
        }

        /** {@return the main attributes of the manifest, empty without a manifest} */
        public Attributes manifest() throws IOException {
            Manifest manifest = file.getManifest();
            return manifest == null ? new Attributes() : manifest.getMainAttributes();
        }

        /** {@return the jars and folders that the manifest adds to the class path, without malformed ones} */
        public List<Path> named() throws IOException {
            List<Path> named = new ArrayList<>();
            String words = manifest().getValue(Attributes.Name.CLASS_PATH);
            for (String word : words == null ? new String[0] : words.strip().split(" +")) {
                try {
                    URI place = path.toUri().resolve(LITERAL.matcher(word).replaceAll(
                        found -> "%" + Integer.toHexString(found.group().charAt(0))));
                    if ("file".equals(place.getScheme())) {
                        named.add(Path.of(place));
                    }
                } catch (IllegalArgumentException e) {
                    // Not a local file: the JVM ignores it.
                }
            }
            return named;
        }

        @Override
        public void close() {
            try {
                file.close();
            } catch (IOException e) {
                // It was only read.
            }
        }
    }

    final class Folder implements Place {
        private final File root;
        private int files;

        public Folder(Path root) {
            this.root = root.toFile();
        }

        @Override
        public byte[] read(String name) throws IOException {
            File file = new File(root, name);
            return file.isFile() ? Files.readAllBytes(file.toPath()) : null;
        }

        @Override
        public void classes(Consumer<String> reader) {
            files = 0;
            walk(root, "", reader);
        }

        private void walk(File folder, String prefix, Consumer<String> reader) {
            String[] names = folder.list();
            for (String name : names == null ? new String[0] : names) {
                if (++files > MOST_FILES) {
                    return;
                }
                if (name.endsWith(".class")) {
                    reader.accept(prefix + name.substring(0, name.length() - ".class".length()));
                } else if (name.indexOf('.') < 0) {
                    walk(new File(folder, name), prefix + name + "/", reader);
                }
            }
        }
    }
}
