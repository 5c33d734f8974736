// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/**
 * Loads a PE's own copy of the program's classes. PEs share the JDK and the library.
 *
 * <p>The loader has no name, which stack traces would show.
 */
public final class PeClassLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    /** The loader of all PEs if they share the program's classes; set before any of them runs. */
    private static volatile PeClassLoader ofAll;

    private final ThreadPe pe;
    private final ProgramClasses classes;
    private final ConcurrentHashMap<CodeSource, ProtectionDomain> domains = new ConcurrentHashMap<>();

    /** A loader for a PE, or for all PEs if that is null. */
    PeClassLoader(ThreadPe pe, ProgramClasses classes) {
        super(classes.path(), PeClassLoader.class.getClassLoader());
        this.pe = pe;
        this.classes = classes;
        if (pe == null) {
            ofAll = this;
        }
    }

    /** {@return the loader of all PEs, or null if each has its own} */
    static PeClassLoader ofAll() {
        return ofAll;
    }

    /** {@return the loader's PE, or null if all PEs share it} */
    ThreadPe pe() {
        return pe;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> type = findLoadedClass(name);
            if (type == null) {
                type = classes.shared(name);
            }
            return type == null ? findClass(name) : type;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        ProgramClasses.Found found = classes.find(name);
        byte[] bytes = found.bytes();
        int dot = name.lastIndexOf('.');
        if (dot > 0) {
            definePackage(name.substring(0, dot), found);
        }
        Class<?> type = defineClass(name, bytes, 0, bytes.length, domains.computeIfAbsent(found.source(),
            source -> new ProtectionDomain(source, null, this, null)));
        found.defined();
        return type;
    }

    private void definePackage(String name, ProgramClasses.Found type) {
        Package known = getDefinedPackage(name);
        URL location = type.source().getLocation();
        if (known == null && type.manifest() != null) {
            try {
                definePackage(name, type.manifest(), location);
            } catch (IllegalArgumentException e) {
                // Another thread has just defined it.
            }
        } else if (known != null && (known.isSealed() ? !known.isSealed(location) : seals(type.manifest(), name))) {
            throw new SecurityException("sealing violation: " + (known.isSealed() ? "package " + name + " is sealed"
                : "can't seal package " + name + ": already defined"));
        }
    }

    private static boolean seals(Manifest manifest, String name) {
        if (manifest == null) {
            return false;
        }
        Attributes own = manifest.getAttributes(name.replace('.', '/') + "/");
        String value = own == null ? null : own.getValue(Attributes.Name.SEALED);
        return "true".equalsIgnoreCase(value == null ? manifest.getMainAttributes().getValue(Attributes.Name.SEALED)
            : value);
    }

    @Override
    public URL getResource(String name) {
        URL ofJdk = getPlatformClassLoader().getResource(name);
        URL own = ofJdk == null ? findResource(name) : ofJdk;
        return own == null ? getParent().getResource(name) : own;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> all = new ArrayList<>(Collections.list(findResources(name)));
        for (URL url : Collections.list(getParent().getResources(name))) {
            if (all.stream().noneMatch(known -> known.toExternalForm().equals(url.toExternalForm()))) {
                all.add(url);
            }
        }
        return Collections.enumeration(all);
    }
}
