// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/**
 * Makes the heaps of other nodes' PEs unreadable in this process, with {@code -J-Dshmem4j.guard=true}. A load or store
 * that should have been a message then crashes, instead of finding zeros. System zones stay readable, because other
 * nodes store copies of cells there.
 */
final class Guard {
    private static final boolean WANTED = Boolean.getBoolean("shmem4j.guard");
    private static final int NO_ACCESS = 0;

    private Guard() {
    }

    /** Protects them, if the property is set. */
    @SuppressWarnings("restricted")
    static void foreignHeaps(int nPes) {
        if (!WANTED) {
            return;
        }
        MethodHandle protect = Linker.nativeLinker().downcallHandle(
            Linker.nativeLinker().defaultLookup().findOrThrow("mprotect"),
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
        long heap = SystemLayout.heap(nPes);
        for (int pe = 0; pe < nPes; pe++) {
            if (!JobMemory.here(pe)) {
                protect(protect, JobMemory.all().address() + pe * JobMemory.stride() + heap,
                    JobMemory.stride() - heap);
            }
        }
    }

    private static void protect(MethodHandle protect, long address, long bytes) {
        try {
            if ((int) protect.invokeExact(address, bytes, NO_ACCESS) != 0) {
                throw new IllegalStateException("the heaps of other nodes can't be made unreadable");
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the heaps of other nodes can't be made unreadable", e);
        }
    }
}
