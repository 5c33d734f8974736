// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.BundledPrograms;
import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.Extra;
import io.shmem4j.launch.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URLClassLoader;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A program for PEs to run.
 *
 * @param mainClass the main class, as {@code module/class} if it is in a module
 * @param classPath absolute entries for the class path or module path, after the library's
 * @param jvmFlags  JVM flags of the {@code java ...} form
 * @param entry     the table entry of a bundled program, or null
 * @param compiled  the classes of a program given as a source file, or null
 */
public record Program(String mainClass, List<String> classPath, List<String> jvmFlags, List<String> args,
    BundledPrograms.Entry entry, Compiled compiled) {
    Program with(List<Extra> extras) {
        if (extras.isEmpty()) {
            return this;
        }
        List<String> path = new ArrayList<>(classPath);
        List<String> flags = new ArrayList<>(jvmFlags);
        for (Extra extra : extras) {
            // A program's jar may name another MPI, so ours comes before it.
            path.addAll(extra == Extra.MPI ? 0 : path.size(), extra.jars());
            flags.addAll(extra.flags().stream().filter(flag -> !flags.contains(flag)).toList());
        }
        return new Program(mainClass, List.copyOf(path), List.copyOf(flags), args, entry, compiled);
    }

    /**
     * {@return whether the program comes with the library} The PEs of a JVM share such a program's classes, because it
     * keeps no data in static fields.
     */
    public boolean bundled() {
        return entry != null;
    }

    public boolean vector() {
        return bundled() && entry.vector();
    }

    public List<String> ownFlags() {
        return bundled() ? entry.jvmFlags() : List.of();
    }

    public List<String> libraries() {
        return bundled() ? entry.libraries() : List.of();
    }

    public boolean isModule() {
        return mainClass.indexOf('/') > 0;
    }

    public URLClassLoader loader() throws MalformedURLException {
        return ClassPath.loader(classPath);
    }

    /** The class files of a program given as a source file, by binary name. */
    public record Compiled(Map<String, byte[]> files) implements Place {
        private static final String CLASS = ".class";
        private static final LocalDateTime SOME_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

        public byte[] jar() throws IOException {
            Map<String, byte[]> entries = new TreeMap<>();
            for (Map.Entry<String, byte[]> each : files.entrySet()) {
                entries.put(each.getKey().replace('.', '/') + CLASS, each.getValue());
            }
            return packed(entries);
        }

        /** {@return a zip file} Optimized for speed: it neither compresses nor looks up the time zone. */
        static byte[] packed(Map<String, byte[]> entries) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ZipOutputStream out = new ZipOutputStream(bytes)) {
                out.setLevel(Deflater.NO_COMPRESSION);
                for (Map.Entry<String, byte[]> each : entries.entrySet()) {
                    ZipEntry entry = new ZipEntry(each.getKey());
                    entry.setTimeLocal(SOME_TIME);
                    out.putNextEntry(entry);
                    out.write(each.getValue());
                }
            }
            return bytes.toByteArray();
        }

        @Override
        public byte[] read(String name) {
            return name.endsWith(CLASS) ? files.get(name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
                : null;
        }

        @Override
        public void classes(Consumer<String> reader) {
            files.keySet().forEach(name -> reader.accept(name.replace('.', '/')));
        }

        ClassLoader loader(ClassLoader parent) {
            return new ClassLoader(parent) {
                @Override
                protected Class<?> findClass(String name) throws ClassNotFoundException {
                    byte[] bytes = files.get(name);
                    if (bytes == null) {
                        throw new ClassNotFoundException(name);
                    }
                    return defineClass(name, bytes, 0, bytes.length);
                }
            };
        }
    }
}
