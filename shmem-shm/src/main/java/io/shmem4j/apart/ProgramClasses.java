// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
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
 * The classes of a program for all PEs of this JVM. Each is found, read and rewritten once.
 *
 * <p>PEs share the classes of the JDK and of the library, even if the program's class path has a copy of the library.
 * Everything else is the program's, including bundled programs if its class path has them.
 */
public final class ProgramClasses {
    private static final String OURS = "io.shmem4j.";
    private static final String LIBRARY_JAR = "shmem-";
    /** Output folder of one of our modules, in an IDE or in the build's tests. */
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
    private final ClassHierarchyResolver hierarchy = ClassHierarchyResolver.ofClassLoading(jdk)
        .orElse(ClassHierarchyResolver.ofResourceParsing(this::open))
        .orElse(ClassHierarchyResolver.ofClassLoading(library))
        .orElse(_ -> ClassHierarchyInfo.ofClass(ConstantDescs.CD_Object));

    /**
     * Prepares the classes of a program for a number of PEs.
     *
     * @param shared whether the PEs share one loader, and so all static fields
     */
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

    /** Reads and rewrites a class without defining it, to train a start-up cache. */
    public void rehearse(String name) throws ClassNotFoundException {
        find(name);
    }

    /** {@return the class of the JDK or the library with this name, or null} */
    Class<?> shared(String name) {
        Class<?> type = shared.get(name);
        if (type != null || own.containsKey(name)) {
            return type;
        }
        // All PEs start with the same classes, so most lookups meet here.
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
            // Its superclass may be the program's.
            return null;
        }
    }

    private static String file(String name) {
        return name.replace('.', '/') + ".class";
    }

    /** Reads and rewrites each class once: two threads that read one entry of a signed jar may lose its signers. */
    ProgramClass find(String name) throws ClassNotFoundException {
        ProgramClass found = own.get(name);
        try {
            found = found == null ? own.computeIfAbsent(name, this::read) : found;
        } catch (UncheckedIOException e) {
            throw new ClassNotFoundException(name, e.getCause());
        }
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        return found;
    }

    private ProgramClass read(String name) {
        String file = file(name);
        try {
            for (int i = 0; entry(i) != null; i++) {
                ClassPathEntry.Content content = entry(i).read(file);
                if (content != null) {
                    return new ProgramClass(entry(i), content.source(), Rewriting.of(content.bytes(), hierarchy), pes);
                }
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return a class file of the program for the hierarchy of its classes, or null} */
    private InputStream open(ClassDesc type) {
        String descriptor = type.descriptorString();
        URL file = type.isClassOrInterface() ? resource(descriptor.substring(1, descriptor.length() - 1) + ".class")
            : null;
        try {
            return file == null ? null : file.openStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    /** {@return an entry of the class path, or null after the last; those of a jar's manifest follow the jar} */
    private synchronized ClassPathEntry entry(int index) {
        while (opened < index && opened < path.size()) {
            List<Path> named = path.get(opened++).named();
            for (int i = named.size() - 1; i >= 0; i--) {
                add(opened, named.get(i));
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

    /** {@return the files of an entry; one that ends in an asterisk means all jars of a folder} */
    private static List<Path> expand(String entry) {
        if (!entry.endsWith("*")) {
            return List.of(Path.of(entry));
        }
        File[] jars = new File(entry.substring(0, entry.length() - 1)).listFiles((folder, name) ->
            name.endsWith(".jar") || name.endsWith(".JAR"));
        return jars == null ? List.of() : Arrays.stream(jars).map(File::toPath).toList();
    }
}
