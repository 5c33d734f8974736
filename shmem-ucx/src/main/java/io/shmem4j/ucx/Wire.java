// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.error.NodeUnreachableException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Times;
import io.shmem4j.ucx.transport.UcxContext;
import io.shmem4j.ucx.transport.UcxException;
import io.shmem4j.ucx.transport.UcxVariables;
import io.shmem4j.ucx.transport.Worker;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Sends one PE's accesses to the agents of other nodes and waits for the answers. Its lock serialises the PE's threads.
 *
 * <p>Local memory is given by its address, remote memory by the PE's world number and an offset in its region.
 */
final class Wire {
    /** About the time of an answer. The agent may be waiting for this core. */
    private static final int POLLS_BEFORE_YIELD = 20;
    /** Low, because on a busy machine each poll waits for this core. */
    private static final int POLLS_BEFORE_LOOK = 32;
    /** Whether small puts are gathered: TCP delivers messages and puts in order, on one connection. */
    private static final boolean GATHERS = Set.of("tcp", "self")
        .containsAll(List.of(UcxVariables.transports().split(",")));

    private final List<Card> cards;
    private final int[] nodeOf;
    private final Channel[] channels;
    final Losses losses;
    private final boolean[] pending;
    /** Lost nodes, from index 1; index 0 stands for any node, because a flush waits for all of them. */
    private final boolean[] silent;
    private final PutBatch[] batches;
    private final ArrayDeque<Long> requests = new ArrayDeque<>();
    private final Driver driver = new Driver(this);
    private final Supplier<Worker> workers;
    private Worker worker;
    private WordPut word;
    private int pendingNodes;
    private int gathering;
    private boolean unfenced;
    private boolean fenceOwed;
    private boolean signalled;
    private boolean closed;

    /** Creates a wire without connections. The first access creates the worker, and each node's first one connects. */
    Wire(List<Card> cards, int nPes, Supplier<Worker> workers) {
        this.cards = cards;
        this.workers = workers;
        this.nodeOf = new int[nPes];
        this.channels = new Channel[cards.size()];
        this.losses = new Losses(cards);
        this.pending = new boolean[cards.size()];
        this.silent = new boolean[1 + cards.size()];
        this.batches = new PutBatch[cards.size()];
        for (int node = 0; node < cards.size(); node++) {
            for (int i = 0; i < cards.get(node).count(); i++) {
                nodeOf[cards.get(node).first() + i] = node;
            }
        }
    }

    int nodes() {
        return cards.size();
    }

    int node(int pe) {
        return nodeOf[pe];
    }

    /** {@return whether an access of this PE may be incomplete} */
    boolean isPending() {
        return pendingNodes != 0 || signalled;
    }

    /** Writes, and returns when the source is free. */
    synchronized void put(int pe, long offset, long from, long bytes) {
        if (gather(pe, offset, from, bytes) || exchange(pe, offset, from, bytes)) {
            return;
        }
        int node = open(pe);
        long request = channels[node].put(from, bytes, pe, offset);
        markSent(node);
        await(request, node);
    }

    /** Starts a write; {@return whether the source is in use until {@link #flush}} */
    synchronized boolean start(int pe, long offset, long from, long bytes) {
        if (gather(pe, offset, from, bytes) || exchange(pe, offset, from, bytes)) {
            return false;
        }
        int node = open(pe);
        return leaveOpen(node, channels[node].put(from, bytes, pe, offset));
    }

    /** Starts a read, which {@link #flush} completes. */
    synchronized void startGet(int pe, long offset, long to, long bytes) {
        int node = open(pe);
        leaveOpen(node, channels[node].get(to, bytes, pe, offset));
    }

    /** Starts an atomic operation, whose reply {@link #flush} completes. */
    synchronized void startAtomic(int pe, long offset, int operation, long operand, int bytes, long reply) {
        int node = open(pe);
        leaveOpen(node, channels[node].change(operation, operand, bytes, pe, offset, reply));
    }

    /** {@return whether the put was added to a batch, so that the source is free} */
    private boolean gather(int pe, long offset, long from, long bytes) {
        int node = nodeOf[pe];
        PutBatch batch = batches[node];
        if (batch == null || bytes > PutBatch.MOST_BYTES || batch.takeRare()) {
            return false;
        }
        if (batch.isEmpty()) {
            gathering++;
            driver.wake();
        }
        batch.add(pe * JobMemory.stride() + offset, from, (int) bytes);
        markSent(node);
        if (batch.isFull()) {
            send(node);
        }
        return true;
    }

    /** {@return whether the put was sent as an exchange, so that the source is free} */
    private boolean exchange(int pe, long offset, long from, long bytes) {
        if (!GATHERS || isPending() || !WordPut.fits(offset, bytes)) {
            return false;
        }
        int node = open(pe);
        word.start(node, channels[node], pe, offset, from, bytes);
        mark(node);
        return true;
    }

