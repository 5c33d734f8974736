// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * The program's classes of one PE, with static fields of its own. The JDK and the library are shared.
 *
 * <p>It has no name, so that stack traces look as they do in a process.
 */
final class PeClassLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final Pe pe;
    private final ProgramClasses classes;

    /**
     * For a PE, or for all.
     *
     * @param pe      the PE, null for all
     * @param classes to load
     */
    PeClassLoader(Pe pe, ProgramClasses classes) {
        super(PeClassLoader.class.getClassLoader());
        this.pe = pe;
        this.classes = classes;
    }

    /** {@return the PE whose classes these are, null where all PEs share them} */
    Pe pe() {
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
        byte[] bytes = found.take();
        int dot = name.lastIndexOf('.');
        if (dot > 0) {
            found.definePackage(name.substring(0, dot), this::define);
        }
        return defineClass(name, bytes, 0, bytes.length, found.domain());
    }

    private void define(String name, PackageFacts facts) {
        if (getDefinedPackage(name) == null) {
            try {
                definePackage(name, facts.specTitle(), facts.specVersion(), facts.specVendor(), facts.implTitle(),
                    facts.implVersion(), facts.implVendor(), null);
            } catch (IllegalArgumentException e) {
                // Another thread was faster.
                return;
            }
        }
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
