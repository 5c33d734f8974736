// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

/** One PE of a job on one node. */
final class ShmBackend extends NodeBackend {
    ShmBackend(int pe, ShmJob job, PeLife life) {
        super(pe, job, life);
    }

    @Override
    public String name() {
        return "shm";
    }

    @Override
    public boolean mappable(int other) {
        return true;
    }
}
