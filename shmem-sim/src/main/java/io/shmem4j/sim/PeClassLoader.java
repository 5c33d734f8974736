// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.pe.Rewriting;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.List;

/**
 * Loads a user's classes anew for one virtual PE, so that static fields belong to the PE as they do in a process, and
 * so does the end that they ask for. The library and the programs that come with it are shared: they keep no mutable
 * statics.
 */
final class PeClassLoader extends URLClassLoader {
    private static final String LIBRARY = "io.shmem4j.";

    static {
        registerAsParallelCapable();
    }

    private final int pe;

    PeClassLoader(int pe, List<URL> classPath, ClassLoader shared) {
        super("pe " + pe, classPath.toArray(URL[]::new), shared);
        this.pe = pe;
    }

    int pe() {
        return pe;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/') + ".class";
        URL file = findResource(path);
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        try {
            URLConnection connection = file.openConnection();
            byte[] bytes;
            try (InputStream in = connection.getInputStream()) {
                bytes = in.readAllBytes();
            }
            byte[] changed = Rewriting.ofEnds(bytes, PeEnd.class);
            if (changed == bytes) {
                return super.findClass(name);
            }
            definePackageOf(name);
            CodeSource source = new CodeSource(place(connection, path), (Certificate[]) null);
            return defineClass(name, changed, 0, changed.length, new ProtectionDomain(source, null, this, null));
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private void definePackageOf(String name) {
        int dot = name.lastIndexOf('.');
        if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
            try {
                definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
            } catch (IllegalArgumentException e) {
                // Another thread was faster.
                return;
            }
        }
    }

    /** {@return the jar or folder of a class} */
    private static URL place(URLConnection connection, String path) throws IOException {
        String whole = connection.getURL().toExternalForm();
        return connection instanceof JarURLConnection jar ? jar.getJarFileURL()
            : URI.create(whole.substring(0, whole.length() - path.length())).toURL();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("java.") || name.startsWith(LIBRARY) && !UserClassPath.has(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> type = findLoadedClass(name);
            if (type == null) {
                try {
                    type = findClass(name);
                } catch (ClassNotFoundException e) {
                    return super.loadClass(name, resolve);
                }
            }
            if (resolve) {
                resolveClass(type);
            }
            return type;
        }
    }

    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }
}
