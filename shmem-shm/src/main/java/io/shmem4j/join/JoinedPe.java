// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.join;

import io.shmem4j.error.JobAbortedException;
import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.PeLife;
import java.io.IOException;

/**
 * A PE of this JVM in a job that it has joined. The JVM is the user's and outlives it: what ends the PE is an
 * exception.
 */
final class JoinedPe implements PeLife {
    private final JoinedJob job;
    private final int number;
    private final long deadline;
    private final Thread joiner = Thread.currentThread();
    private final NodeBackend backend;
    private volatile boolean open = true;

    /**
     * A PE that the calling thread has claimed; its job is mapped.
     *
     * @param deadline until which it waits for others, nanoTime
     */
    JoinedPe(JoinedJob job, int number, long deadline) throws IOException {
        this.job = job;
        this.number = number;
        this.deadline = deadline;
        this.backend = job.backend(number, this);
    }

    int number() {
        return number;
    }

    JoinedJob job() {
        return job;
    }

    NodeBackend backend() {
        return backend;
    }

    /** {@return the thread that has joined} */
    Thread joiner() {
        return joiner;
    }

    /** {@return whether its session may still touch the job's memory} */
    boolean open() {
        return open;
    }

    /** Looks at the others in each wait: whether the job has failed, or one of them has died or does not come. */
    @Override
    public void check() {
        if (!open) {
            throw new IllegalStateException("PE " + number + " has left job " + job.name()
                + "; Shmem.join takes part in the next one");
        }
        job.check(number, deadline);
    }

    @Override
    public void left() {
        try {
            job.leave(number);
        } finally {
            open = false;
        }
    }

    @Override
    public void end(int status) {
        job.leave(number);
        throw new JobAbortedException("PE " + number + " has ended job " + job.name() + " with status " + status);
    }
}
