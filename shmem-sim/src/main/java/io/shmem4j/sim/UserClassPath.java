// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The part of this JVM's class path that is the user's: everything outside the folder of our own jars. */
final class UserClassPath {
    private static final Path OURS = ours();

    private UserClassPath() {
    }

    private static Path ours() {
        try {
            return Path.of(UserClassPath.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toAbsolutePath();
        } catch (URISyntaxException e) {
            throw notFiles(e);
        }
    }

    static List<URL> find() {
        try {
            List<URL> urls = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Path path = Path.of(entry.isEmpty() ? "." : entry).toAbsolutePath().normalize();
                if (!path.equals(OURS) && !OURS.getParent().equals(path.getParent())) {
                    urls.add(path.toUri().toURL());
                }
            }
            return urls;
        } catch (MalformedURLException e) {
            throw notFiles(e);
        }
    }

    /**
     * {@return whether a class comes from the user's part; our own jars are searched first, so it has a name they lack}
     *
     * @param name of the class
     */
    static boolean has(String name) {
        URL file = ClassLoader.getSystemResource(name.replace('.', '/') + ".class");
        return file != null && !file.getProtocol().equals("jrt")
            && !file.toExternalForm().startsWith("jar:" + OURS.getParent().toUri());
    }

    private static IllegalStateException notFiles(Exception e) {
        return new IllegalStateException("the class path is not one of files: " + e.getMessage(), e);
    }
}
