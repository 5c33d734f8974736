// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;

/** The loader of the calling PE's program as its system class loader, because the JVM's knows only the library. */
public final class Loaders {
    private Loaders() {
    }

    public static ClassLoader getSystemClassLoader() {
        ThreadPe pe = CurrentPe.find();
        ClassLoader found = pe == null ? PeClassLoader.ofAll() : pe.loader();
        return found == null ? ClassLoader.getSystemClassLoader() : found;
    }

    /** Threads of the JDK's pools have the JVM's system class loader. */
    public static ClassLoader getContextClassLoader(Thread thread) {
        ClassLoader found = thread.getContextClassLoader();
        return found == ClassLoader.getSystemClassLoader() ? getSystemClassLoader() : found;
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
}
