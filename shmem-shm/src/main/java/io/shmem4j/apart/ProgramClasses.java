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
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Manifest;

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
    private final URL[] path;
    /** Finds files on the class path, and those that jars on it name; loads no class. */
    private final URLClassLoader files;
    private final ConcurrentHashMap<String, Class<?>> shared = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Found> own = new ConcurrentHashMap<>();
    /** Manifests by the addresses of their jars, because a connection copies the whole manifest at each call. */
    private final ConcurrentHashMap<String, Manifest> manifests = new ConcurrentHashMap<>();
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
        this.path = Arrays.stream(classPath.split(File.pathSeparator)).flatMap(entry -> expand(entry).stream())
            .map(ProgramClasses::address).toArray(URL[]::new);
        this.files = new URLClassLoader(path, null);
        this.ofAll = shared ? new PeClassLoader(null, this) : null;
    }

    /** {@return the entries of the program's class path} */
    URL[] path() {
        return path;
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
            return ofLibrary || resource(file(name)) == null ? type : null;
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            // Its superclass may be the program's.
            return null;
        }
    }

    private static String file(String name) {
        return name.replace('.', '/') + ".class";
    }

    /** Reads and rewrites each class once: two threads that read one entry of a signed jar may lose its signers. */
    Found find(String name) throws ClassNotFoundException {
        Found found = own.get(name);
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

    private Found read(String name) {
        URL file = resource(file(name));
        if (file == null) {
            return null;
        }
        try {
            URLConnection connection = file.openConnection();
            byte[] bytes;
            try (InputStream in = connection.getInputStream()) {
                bytes = Rewriting.of(in.readAllBytes(), hierarchy);
            }
            if (connection instanceof JarURLConnection jar) {
                return new Found(bytes, new CodeSource(jar.getJarFileURL(), jar.getJarEntry().getCodeSigners()),
                    manifest(jar), pes);
            }
            URI folder = URI.create(file.toString()).resolve("./" + "../".repeat(name.split("\\.").length - 1));
            return new Found(bytes, new CodeSource(folder.toURL(), (CodeSigner[]) null), null, pes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Manifest manifest(JarURLConnection jar) {
        return manifests.computeIfAbsent(jar.getJarFileURL().toString(), _ -> {
            try {
                return jar.getManifest();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** {@return a class file of the program for the hierarchy of its classes, or null} */
    private InputStream open(ClassDesc type) {
        String descriptor = type.descriptorString();
        return type.isClassOrInterface() ? files.getResourceAsStream(descriptor.substring(1, descriptor.length() - 1)
            + ".class") : null;
    }

    /** {@return the first resource of a name on the program's class path, or null} */
    private URL resource(String name) {
        return files.findResource(name);
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

    private static URL address(Path file) {
        try {
            return file.toAbsolutePath().normalize().toUri().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError("a file has an address", e);
        }
    }

    /** A rewritten class with its location and signers, kept until all PEs of this JVM have defined it. */
    static final class Found {
        private final CodeSource source;
        private final Manifest manifest;
        private byte[] bytes;
        private int left;

        Found(byte[] bytes, CodeSource source, Manifest manifest, int pes) {
            this.bytes = bytes;
            this.source = source;
            this.manifest = manifest;
            this.left = pes;
        }

        /** {@return the class file; null once all PEs have defined it} */
        synchronized byte[] bytes() {
            return bytes;
        }

        /** Counts a PE that has defined the class. */
        synchronized void defined() {
            if (--left == 0) {
                bytes = null;
            }
        }

        CodeSource source() {
            return source;
        }

        /** {@return the manifest of its jar, or null} */
        Manifest manifest() {
            return manifest;
        }
    }
}
