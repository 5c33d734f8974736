// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.inspect.PeLooks;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.NodeWaker;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Times;
import io.shmem4j.ucx.Card;
import io.shmem4j.ucx.PutBatch;
import io.shmem4j.ucx.transport.TcpServer;
import io.shmem4j.ucx.transport.UcxContext;
import io.shmem4j.ucx.transport.UcxWorker;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Serves the node's memory to other nodes. The thread performs loads, stores and atomics for their PEs, and wakes PEs
 * of this node that sleep on a changed word.
 */
final class NodeMemory extends Thread {
    private static final Path FABRIC = Path.of("/sys/class/infiniband");
    private static final String DEVICES = "UCX_NET_DEVICES";
    /** Polls without success before the thread sleeps, if it has a core for itself. */
    private static final int SPINS = 2000;
    private static final int SPINS_A_YIELD = 16;

    private final ShmJob job;
    private final String host;
    private final int spins;
    private final CompletableFuture<Card> card = new CompletableFuture<>();
    private volatile UcxWorker worker;
    /** Not null in a job that outlives its PEs. */
    private volatile TcpServer server;
    private volatile boolean ending;

    private NodeMemory(ShmJob job, String host) {
        super("shmem4j node memory");
        this.job = job;
        this.host = host;
        this.spins = job.isCrowded() ? 0 : SPINS;
        setDaemon(true);
    }

    /** Starts serving the memory of a job that this process has mapped, and connects the job with the head. */
    static NodeMemory open(ShmJob job, Link link, Inbox inbox, String host) {
        NodeMemory memory = new NodeMemory(job, host);
        memory.start();
        NodePart part = job.part();
        inbox.connect(job.control(), new Inbox.Questions(link, job.files(), new PeLooks(job.control(), part.first(),
            part.count(), part.node() + " " + host)), memory);
        return memory;
    }

    /** Waits until the memory is registered, and {@return its address and key} */
    Card card() {
        return card.join();
    }

    @Override
    public void run() {
        try {
            String devices = System.getenv().getOrDefault(DEVICES, "all");
            checkDevices(devices);
            if (job.control().outlives()) {
                server = new TcpServer(JobMemory.all(), PutBatch::store, () -> new NodeWaker(job)::wake);
                publish(server.address(devices), new byte[0]);
                server.serve();
                return;
            }
            UcxContext context = UcxContext.open(true);
            worker = context.worker();
            worker.receive(PutBatch::store);
            byte[] key = context.register(JobMemory.all());
            publish(worker.address(), key);
        } catch (IOException | RuntimeException | Error e) {
            card.completeExceptionally(e);
            return;
        }
        serve();
    }

    private void publish(byte[] address, byte[] key) {
        card.complete(new Card(job.part().first(), job.part().count(), JobMemory.all().address(), address, key, host));
    }

    /** Waits until all accesses are done that a PE has sent in an ended life or an earlier one. */
    void awaitEnd(int pe, int life) {
        server.awaitEnd(pe, life);
    }

    /**
     * Ends the service. In a failing job this comes before the end of this node's PEs: UCX aborts an agent that answers
     * a dead PE of another node, and this node's PEs would then remove the agent's files.
     */
    void end() {
        ending = true;
        if (server != null) {
            server.close();
        } else if (worker != null) {
            worker.signal();
            try {
                join(Times.SERVING_END_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException("an agent's thread was interrupted", e);
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
            } else if (idle++ < spins && core.isFree()) {
                if (idle % SPINS_A_YIELD == 0) {
                    core.lend();
                }
            } else {
                idle = 0;
                worker.await();
            }
        }
    }

    /**
     * Refuses a list of network devices that are all down, because UCX starts without missing ones and only fails at
     * the first connection.
     */
    private static void checkDevices(String named) {
        // The loopback device always exists. Lists with other characters are patterns, which only UCX understands.
        if (named.equals("all") || named.equals("lo") || !named.matches("[\\w.@:,-]+")) {
            return;
        }
        try {
            for (String name : named.replaceAll(":[^,]*", "").split(",")) {
                NetworkInterface device = NetworkInterface.getByName(name);
                if (device != null && device.isUp() || Files.exists(FABRIC.resolve(name))) {
                    return;
                }
            }
            throw new LaunchException(ExitStatus.LAUNCH, DEVICES + "=" + named + " names no device that is up; there"
                + " are " + NetworkInterface.networkInterfaces().map(NodeMemory::words)
                .collect(Collectors.joining(", ")));
        } catch (SocketException e) {
            // Without a list of devices, UCX decides.
        }
    }

    private static String words(NetworkInterface device) {
        try {
            return device.getName() + (device.isUp() ? "" : " (down)");
        } catch (SocketException e) {
            return device.getName();
        }
    }

    /**
     * Detects whether the calling thread has a core for itself. A thread that polls on a core shared with a computing
     * thread uses up its time slice, and a message then waits for the other thread's slice. A thread that sleeps keeps
     * its slice, and gets the core as soon as a message arrives.
     *
     * <p>The first pause is short, because a JIT compiler or a PE waiting for its answer needs the core for
     * milliseconds only, and because a thread that wakes up moves to an idle core if there is one. Consecutive pauses
     * double, because polling beside a PE that computes for long delays messages.
     */
    static final class SpareCore {
        static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
        static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
        static final long LAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(16);
        /** Minimum time of a yield to another thread. One to a PE that polls for its answer takes about 12 us. */
        private static final long LENT_NANOS = TimeUnit.MICROSECONDS.toNanos(4);

        private final LongSupplier clock;
        private final Runnable yield;
        private long since;
        private long lent;
        private boolean crowded;
        private long pause;

        /** Assumes a free core at first; the clock is in nanoseconds, the yield runs other threads of the core. */
        SpareCore(LongSupplier clock, Runnable yield) {
            this.clock = clock;
            this.yield = yield;
            this.since = clock.getAsLong();
        }

        /** {@return whether other threads use less than half of the core, or a pause is over} */
        boolean isFree() {
            if (crowded && clock.getAsLong() - since > pause) {
                begin(clock.getAsLong(), false);
            }
            return !crowded;
        }

        /** Yields the core, and measures for how long. */
        void lend() {
            long start = clock.getAsLong();
            yield.run();
            long end = clock.getAsLong();
            if (end - start > LENT_NANOS) {
                lent += end - start;
            }
            if (end - since > LOOK_NANOS) {
                boolean others = lent > (end - since) / 2;
                pause = !others ? 0 : pause == 0 ? FIRST_PAUSE_NANOS : Math.min(2 * pause, LAST_PAUSE_NANOS);
                begin(end, others);
            }
        }

        private void begin(long now, boolean others) {
            since = now;
            lent = 0;
            crowded = others;
        }
    }
}