    /** Sends a node's batch, the last put separately: UCX confirms puts, but not messages. */
    private void send(int node) {
        PutBatch batch = batches[node];
        if (batch == null || batch.isEmpty()) {
            return;
        }
        if (batch.bytesBeforeLast() > 0) {
            release(channels[node].message(batch.address, batch.bytesBeforeLast()));
        }
        long request = channels[node].put(batch.lastSource(), batch.lastBytes(), batch.lastTarget());
        batch.clear();
        gathering--;
        if (fenceOwed) {
            fenceOwed = gathering > 0;
            worker.fence();
        }
        markSent(node);
        await(request, node);
    }

    private void sendAll() {
        for (int node = 0; node < batches.length && gathering > 0; node++) {
            send(node);
        }
    }

    /** Leaves a request to the driver, because the PE may compute next; {@return whether it is incomplete} */
    private boolean leaveOpen(int node, long request) {
        markSent(node);
        if (request == 0) {
            return false;
        }
        requests.add(request);
        driver.wake();
        return true;
    }

    /** Advances requests; {@return whether any is incomplete} */
    synchronized boolean drive() {
        boolean gathered = gathering > 0;
        sendAll();
        if (!requests.isEmpty()) {
            worker.progress();
            while (!requests.isEmpty() && worker.complete(requests.getFirst())) {
                worker.free(requests.removeFirst());
            }
        }
        return gathered || !requests.isEmpty();
    }

    /** Reads, and returns when the bytes have arrived. */
    synchronized void get(int pe, long offset, long to, long bytes) {
        finish(pe, begin(pe, offset, to, bytes));
    }

    /** {@return the request of a started read, for {@link #finish}} */
    synchronized long begin(int pe, long offset, long to, long bytes) {
        return channels[open(pe)].get(to, bytes, pe, offset);
    }

    synchronized void finish(int pe, long request) {
        await(request, nodeOf[pe]);
    }

    synchronized void atomic(int pe, long offset, int operation, long operand, int bytes, long reply) {
        int node = open(pe);
        await(channels[node].change(operation, operand, bytes, pe, offset, reply), node);
    }

    /**
     * Stores a word in the holder's region or the node's copy of it, ordered after everything that this PE has sent to
     * the node. Does not wait for the reply, the unused old value.
     */
    synchronized void publish(int node, int pe, long offset, long operand, long reply) {
        open(node, pe);
        if (unfenced) {
            unfenced = false;
            worker.fence();
        }
        release(channels[node].change(Worker.SWAP, operand, Long.BYTES, pe, offset, reply));
        markSent(node);
    }

    /** Stores a word that only its holder waits for. It does not count as pending: later cells need not wait for it. */
    synchronized void signal(int pe, long offset, long operand, long reply) {
        int node = nodeOf[pe];
        boolean before = pending[node];
        publish(node, pe, offset, operand, reply);
        signalled = true;
        if (!before) {
            pending[node] = false;
            pendingNodes--;
        }
    }

    /** Orders this PE's accesses to each node before later ones. */
    synchronized void fence() {
        if (unfenced) {
            unfenced = false;
            worker.fence();
            fenceOwed = gathering > 0;
        }
    }

    /** Waits until all accesses are complete. */
    synchronized void flush() {
        if (isPending()) {
            sendAll();
            if (word.alone) {
                await(word.take(), word.node);
            } else {
                await(flushAll(), -1);
                release(word.take());
            }
            requests.forEach(worker::free);
            requests.clear();
            pendingNodes = 0;
            for (int node = 0; node < batches.length; node++) {
                if (pending[node] && batches[node] != null) {
                    batches[node].allowRare();
                }
            }
            Arrays.fill(pending, false);
            unfenced = false;
            signalled = false;
        }
    }

    private long flushAll() {
        try {
            return worker.flush();
        } catch (UcxException e) {
            throw unreachable(e.getMessage(), -1);
        }
    }

    /** Waits until all accesses except signals are complete. */
    synchronized void settle() {
        if (pendingNodes != 0) {
            flush();
        }
    }

    /** Waits until all accesses to other nodes than one are complete. */
    synchronized void flushOthers(int node) {
        if (pendingNodes > (pending[node] ? 1 : 0)) {
            flush();
        }
    }

    synchronized void progress() {
        if (isPending()) {
            sendAll();
            try {
                worker.progress();
            } catch (UcxException e) {
                throw unreachable(e.getMessage(), -1);
            }
        }
    }

    private void markSent(int node) {
        word.alone = false;
        mark(node);
    }

