// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import jdk.internal.misc.Unsafe;

/**
 * Hash codes of enums by name and number. The JDK's depend on the thread that asks first, so PEs of one JVM would walk
 * hash tables with such keys in different orders. Threads that set one at the same time set the same.
 */
public final class EnumHash {
    private static final Pattern OF_JDK = Pattern.compile("L(java/[^;]+);");
    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    private EnumHash() {
    }

    /** Sets the hash code of a constant that has none yet. */
    public static void set(Enum<?> constant) {
        if (Words.INTRINSIC) {
            Field.set(constant);
        }
    }

    /** Sets the hash codes of those enums of the JDK that a descriptor mentions. */
    public static void setJdk(String descriptor) {
        for (MatchResult type : (Iterable<MatchResult>) OF_JDK.matcher(descriptor).results()::iterator) {
            String name = type.group(1);
            if (SEEN.add(name)) {
                setAll(name.replace('/', '.'));
            }
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
            // The program meets the error itself, if it ever uses the class.
            return;
        }
    }

    /** The JDK's field, which is reached only where this module may. */
    private static final class Field {
        private static final Unsafe UNSAFE = Unsafe.getUnsafe();
        private static final long HASH = UNSAFE.objectFieldOffset(Enum.class, "hash");

        static void set(Enum<?> constant) {
            int hash = 31 * constant.getDeclaringClass().getName().hashCode() + constant.ordinal();
            UNSAFE.compareAndSetInt(constant, HASH, 0, hash == 0 ? 1 : hash);
        }
    }
}
