// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Zeroed memory for the heaps of all PEs in one process. Only touched pages take up memory; Java's own allocation would
 * touch all of them.
 */
@SuppressWarnings("restricted")
public final class ReservedMemory {
    private static final int READ_WRITE = 3;
    private static final int PRIVATE_ANONYMOUS_NORESERVE = 0x2 | 0x20 | 0x4000;
    private static final int NOT_NEEDED = 4;
    private static final int NO_HUGE_PAGES = 15;

    private ReservedMemory() {
    }

    /** {@return zeroed memory for the rest of the JVM's life} */
    public static MemorySegment reserve(long bytes, long alignment) {
        MemorySegment all = reserve(bytes + alignment);
        return all.asSlice(-all.address() & alignment - 1, bytes);
    }

    private static MemorySegment reserve(long bytes) {
        try {
            MemorySegment memory = (MemorySegment) function("mmap", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG,
                JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG)).invokeExact(MemorySegment.NULL, bytes, READ_WRITE,
                PRIVATE_ANONYMOUS_NORESERVE, -1, 0L);
            if (memory.address() == -1) {
                throw new IllegalStateException("the system does not give this process " + bytes
                    + " bytes of address space for the simulated heaps");
            }
            // Each PE's first barrier cell would otherwise take a huge page. The kernel may ignore the advice.
            int ignored = (int) advice().invokeExact(memory, bytes, NO_HUGE_PAGES);
            return memory.reinterpret(bytes);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Releases the touched pages, which zeroes the memory. */
    public static void clear(MemorySegment memory) {
        try {
            int status = (int) Clearing.ADVICE.invokeExact(memory, memory.byteSize(), NOT_NEEDED);
            if (status != 0) {
                throw new IllegalStateException("the system does not take memory back");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Linked only by processes that clear memory, repeatedly. */
    private static final class Clearing {
        static final MethodHandle ADVICE = advice();
    }

    private static MethodHandle advice() {
        return function("madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    }

    private static MethodHandle function(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }
}
