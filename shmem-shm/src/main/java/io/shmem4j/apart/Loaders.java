// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodHandles.Lookup;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.util.Enumeration;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * The loader of a PE's program in place of the JVM's system class loader, which knows the library only: by its own
 * name, as the context of the JDK's threads, and as the place of services.
 */
public final class Loaders {
    /** The classes with a copy for each loader of a program, because the JDK asks for the calling loader. */
    private static final Set<String> COPIED = Set.of("io.shmem4j.apart.Drivers", "io.shmem4j.apart.Natives");
    private static final String CALLED = "io.shmem4j.apart.";

    private Loaders() {
    }

    /** Has each {@code jar:} connection open a file of its own: one that the JDK keeps for all is closed for all. */
    public static void keepNoJars() {
        URLConnection.setDefaultUseCaches("jar", false);
    }

    public static ClassLoader getSystemClassLoader() {
        ThreadPe pe = CurrentPe.find();
        ClassLoader found = pe == null ? PeClassLoader.ofAll() : pe.loader();
        return found == null ? ClassLoader.getSystemClassLoader() : found;
    }

    public static URL getSystemResource(String name) {
        return getSystemClassLoader().getResource(name);
    }

    public static Enumeration<URL> getSystemResources(String name) throws IOException {
        return getSystemClassLoader().getResources(name);
    }

    public static InputStream getSystemResourceAsStream(String name) {
        return getSystemClassLoader().getResourceAsStream(name);
    }

    public static ClassLoader getContextClassLoader(Thread thread) {
        ClassLoader found = thread.getContextClassLoader();
        return found == ClassLoader.getSystemClassLoader() ? getSystemClassLoader() : found;
    }

    public static <S> ServiceLoader<S> load(Class<S> service) {
        return load(service, getContextClassLoader(Thread.currentThread()));
    }

    public static <S> ServiceLoader<S> load(Class<S> service, ClassLoader loader) {
        return ServiceLoader.load(service, loader == null ? getSystemClassLoader() : loader);
    }

    public static URLClassLoader newInstance(URL[] urls) {
        return new OwnUrlLoader(urls);
    }

    public static URLClassLoader newInstance(URL[] urls, ClassLoader parent) {
        return new OwnUrlLoader(urls, parent);
    }

    public static Class<?> defineClass(Lookup lookup, byte[] bytes) throws IllegalAccessException {
        return lookup.defineClass(rewritten(lookup, bytes));
    }

    public static Lookup defineHiddenClass(Lookup lookup, byte[] bytes, boolean initialize, ClassOption... options)
        throws IllegalAccessException {
        return lookup.defineHiddenClass(rewritten(lookup, bytes), initialize, options);
    }

    public static Lookup defineHiddenClassWithClassData(Lookup lookup, byte[] bytes, Object data, boolean initialize,
        ClassOption... options) throws IllegalAccessException {
        return lookup.defineHiddenClassWithClassData(rewritten(lookup, bytes), data, initialize, options);
    }

    private static byte[] rewritten(Lookup lookup, byte[] bytes) {
        byte[] changed = rewritten(lookup.lookupClass().getClassLoader(), bytes, 0, bytes.length);
        return changed == null ? bytes : changed;
    }

    /**
     * {@return the class file to define instead, or null where it is the same, or where the loader would not find the
     * methods that it then calls}
     */
    static byte[] rewritten(ClassLoader into, byte[] bytes, int offset, int length) {
        try {
            return into != null && into.loadClass(Loaders.class.getName()) == Loaders.class
                ? Rewriting.of(bytes, offset, length) : null;
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** {@link #rewritten(ClassLoader, byte[], int, int)} of the bytes of a buffer, which stays as it is. */
    static byte[] rewritten(ClassLoader into, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return rewritten(into, copy, 0, copy.length);
    }

    /** {@return the class if it is one that rewritten classes call, else null} */
    static Class<?> called(String name) throws ClassNotFoundException {
        return name.startsWith(CALLED) && !COPIED.contains(name)
            ? Class.forName(name, false, Loaders.class.getClassLoader()) : null;
    }

    /** {@return the bytes of a class that each loader defines for itself, null for any other class} */
    static byte[] copied(String name) throws ClassNotFoundException {
        if (!COPIED.contains(name)) {
            return null;
        }
        try (InputStream in = Loaders.class.getResourceAsStream(name.substring(CALLED.length()) + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