    private void mark(int node) {
        unfenced = true;
        if (!pending[node]) {
            pending[node] = true;
            pendingNodes++;
        }
    }

    private int open(int pe) {
        int node = nodeOf[pe];
        open(node, pe);
        return node;
    }

    private void open(int node, int pe) {
        if (channels[node] != null) {
            send(node);
            return;
        }
        if (closed) {
            throw new IllegalStateException("this PE has left its job");
        }
        if (worker == null) {
            worker = workers.get();
            word = new WordPut(worker.memory(2 * Long.BYTES));
        }
        // An access started before the connection is established would wait for this PE's next call.
        Channel channel = Channel.to(node, cards.get(node), worker, losses);
        await(channel.flush(), node);
        channels[node] = channel;
        batches[node] = GATHERS ? new PutBatch(worker.memory(PutBatch.CAPACITY).address()) : null;
    }

    /** {@return whether the PE has left the job} */
    synchronized boolean isClosed() {
        return closed;
    }

    /** Awaits all answers before the PE ends, because UCX aborts an agent that answers a process that is gone. */
    synchronized void end() {
        try {
            flush();
        } catch (ShmemException e) {
            // The job has failed, and closing the connections drops incomplete accesses.
            pendingNodes = 0;
            signalled = false;
        }
    }

    /** Closes the connections, so that the process can join another job. */
    synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (int node = 0; node < channels.length; node++) {
            if (channels[node] != null) {
                channels[node].close();
                channels[node] = null;
            }
        }
        Arrays.fill(batches, null);
        requests.clear();
        gathering = 0;
        signalled = false;
        if (worker != null) {
            worker.destroy();
        }
        driver.wake();
    }

    private void release(long request) {
        if (request != 0) {
            worker.free(request);
        }
    }

    private void await(long request, int node) {
        if (request == 0) {
            return;
        }
        int idle = 0;
        int polls = 0;
        long looked = 0;
        long silence = 0;
        try {
            while (!worker.complete(request)) {
                if (worker.progress() != 0) {
                    idle = 0;
                    looked = 0;
                    silence = 0;
                } else if (++idle >= POLLS_BEFORE_YIELD) {
                    Thread.yield();
                }
                if (++polls % POLLS_BEFORE_LOOK == 0) {
                    losses.checkAbort.run();
                    long now = System.nanoTime();
                    silence += looked == 0 ? 0 : Math.min(now - looked, Times.STOPPED_NANOS);
                    looked = now;
                    if (silent[1 + node] || silence > Times.SILENCE_NANOS) {
                        silent[0] = true;
                        silent[1 + node] = true;
                        throw unreachable("nothing has come from there for "
                            + Times.SILENCE_NANOS / 1_000_000_000L + " s", node);
                    }
                }
            }
        } catch (UcxException e) {
            throw unreachable(e.getMessage(), node);
        }
        worker.free(request);
    }

    /** {@return an exception that names the node, or for -1 all nodes that a flush may be waiting for} */
    private NodeUnreachableException unreachable(String why, int node) {
        int[] nodes = node >= 0 ? new int[] {node} : IntStream.range(0, channels.length)
            .filter(i -> channels[i] != null && (pending[i] || pendingNodes == 0)).toArray();
        return losses.of(why, nodes);
    }

    static Worker ucx() {
        return Process.CONTEXT.worker();
    }

    /** Holds the UCX context of the process. */
    private static final class Process {
        static final UcxContext CONTEXT = UcxContext.open(false);
    }

    /**
     * Sends a put of one word as an exchange, whose reply confirms the store; after a put, UCX's flush would need a
     * second round trip. At most one is open at a time. Guarded by the wire's lock.
     */
    private static final class WordPut {
        @SuppressWarnings("restricted")
        private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

        /** Buffers of the word and of the reply. */
        private final MemorySegment words;
        private long request;
        private int node;
        /** Whether this is the PE's only open access. */
        private boolean alone;

        WordPut(MemorySegment words) {
            this.words = words;
        }

        /** {@return whether a put is of one aligned word} */
        static boolean fits(long offset, long bytes) {
            return (bytes == Long.BYTES || bytes == Integer.BYTES) && (offset & bytes - 1) == 0;
        }

        /** Sends the word; the source is free after the call. */
        void start(int to, Channel channel, int pe, long offset, long from, long bytes) {
            MemorySegment.copy(EVERYTHING, from, words, 0, bytes);
            request = channel.change(Worker.SWAP, words.address(), (int) bytes, pe, offset,
                words.address() + Long.BYTES);
            node = to;
            alone = true;
        }

        /** {@return the open request, which it forgets; or 0} */
        long take() {
            long taken = request;
            request = 0;
            alone = false;
            return taken;
        }
    }
}
