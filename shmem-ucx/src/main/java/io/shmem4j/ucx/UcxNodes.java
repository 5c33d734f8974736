// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.error.ShmemException;
import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.NodePart.NodeBackends;
import io.shmem4j.shm.PeLife;
import io.shmem4j.shm.ShmJob;
import java.io.IOException;

/** Makes the backends of PEs that access other nodes through UCX. */
public final class UcxNodes extends NodeBackends {
    /** Made by name. */
    public UcxNodes() {
        // UCX begins when a PE accesses another node for the first time.
    }

    @Override
    public NodeBackend backend(int pe, ShmJob job, PeLife life) {
        Guard.foreignHeaps(job.control().nPes());
        try {
            return new HybridBackend(pe, job, life, Card.read(job.files()));
        } catch (IOException e) {
            throw new ShmemException("can't read the addresses of the other nodes: " + e, e);
        }
    }
}
