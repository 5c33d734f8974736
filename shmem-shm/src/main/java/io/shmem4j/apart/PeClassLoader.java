// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.IOException;
import java.net.URL;
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
public final class PeClassLoader extends ClassLoader {
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
        super(PeClassLoader.class.getClassLoader());
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
        ProgramClass found = classes.find(name);
        byte[] bytes = found.bytes();
        int dot = name.lastIndexOf('.');
        if (dot > 0 && !definesPackage(name.substring(0, dot), found)) {
            checkSeal(getDefinedPackage(name.substring(0, dot)), found);
        }
        Class<?> type = defineClass(name, bytes, 0, bytes.length, domains.computeIfAbsent(found.source(),
            source -> new ProtectionDomain(source, null, this, null)));
        found.defined();
        return type;
    }

    private boolean definesPackage(String name, ProgramClass type) {
        Manifest manifest = type.entry().manifest();
        if (getDefinedPackage(name) != null) {
            return false;
        }
        if (manifest == null) {
            return true;
        }
        Attributes main = manifest.getMainAttributes();
        Attributes own = manifest.getAttributes(name.replace('.', '/') + "/");
        try {
            definePackage(name, value(own, main, Attributes.Name.SPECIFICATION_TITLE),
                value(own, main, Attributes.Name.SPECIFICATION_VERSION),
                value(own, main, Attributes.Name.SPECIFICATION_VENDOR),
                value(own, main, Attributes.Name.IMPLEMENTATION_TITLE),
                value(own, main, Attributes.Name.IMPLEMENTATION_VERSION),
                value(own, main, Attributes.Name.IMPLEMENTATION_VENDOR),
                type.entry().seals(name) ? type.source().getLocation() : null);
            return true;
        } catch (IllegalArgumentException e) {
            // Another thread has just defined it.
            return false;
        }
    }

    private static void checkSeal(Package known, ProgramClass type) {
        if (known.isSealed() ? !known.isSealed(type.source().getLocation()) : type.entry().seals(known.getName())) {
            throw new SecurityException("sealing violation: " + (known.isSealed()
                ? "package " + known.getName() + " is sealed"
                : "can't seal package " + known.getName() + ": already defined"));
        }
    }

    private static String value(Attributes own, Attributes main, Attributes.Name name) {
        String value = own == null ? null : own.getValue(name);
        return value == null ? main.getValue(name) : value;
    }

    @Override
    public URL getResource(String name) {
        URL ofJdk = getPlatformClassLoader().getResource(name);
        URL own = ofJdk == null ? findResource(name) : ofJdk;
        return own == null ? getParent().getResource(name) : own;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> all = new ArrayList<>(classes.resources(name));
        for (URL url : Collections.list(getParent().getResources(name))) {
            if (all.stream().noneMatch(known -> known.toExternalForm().equals(url.toExternalForm()))) {
                all.add(url);
            }
        }
        return Collections.enumeration(all);
    }

    @Override
    protected URL findResource(String name) {
        return classes.resource(name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return Collections.enumeration(classes.resources(name));
    }
}
