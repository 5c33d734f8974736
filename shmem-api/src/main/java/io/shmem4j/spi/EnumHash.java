// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.misc.Unsafe;

/**
 * Hash codes of enum constants by name and ordinal. The JDK's depend on the thread that asks first, so PEs of one JVM
 * would iterate over hash tables of enums in different orders. Threads that race to set a hash code set the same one.
 */
public final class EnumHash {
    private static final String OF_JDK = "Ljava/";
    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    private EnumHash() {
    }

    /** Sets the hash code of a constant that has none yet. */
    public static void set(Enum<?> constant) {
        if (Words.INTRINSIC) {
            Field.set(constant);
        }
    }

    /** Sets the hash codes of the JDK's enums that a descriptor mentions. */
    public static void setJdk(String descriptor) {
        int at = descriptor.indexOf(OF_JDK);
        while (at >= 0) {
            int end = descriptor.indexOf(';', at);
            String name = descriptor.substring(at + 1, end).replace('/', '.');
            if (SEEN.add(name)) {
                setAll(name);
            }
            at = descriptor.indexOf(OF_JDK, end);
        }
    }

    private static void setAll(String name) {
        try {
            Class<?> type = Class.forName(name, false, null);
            if (type.isEnum()) {
                for (Object constant : type.getEnumConstants()) {
                    set((Enum<?>) constant);
                }
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // The program gets the error itself, if it ever uses the class.
        }
    }

    /** The JDK's field, loaded only if this module may access it. */
    private static final class Field {
        private static final Unsafe UNSAFE = Unsafe.getUnsafe();
        private static final long HASH = UNSAFE.objectFieldOffset(Enum.class, "hash");

        static void set(Enum<?> constant) {
            int hash = 31 * constant.getDeclaringClass().getName().hashCode() + constant.ordinal();
            UNSAFE.compareAndSetInt(constant, HASH, 0, hash == 0 ? 1 : hash);
        }
    }
}
