// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.local;

import io.shmem4j.config.Setting;
import io.shmem4j.shm.LocalMemory;
import io.shmem4j.shm.ShmHost;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;

/** A JVM that is one PE, unless it runs several in threads: then the backend is that of the calling thread's PE. */
public final class LocalHost extends Host {
    private final ShmHost process = new ShmHost();

    /** Made by {@link Host#find}. */
    public LocalHost() {
        // Which of the two it is shows with the first call.
    }

    @Override
    public Backend backend() {
        LocalPe pe = LocalPe.find();
        if (pe != null) {
            return pe.backend();
        }
        if (LocalMemory.exists()) {
            throw new IllegalStateException("the thread \"" + Thread.currentThread().getName()
                + "\" works for no PE: this JVM runs PEs by Shmem.run, in threads that those have started");
        }
        return process.backend();
    }

    @Override
    public void run(int nPes, Task task) {
        if (Setting.JOB_DIR.isSet()) {
            super.run(nPes, task);
        }
        LocalJob.run(nPes, task);
    }
}
