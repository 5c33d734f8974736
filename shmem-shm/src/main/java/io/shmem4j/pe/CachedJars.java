// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.error.ShmemException;
import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Jars of the start-up cache of a JVM that joins jobs by itself. No launcher compares them then, and JDK 25 takes a
 * cache for one of any jars.
 */
public final class CachedJars {
    private static final String JARS = "shmem4j.aot.jars";
    /** Jars that manifests name, as a path. */
    private static final String NAMED = "shmem4j.aot.named";
    /** First JDK that does without a cache where a jar has changed. */
    private static final int COMPARES = 26;

    private CachedJars() {
    }

    /** {@return flags for a JVM whose class path begins with some jars, whose manifests name others} */
    public static List<String> flags(Collection<String> jars, Collection<String> named) {
        String path = String.join(File.pathSeparator, named);
        return List.of("-D" + JARS + "=" + jars.size() + "-" + stamp(jars, path), "-D" + NAMED + "=" + path);
    }

    /** Refuses to go on with old classes. */
    static void check() {
        String made = System.getProperty(JARS);
        if (made == null || Runtime.version().feature() >= COMPARES) {
            return;
        }
        List<String> path = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        int jars = Math.min(path.size(), Integer.parseInt(made, 0, made.indexOf('-'), 10));
        if (!made.equals(jars + "-" + stamp(path.subList(0, jars), System.getProperty(NAMED, "")))) {
            throw new ShmemException("a jar of the class path has changed since oshrun --warm-flags, and this JVM has"
                + " its old classes from a start-up cache: have the flags printed anew");
        }
    }

    private static String stamp(Collection<String> jars, String named) {
        long stamp = 0;
        List<String> all = new ArrayList<>(jars);
        all.addAll(List.of(named.split(File.pathSeparator)));
        for (String jar : all) {
            File file = new File(jar);
            stamp = 31 * (31 * (31 * stamp + jar.hashCode()) + file.length()) + file.lastModified();
        }
        return Long.toHexString(stamp);
    }
}
