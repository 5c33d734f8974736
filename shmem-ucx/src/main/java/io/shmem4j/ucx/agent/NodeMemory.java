// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import io.shmem4j.shm.NodeWaker;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.ucx.Card;
import io.shmem4j.ucx.PutBatch;
import io.shmem4j.ucx.lib.UcxContext;
import io.shmem4j.ucx.lib.UcxWorker;
import java.util.concurrent.CompletableFuture;

/**
 * Serves the node's memory to other nodes. The thread stores, loads and does atomics for their PEs, and wakes PEs of
 * this node that sleep on a changed word. No PE of the node takes part.
 */
final class NodeMemory extends Thread {
    /** Polls without success before the thread sleeps, where it has a core. */
    private static final int SPINS = 2000;
    private static final int SPINS_A_YIELD = 16;
    /** For the thread to handle its message and end; on a busy machine it waits for a core first. */
    private static final long END_MILLIS = 2000;

    private final ShmJob job;
    private final String host;
    private final int spins;
    private final CompletableFuture<Card> card = new CompletableFuture<>();
    private volatile UcxWorker worker;
    private volatile boolean ending;

    /** Serves the memory of a job that this process has mapped, whose PEs here need all cores or do not. */
    NodeMemory(ShmJob job, String host, boolean busy) {
        super("shmem4j node memory");
        this.job = job;
        this.host = host;
        this.spins = busy ? 0 : SPINS;
        setDaemon(true);
    }

    /** {@return the address and key of the memory, as soon as it is registered} */
    Card card() {
        return card.join();
    }

    @Override
    public void run() {
        try {
            Devices.check(System.getenv());
            UcxContext context = UcxContext.open(true);
            worker = context.worker();
            worker.receive(PutBatch::store);
            byte[] key = context.register(JobMemory.all());
            card.complete(new Card(job.part().first(), job.part().count(), JobMemory.all().address(), worker.address(),
                key, host));
        } catch (RuntimeException | Error e) {
            card.completeExceptionally(e);
            return;
        }
        serve();
    }

    /**
     * Ends the service. A job that fails calls it before this node's PEs end, because PEs of other nodes may end first,
     * and UCX aborts an agent that answers a PE which has died. PEs of this node would then remove the agent's files.
     */
    void end() {
        ending = true;
        if (worker != null) {
            worker.signal();
            try {
                join(END_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts an agent's threads", e);
            }
        }
    }

    private void serve() {
        NodeWaker waker = new NodeWaker(job);
        SpareCore core = new SpareCore(System::nanoTime, Thread::yield);
        int idle = 0;
        while (!ending) {
            if (worker.progress() != 0) {
                idle = 0;
                waker.wake();
            } else if (idle++ < spins && core.isThere()) {
                if (idle % SPINS_A_YIELD == 0) {
                    core.lend();
                }
            } else {
                idle = 0;
                worker.await();
            }
        }
    }
}
