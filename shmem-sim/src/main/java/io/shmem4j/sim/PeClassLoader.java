// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads a user's classes anew for one virtual PE, so that static fields belong to the PE as they do in a process. The
 * library and the programs that come with it are shared: they keep no mutable statics.
 */
final class PeClassLoader extends URLClassLoader {
    private static final String LIBRARY = "io.shmem4j.";

    static {
        registerAsParallelCapable();
    }

    PeClassLoader(int pe, List<URL> classPath, ClassLoader shared) {
        super("pe " + pe, classPath.toArray(URL[]::new), shared);
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
