// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Operations on lines that Java's own loops and copies lack: writing them back, by the JVM's instruction for persistent
 * memory (clwb where the processor has it), and copies by the C library. Its copies store past the caches from a size
 * on that users may set.
 */
final class Lines {
    private static final MethodHandle WRITE_BACK = writeBack();
    private static final MethodHandle MEMCPY = memcpy();
    static final boolean CAN_WRITE_BACK = WRITE_BACK != null;

    private Lines() {
    }

    /** A copy, as that of segments. */
    @FunctionalInterface
    interface Copy {
        void copy(MemorySegment source, long from, MemorySegment target, long to, long bytes);
    }

    private static MethodHandle writeBack() {
        try {
            Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
            Object unsafe = type.getMethod("getUnsafe").invoke(null);
            boolean enabled = (boolean) type.getMethod("isWritebackEnabled").invoke(null);
            return enabled ? MethodHandles.lookup().findVirtual(type, "writebackMemory",
                MethodType.methodType(void.class, long.class, long.class)).bindTo(unsafe) : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    @SuppressWarnings("restricted") // The signature is that of the C library.
    private static MethodHandle memcpy() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow("memcpy"),
            FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));
    }

    /** Writes the first bytes of a buffer back to memory. */
    static void writeBack(MemorySegment buffer, long bytes) {
        try {
            WRITE_BACK.invokeExact(buffer.address(), bytes);
        } catch (Throwable e) {
            throw new IllegalStateException("can't write lines back", e);
        }
    }

    static void copyAndFlush(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        MemorySegment.copy(source, from, target, to, bytes);
        writeBack(target.asSlice(to), bytes);
    }

    static void memcpy(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        try {
            MemorySegment end = (MemorySegment) MEMCPY.invokeExact(target.asSlice(to, bytes),
                source.asSlice(from, bytes), bytes);
            if (end.address() != target.address() + to) {
                throw new IllegalStateException("memcpy returned something else than its target");
            }
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("memcpy failed", e);
        }
    }
}
