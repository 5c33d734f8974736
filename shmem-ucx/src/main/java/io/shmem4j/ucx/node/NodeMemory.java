// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.NodeWaker;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.tools.PeLooks;
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
 * Serves the node's memory to other nodes. The thread stores, loads and does atomics for their PEs, and wakes PEs of
 * this node that sleep on a changed word. No PE of the node takes part.
 */
final class NodeMemory extends Thread {
    private static final Path FABRIC = Path.of("/sys/class/infiniband");
    private static final String DEVICES = "UCX_NET_DEVICES";
    /** Polls without success before the thread sleeps, where it has a core. */
    private static final int SPINS = 2000;
    private static final int SPINS_A_YIELD = 16;
    /** Time for the thread to handle its message and end; on a busy machine it waits for a core first. */
    private static final long END_MILLIS = 2000;

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

    /** Begins to serve the memory of a job that this process has mapped, and connects the job with the head. */
    static NodeMemory serving(ShmJob job, Link link, Mailbox mailbox, String host) {
        NodeMemory memory = new NodeMemory(job, host);
        memory.start();
        NodePart part = job.part();
        mailbox.tellOf(job.control(), new Mailbox.Questions(link, job.files(), new PeLooks(job.control(), part.first(),
            part.count(), part.node() + " " + host)), memory);
        return memory;
    }

    /** {@return the address and key of the memory, as soon as it is registered} */
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
                complete(server.address(devices), new byte[0]);
                server.serve();
                return;
            }
            UcxContext context = UcxContext.open(true);
            worker = context.worker();
            worker.receive(PutBatch::store);
            byte[] key = context.register(JobMemory.all());
            complete(worker.address(), key);
        } catch (IOException | RuntimeException | Error e) {
            card.completeExceptionally(e);
            return;
        }
        serve();
    }

    private void complete(byte[] address, byte[] key) {
        card.complete(new Card(job.part().first(), job.part().count(), JobMemory.all().address(), address, key, host));
    }

    /** Waits until all is done that a PE has sent in a life that has ended, or before. */
    void awaitEnd(int pe, int life) {
        server.awaitEnd(pe, life);
    }

    /**
     * Ends the service. A failing job calls it before this node's PEs end. PEs of other nodes may end first, and UCX
     * aborts an agent that answers a dead PE; PEs of this node would then remove the agent's files.
     */
    void end() {
        ending = true;
        if (server != null) {
            server.close();
        } else if (worker != null) {
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
            // UCX decides if the kernel does not list devices.
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
     * Finds out whether the calling thread has a core that no other thread wants. A thread that polls beside one that
     * computes uses up its share of their core, and a message then waits until the other's is used up too. A thread
     * that sleeps keeps its share, and gets the core as soon as a message comes.
     *
     * <p>The first pause is short, because a compiler of the JVM or a PE that waits for its answer wants the core for
     * milliseconds only, and because a thread that has slept wakes up on an idle core if there is one. Pauses in a row
     * double in length, because polling beside a PE that computes for long delays messages.
     */
    static final class SpareCore {
        static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
        static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
        static final long LAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(16);
        /** A yield that finds no other thread takes less. One to a PE that polls for its answer takes about 12 us. */
        private static final long LENT_NANOS = TimeUnit.MICROSECONDS.toNanos(4);

        private final LongSupplier clock;
        private final Runnable yield;
        private long since;
        private long lent;
        private boolean crowded;
        private long pause;

        /** Has a core until others have used it, to which the yield lets them; the clock is in nanoseconds. */
        SpareCore(LongSupplier clock, Runnable yield) {
            this.clock = clock;
            this.yield = yield;
            this.since = clock.getAsLong();
        }

        /** {@return whether others have not used the core for half of the time, or a pause is over} */
        boolean isThere() {
            if (crowded && clock.getAsLong() - since > pause) {
                begin(clock.getAsLong(), false);
            }
            return !crowded;
        }

        /** Lets others use the core, and measures for how long. */
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
