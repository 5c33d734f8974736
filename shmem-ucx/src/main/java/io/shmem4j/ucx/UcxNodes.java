// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.error.ShmemException;
import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.NodePart.NodeBackends;
import io.shmem4j.shm.PeLife;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.ucx.transport.UcxVariables;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.List;

/** Creates the backends of PEs that access other nodes through UCX. */
public final class UcxNodes extends NodeBackends {
    @Override
    public NodeBackend backend(int pe, ShmJob job, PeLife life) {
        guard(job.control().nPes());
        try {
            return new HybridBackend(pe, job, life, Card.read(job.files()));
        } catch (IOException e) {
            throw new ShmemException("can't read the addresses of the other nodes: " + e, e);
        }
    }

    @Override
    public void require(String job) {
        UcxVariables.set();
        HeadCommand.require(job);
    }

    @Override
    public Process head(List<String> words) throws IOException {
        return HeadCommand.start(words);
    }

    /**
     * With {@code -J-Dshmem4j.guard=true}, protects the heaps of other nodes' PEs in this process. A load or store that
     * should have been a message then crashes instead of reading zeros. System zones stay accessible, because they
     * contain copies of cells.
     */
    @SuppressWarnings("restricted")
    private static void guard(int nPes) {
        if (!Boolean.getBoolean("shmem4j.guard")) {
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
            if ((int) protect.invokeExact(address, bytes, 0) != 0) {
                throw new IllegalStateException("the heaps of other nodes can't be made unreadable");
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the heaps of other nodes can't be made unreadable", e);
        }
    }
}
