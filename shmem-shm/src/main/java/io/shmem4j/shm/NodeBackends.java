// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

/** Makes the backends of PEs whose job has other nodes; one for each process, by a constructor without parameters. */
public abstract class NodeBackends {
    /** For subclasses. */
    protected NodeBackends() {
    }

    /** {@return a PE's backend; the calling thread is its first} */
    public abstract NodeBackend backend(int pe, ShmJob job, PeLife life);
}
