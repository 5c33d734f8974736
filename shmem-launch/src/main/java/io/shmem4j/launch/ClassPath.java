// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Class path entries: folders, jars, and {@code folder/*} for all jars of a folder. */
public final class ClassPath {
    private ClassPath() {
    }

    /** {@return the absolute entries of a user's class path} */
    public static List<String> entries(String classPath) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            boolean wildcard = entry.equals("*") || entry.endsWith("/*");
            Path path = absolute(Path.of(wildcard ? entry.substring(0, entry.length() - 1) : entry));
            entries.add(wildcard ? path + "/*" : path.toString());
        }
        return List.copyOf(entries);
    }

    /**
     * {@return the absolute path, without dots if that is the same file} After a symbolic link, ".." is another folder.
     */
    public static Path absolute(Path path) {
        Path absolute = path.toAbsolutePath();
        Path normal = absolute.normalize();
        try {
            return absolute.equals(normal) || Files.isSameFile(absolute, normal) ? normal : absolute;
        } catch (IOException e) {
            return Files.exists(absolute) ? absolute : normal;
        }
    }

    /** {@return the files and folders of an entry, in directory order as in the JVM} */
    public static List<Path> files(String entry) {
        if (!entry.endsWith("*")) {
            return List.of(Path.of(entry));
        }
        File[] jars = new File(entry.substring(0, entry.length() - 1)).listFiles((folder, name) ->
            name.endsWith(".jar") || name.endsWith(".JAR"));
        return jars == null ? List.of() : Arrays.stream(jars).map(File::toPath).toList();
    }

    /** {@return a class loader for a class path, whose parent has all jars of the installation} */
    public static URLClassLoader loader(List<String> classPath) throws MalformedURLException {
        return loader(classPath, Installation.loader());
    }

    static URLClassLoader loader(List<String> classPath, ClassLoader parent) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath) {
            for (Path file : files(entry)) {
                urls.add(file.toUri().toURL());
            }
        }
        return new URLClassLoader(urls.toArray(new URL[0]), parent);
    }
}
