// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.error.ShmemException;
import io.shmem4j.shm.Heaps;
import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.NodePart.NodeBackends;
import io.shmem4j.shm.PeLife;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.ucx.transport.UcxVariables;
import java.io.IOException;
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
    private static void guard(int nPes) {
        long heap = SystemLayout.heap(nPes);
        for (int pe = 0; pe < nPes; pe++) {
            if (Boolean.getBoolean("shmem4j.guard") && !JobMemory.here(pe)) {
                Heaps.protect(pe * JobMemory.stride() + heap, JobMemory.stride() - heap);
            }
        }
    }
}
