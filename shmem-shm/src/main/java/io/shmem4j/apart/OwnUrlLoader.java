// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandlerFactory;
import java.nio.ByteBuffer;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.jar.JarEntry;
import java.util.jar.Manifest;

/**
 * What a program makes or extends in place of {@code URLClassLoader}: its parent is by default the loader of the PE's
 * program, and the classes of its places are rewritten as the program's are.
 */
public class OwnUrlLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    /** Below the program's loader. */
    public OwnUrlLoader(URL[] urls) {
        super(urls, Loaders.getSystemClassLoader());
    }

    /** Below a loader. */
    public OwnUrlLoader(URL[] urls, ClassLoader parent) {
        super(urls, parent);
    }

    /** Below a loader, with protocols. */
    public OwnUrlLoader(URL[] urls, ClassLoader parent, URLStreamHandlerFactory factory) {
        super(urls, parent, factory);
    }

    /** With a name, below a loader. */
    public OwnUrlLoader(String name, URL[] urls, ClassLoader parent) {
        super(name, urls, parent);
    }

    /** With a name, below a loader, with protocols. */
    public OwnUrlLoader(String name, URL[] urls, ClassLoader parent, URLStreamHandlerFactory factory) {
        super(name, urls, parent, factory);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> called = name.equals(Loaders.COPIED) ? copied() : Loaders.called(name);
        return called == null ? super.loadClass(name, resolve) : called;
    }

    private Class<?> copied() throws ClassNotFoundException {
        synchronized (getClassLoadingLock(Loaders.COPIED)) {
            Class<?> known = findLoadedClass(Loaders.COPIED);
            byte[] bytes = known == null ? Loaders.copied() : new byte[0];
            return known == null ? defineClass(Loaders.COPIED, bytes, 0, bytes.length) : known;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/') + ".class";
        URL file = findResource(path);
        if (file != null) {
            try {
                URLConnection connection = file.openConnection();
                // A jar that the JDK keeps open for all would be closed for all.
                connection.setUseCaches(false);
                try (InputStream in = connection.getInputStream()) {
                    byte[] bytes = in.readAllBytes();
                    byte[] changed = Loaders.rewritten(this, bytes, 0, bytes.length);
                    if (changed != null) {
                        return define(name, changed, connection, path);
                    }
                }
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
        return super.findClass(name);
    }

    private Class<?> define(String name, byte[] bytes, URLConnection connection, String path) throws IOException {
        Manifest manifest = null;
        CodeSigner[] signers = null;
        URL place;
        if (connection instanceof JarURLConnection jar) {
            JarEntry entry = jar.getJarEntry();
            manifest = jar.getManifest();
            signers = entry == null ? null : entry.getCodeSigners();
            place = jar.getJarFileURL();
        } else {
            String whole = connection.getURL().toExternalForm();
            place = URI.create(whole.substring(0, whole.length() - path.length())).toURL();
        }
        int dot = name.lastIndexOf('.');
        if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
            definePackage(name.substring(0, dot), place, manifest);
        }
        return defineClass(name, bytes, 0, bytes.length, new CodeSource(place, signers));
    }

    private void definePackage(String name, URL place, Manifest manifest) {
        try {
            super.definePackage(name, manifest == null ? new Manifest() : manifest, place);
        } catch (IllegalArgumentException e) {
            // Another thread was faster.
            return;
        }
    }

    /** {@code defineClass}. */
    protected final Class<?> defineOwn(byte[] bytes, int offset, int length) {
        return defineOwn(null, bytes, offset, length, (ProtectionDomain) null);
    }

    /** {@code defineClass}. */
    protected final Class<?> defineOwn(String name, byte[] bytes, int offset, int length) {
        return defineOwn(name, bytes, offset, length, (ProtectionDomain) null);
    }

    /** {@code defineClass}. */
    protected final Class<?> defineOwn(String name, byte[] bytes, int offset, int length, ProtectionDomain domain) {
        byte[] changed = Loaders.rewritten(this, bytes, offset, length);
        return changed == null ? defineClass(name, bytes, offset, length, domain)
            : defineClass(name, changed, 0, changed.length, domain);
    }

    /** {@code defineClass}. */
    protected final Class<?> defineOwn(String name, ByteBuffer bytes, ProtectionDomain domain) {
        byte[] changed = Loaders.rewritten(this, bytes);
        return changed == null ? defineClass(name, bytes, domain)
            : defineClass(name, changed, 0, changed.length, domain);
    }

    /** {@code defineClass} with a place. */
    protected final Class<?> defineOwn(String name, byte[] bytes, int offset, int length, CodeSource source) {
        byte[] changed = Loaders.rewritten(this, bytes, offset, length);
        return changed == null ? defineClass(name, bytes, offset, length, source)
            : defineClass(name, changed, 0, changed.length, source);
    }

    /** {@code defineClass} with a place. */
    protected final Class<?> defineOwn(String name, ByteBuffer bytes, CodeSource source) {
        byte[] changed = Loaders.rewritten(this, bytes);
        return changed == null ? defineClass(name, bytes, source)
            : defineClass(name, changed, 0, changed.length, source);
    }
}
