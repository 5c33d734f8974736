// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.nio.ByteBuffer;
import java.security.ProtectionDomain;

/**
 * What a program's own class loaders extend in place of {@code ClassLoader}: its parent is by default the loader of the
 * PE's program, and what it defines by {@code defineClass} is rewritten as the program's classes are.
 */
public abstract class OwnLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    /** Below the program's loader. */
    protected OwnLoader() {
        super(Loaders.getSystemClassLoader());
    }

    /** Below a loader. */
    protected OwnLoader(ClassLoader parent) {
        super(parent);
    }

    /** With a name, below a loader. */
    protected OwnLoader(String name, ClassLoader parent) {
        super(name, parent);
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

    /** {@code defineClass}. */
    protected final Class<?> defineOwn(byte[] bytes, int offset, int length) {
        return defineOwn(null, bytes, offset, length, null);
    }

    /** {@code defineClass}. */
    protected final Class<?> defineOwn(String name, byte[] bytes, int offset, int length) {
        return defineOwn(name, bytes, offset, length, null);
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
}
