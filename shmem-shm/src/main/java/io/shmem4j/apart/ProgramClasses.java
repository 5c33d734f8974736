// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes of a program for all PEs of this JVM: each class is searched, read and rewritten once.
 *
 * <p>Classes of the JDK are shared, and so are those of the library, wherever a program's class path has another copy
 * of them; everything else belongs to the program. Programs that come with the library are no part of it: a program's
 * own copy of their classes counts.
 */
public final class ProgramClasses {
    private static final String OURS = "io.shmem4j.";
    private static final String LIBRARY_JAR = "shmem-";
    /** A module's output folder, in an IDE or in a build's tests. */
    private static final Path CLASSES = Path.of("target", "classes");

    private final int pes;
    private final PeClassLoader ofAll;
    private final List<ClassPathEntry> path = new ArrayList<>();
    private final ConcurrentHashMap<String, Class<?>> shared = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, ProgramClass> own = new ConcurrentHashMap<>();
    private int opened;
    private final Set<Path> known = new HashSet<>();
    private final ClassLoader jdk = ClassLoader.getPlatformClassLoader();
    private final ClassLoader library = ProgramClasses.class.getClassLoader();

    /** A program's, for PEs that load each class once each, or share what one of them has loaded. */
    public ProgramClasses(String classPath, int pes, boolean shared) {
        this.pes = shared ? 1 : pes;
        this.ofAll = shared ? new PeClassLoader(null, this) : null;
        for (String entry : classPath.split(File.pathSeparator)) {
            expand(entry).forEach(file -> add(path.size(), file));
        }
    }

    public PeClassLoader loader(ThreadPe pe) {
        return ofAll == null ? new PeClassLoader(pe, this) : ofAll;
    }

    /** Reads and rewrites a class, whosever it is: for the training, which may have no program. */
    public void rehearse(String name) throws ClassNotFoundException {
        find(name);
    }

    /** {@return the class if it is one that all PEs share, else null} */
    Class<?> shared(String name) {
        Class<?> type = shared.get(name);
        if (type != null || own.containsKey(name)) {
            return type;
        }
        // All PEs ask for the same class at the same time: one of them looks for it, the others wait for the result.
        return shared.computeIfAbsent(name, this::lookUp);
    }

    private Class<?> lookUp(String name) {
        try {
            if (!name.startsWith(OURS)) {
                return Class.forName(name, false, jdk);
            }
            Class<?> type = Class.forName(name, false, library);
            Path from = Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
            Path module = from.endsWith(CLASSES) ? from.getParent().getParent() : from;
            boolean ofLibrary = module.getFileName().toString().startsWith(LIBRARY_JAR);
            return ofLibrary || !known.contains(from) && resource(file(name)) == null ? type : null;
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            // A program that comes with the library may extend what only programs find.
            return null;
        }
    }

    private static String file(String name) {
        return name.replace('.', '/') + ".class";
    }

    ProgramClass find(String name) throws ClassNotFoundException {
        ProgramClass found = own.get(name);
        if (found != null) {
            return found;
        }
        String file = file(name);
        try {
            for (int i = 0; entry(i) != null; i++) {
                ClassPathEntry.Content content = entry(i).read(file);
                if (content != null) {
                    ProgramClass read = new ProgramClass(entry(i), content.source(), Rewriting.of(content.bytes()),
                        pes);
                    ProgramClass first = own.putIfAbsent(name, read);
                    return first == null ? read : first;
                }
            }
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
        throw new ClassNotFoundException(name);
    }

    /** {@return the first resource of a name on the program's class path, or null} */
    URL resource(String name) {
        for (int i = 0; entry(i) != null; i++) {
            URL url = entry(i).resource(name);
            if (url != null) {
                return url;
            }
        }
        return null;
    }

    List<URL> resources(String name) {
        List<URL> found = new ArrayList<>();
        for (int i = 0; entry(i) != null; i++) {
            URL url = entry(i).resource(name);
            if (url != null) {
                found.add(url);
            }
        }
        return found;
    }

    /**
     * {@return an entry of the path, or null behind the last; entries that a jar's manifest adds come right after the
     * jar}
     */
    private synchronized ClassPathEntry entry(int index) {
        while (opened < index && opened < path.size()) {
            List<Path> more = path.get(opened++).more();
            for (int i = more.size() - 1; i >= 0; i--) {
                add(opened, more.get(i));
            }
        }
        return index < path.size() ? path.get(index) : null;
    }

    private void add(int at, Path file) {
        Path whole = file.toAbsolutePath().normalize();
        if (known.add(whole)) {
            path.add(at, ClassPathEntry.of(whole));
        }
    }

    /** A name that ends in an asterisk means all jars of a folder. */
    private static List<Path> expand(String entry) {
        if (!entry.endsWith("*")) {
            return List.of(Path.of(entry));
        }
        File[] jars = new File(entry.substring(0, entry.length() - 1)).listFiles((folder, name) ->
            name.endsWith(".jar") || name.endsWith(".JAR"));
        return jars == null ? List.of() : Arrays.stream(jars).map(File::toPath).toList();
    }
}
