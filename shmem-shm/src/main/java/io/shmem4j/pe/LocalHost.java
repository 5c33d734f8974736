// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.Setting;
import io.shmem4j.join.JoinedJvm;
import io.shmem4j.shm.LocalMemory;
import io.shmem4j.shm.ShmHost;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host.JoinRequest;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import java.util.function.Consumer;

/**
 * Host of a JVM with one PE, or with PEs in threads: local jobs and joined ones. The calling thread determines the PE.
 */
public final class LocalHost extends Host {
    private final ShmHost process = new ShmHost();
    /** Null until this JVM joins a job, so that other programs don't load its classes. */
    private volatile JoinedJvm joined;

    /**
     * Runs jobs of another kind in the memory of local jobs, after the current job has ended.
     *
     * @param host   provides the backends of their PEs
     * @param begins receives the memory, which is cleared between jobs, before any thread uses the host
     * @param jobs   runs the jobs
     */
    public static void lend(int nPes, Host host, Consumer<LocalMemory> begins, Runnable jobs) {
        LocalJob.alone("Explore.run", nPes, memory -> {
            begins.accept(memory);
            within(host, jobs);
        });
    }

    @Override
    public Backend backend() {
        Host inner = inner();
        if (inner != null) {
            return inner.backend();
        }
        LocalPe pe = LocalPe.find();
        if (pe != null) {
            return pe.backend();
        }
        JoinedJvm mine = joined;
        if (mine != null) {
            return mine.backend();
        }
        if (LocalMemory.exists()) {
            throw new IllegalStateException("the thread \"" + Thread.currentThread().getName()
                + "\" works for no PE: this JVM runs PEs by Shmem.run, in threads that those have started");
        }
        return process.backend();
    }

    @Override
    public Backend join(JoinRequest request) {
        LocalPe pe = LocalPe.find();
        if (pe != null || Setting.JOB_DIR.isSet()) {
            return super.join(request);
        }
        if (joined == null) {
            if (JobMemory.installed()) {
                throw new IllegalStateException("Shmem.join: this JVM is a job of its own, by Shmem.init or Shmem.run, "
                    + "and can't join another one");
            }
            enter();
        }
        return joined.join(request);
    }

    private synchronized void enter() {
        if (joined == null) {
            joined = new JoinedJvm();
        }
    }

    @Override
    public boolean hasPe() {
        JoinedJvm mine = joined;
        return mine == null ? JobMemory.installed() || LocalPe.find() != null : mine.hasPe();
    }

    @Override
    public void run(int nPes, Task task) {
        Host inner = inner();
        if (inner != null && inner.hasPe()) {
            inner.run(nPes, task);
            return;
        }
        if (Setting.JOB_DIR.isSet()) {
            super.run(nPes, task);
        }
        LocalJob.run(nPes, task);
    }
}
