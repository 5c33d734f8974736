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
    private UserClassPath() {
    }

    static List<URL> find() {
        try {
            Path ours = Path.of(UserClassPath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            Path folder = ours.toAbsolutePath().getParent();
            List<URL> urls = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Path path = Path.of(entry.isEmpty() ? "." : entry).toAbsolutePath().normalize();
                if (!path.equals(ours) && !folder.equals(path.getParent())) {
                    urls.add(path.toUri().toURL());
                }
            }
            return urls;
        } catch (URISyntaxException | MalformedURLException e) {
            throw new IllegalStateException("the class path is not one of files: " + e.getMessage(), e);
        }
    }
}
