// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

//#files Url/kind/Base
//#row | any | ClassLoader
//#row Url | places | URLClassLoader
//#when places
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandlerFactory;
//#end
import java.nio.ByteBuffer;
//#when places
import java.security.CodeSigner;
import java.security.CodeSource;
//#end
import java.security.ProtectionDomain;
//#when places
import java.util.jar.JarEntry;
import java.util.jar.Manifest;
//#end

//#when any
/**
 * Superclass of a program's own class loaders in place of {@code ClassLoader}. Its default parent is the loader of the
 * PE's program, and classes given to {@code defineClass} are rewritten like the program's.
 */
//#else
/**
 * Replaces {@code URLClassLoader} for a program. Its default parent is the loader of the PE's program, and the classes
 * of its places are rewritten like the program's.
 */
//#end
public class Own$Url$Loader extends $Base$ {
    static {
        registerAsParallelCapable();
    }

//#when any
    /** Below the program's loader. */
    protected OwnLoader() {
        super(Loaders.getSystemClassLoader());
    }

    /** Below a loader. */
    protected OwnLoader(ClassLoader parent) {
        super(parent);
    }

    /** Creates a loader with a name, below a loader. */
    protected OwnLoader(String name, ClassLoader parent) {
        super(name, parent);
    }
//#else
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

    /** Creates a loader with a name, below a loader. */
    public OwnUrlLoader(String name, URL[] urls, ClassLoader parent) {
        super(name, urls, parent);
    }

    /** Creates a loader with a name, below a loader, with protocols. */
    public OwnUrlLoader(String name, URL[] urls, ClassLoader parent, URLStreamHandlerFactory factory) {
        super(name, urls, parent, factory);
    }
//#end

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        byte[] copied = Loaders.copied(name);
        Class<?> called = copied == null ? Loaders.called(name) : own(name, copied);
        return called == null ? super.loadClass(name, resolve) : called;
    }

    private Class<?> own(String name, byte[] bytes) {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? defineClass(name, bytes, 0, bytes.length) : known;
        }
    }

//#when places
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
            // The URL has other characters than the path where these are no part of URLs, but no more slashes.
            String whole = connection.getURL().toExternalForm();
            int end = whole.length();
            for (int names = path.split("/").length; names > 0; names--) {
                end = whole.lastIndexOf('/', end - 1);
            }
            place = place(whole.substring(0, end + 1));
        }
        int dot = name.lastIndexOf('.');
        if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
            definePackage(name.substring(0, dot), place, manifest);
        }
        return defineClass(name, bytes, 0, bytes.length, new CodeSource(place, signers));
    }

    /** {@return the place as it was given: one with a space is no URI} */
    private URL place(String address) throws MalformedURLException {
        for (URL place : getURLs()) {
            if (place.toExternalForm().equals(address)) {
                return place;
            }
        }
        return URI.create(address).toURL();
    }

    private void definePackage(String name, URL place, Manifest manifest) {
        try {
            super.definePackage(name, manifest == null ? new Manifest() : manifest, place);
        } catch (IllegalArgumentException e) {
            // Another thread was faster.
            return;
        }
    }

//#end
    protected final Class<?> defineOwn(byte[] bytes, int offset, int length) {
        return defineOwn(null, bytes, offset, length, (ProtectionDomain) null);
    }

    protected final Class<?> defineOwn(String name, byte[] bytes, int offset, int length) {
        return defineOwn(name, bytes, offset, length, (ProtectionDomain) null);
    }
//#each Origin ProtectionDomain CodeSource
//#when ProtectionDomain places

    protected final Class<?> defineOwn(String name, byte[] bytes, int offset, int length, $Origin$ origin) {
        byte[] changed = Loaders.rewritten(this, bytes, offset, length);
        return changed == null ? defineClass(name, bytes, offset, length, origin)
            : defineClass(name, changed, 0, changed.length, origin);
    }

    protected final Class<?> defineOwn(String name, ByteBuffer bytes, $Origin$ origin) {
        byte[] changed = Loaders.rewritten(this, bytes);
        return changed == null ? defineClass(name, bytes, origin)
            : defineClass(name, changed, 0, changed.length, origin);
    }
//#end
//#next
}
