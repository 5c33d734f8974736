// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.error.NodeUnreachableException;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.ucx.lib.UcxContext;
import io.shmem4j.ucx.lib.UcxException;
import io.shmem4j.ucx.lib.UcxWorker;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * One PE's way to other nodes. Its threads take turns.
 *
 * <p>Memory here is named by its address, memory there by world number and offset.
 */
final class Wire {
    private static final int POLLS_BEFORE_YIELD = 100;
    private static final int POLLS_BEFORE_LOOK = 256;
    /** A node that answers nothing for so long has gone, or the network has. */
    private static final long SILENCE_NANOS = 20_000_000_000L;
    /** Over TCP all that goes to a node goes one way, so messages and puts stay in their order. */
    private static final boolean GATHERS = Set.of("tcp", "self")
        .containsAll(List.of(System.getenv().getOrDefault("UCX_TLS", "all").split(",")));

    private final List<Card> cards;
    private final int[] nodeOf;
    private final Channel[] channels;
    private final Losses losses;
    private final boolean[] pending;
    private final PutBatch[] batches;
    private final ArrayDeque<Long> requests = new ArrayDeque<>();
    private final Driver driver = new Driver(this);
    private UcxWorker worker;
    private int pendingNodes;
    private int gathering;
    private boolean unfenced;
    private boolean fenceOwed;
    private boolean signalled;

    /**
     * Reaches nothing yet.
     *
     * @param cards of all nodes
     * @param nPes  number of PEs
     */
    Wire(List<Card> cards, int nPes) {
        this.cards = cards;
        this.nodeOf = new int[nPes];
        this.channels = new Channel[cards.size()];
        this.losses = new Losses(cards);
        this.pending = new boolean[cards.size()];
        this.batches = new PutBatch[cards.size()];
        for (int node = 0; node < cards.size(); node++) {
            for (int i = 0; i < cards.get(node).count(); i++) {
                nodeOf[cards.get(node).first() + i] = node;
            }
        }
    }

    /** Sets what throws when the job is being ended. */
    void lookForAbort(Runnable check) {
        losses.lookForAbort(check);
    }

    int nodes() {
        return cards.size();
    }

    /** {@return number of a PE's node} */
    int node(int pe) {
        return nodeOf[pe];
    }

    /** {@return whether something may not have arrived yet} */
    boolean isPending() {
        return pendingNodes != 0 || signalled;
    }

    /** Writes; returns when the source is free again. */
    synchronized void put(int pe, long offset, long from, long bytes) {
        if (gather(pe, offset, from, bytes)) {
            return;
        }
        int node = open(pe);
        long request = channels[node].put(from, bytes, pe, offset);
        sent(node);
        await(request, node);
    }

    /** {@return whether the source is in use until {@link #flush}} */
    synchronized boolean start(int pe, long offset, long from, long bytes) {
        if (gather(pe, offset, from, bytes)) {
            return false;
        }
        int node = open(pe);
        return goOn(node, channels[node].put(from, bytes, pe, offset));
    }

    /** Reads; the bytes are here after {@link #flush}. */
    synchronized void startGet(int pe, long offset, long to, long bytes) {
        int node = open(pe);
        goOn(node, channels[node].get(to, bytes, pe, offset));
    }

    /** Changes a word; the old one is here after {@link #flush}. */
    synchronized void startAtomic(int pe, long offset, int operation, long operand, int bytes, long reply) {
        int node = open(pe);
        goOn(node, channels[node].change(operation, operand, bytes, pe, offset, reply));
    }

    /** {@return whether a put waits for others to travel with; its source is free} */
    private boolean gather(int pe, long offset, long from, long bytes) {
        int node = nodeOf[pe];
        PutBatch batch = batches[node];
        if (batch == null || bytes > PutBatch.MOST_BYTES || batch.isRare()) {
            return false;
        }
        if (batch.isEmpty()) {
            gathering++;
            driver.wake();
        }
        batch.add(pe * JobMemory.stride() + offset, from, (int) bytes);
        sent(node);
        if (batch.isFull()) {
            send(node);
        }
        return true;
    }

    /** Lets go what has been gathered for a node. Its last put travels alone, because UCX tells when a put is there. */
    private void send(int node) {
        PutBatch batch = batches[node];
        if (batch == null || batch.isEmpty()) {
            return;
        }
        if (batch.bytesBeforeLast() > 0) {
            release(channels[node].message(batch.address(), batch.bytesBeforeLast()));
        }
        long request = channels[node].put(batch.lastSource(), batch.lastBytes(), batch.lastTarget());
        batch.clear();
        gathering--;
        if (fenceOwed) {
            fenceOwed = gathering > 0;
            worker.fence();
        }
        sent(node);
        await(request, node);
    }

    private void sendAll() {
        for (int node = 0; node < batches.length && gathering > 0; node++) {
            send(node);
        }
    }

    /** An operation has begun, and is driven on if this PE does not come back. */
    private boolean goOn(int node, long request) {
        sent(node);
        if (request == 0) {
            return false;
        }
        requests.add(request);
        driver.wake();
        return true;
    }

    /** {@return whether something that has been started is not complete, after some progress} */
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

    /** Reads; returns when the bytes are here. */
    synchronized void get(int pe, long offset, long to, long bytes) {
        int node = open(pe);
        await(channels[node].get(to, bytes, pe, offset), node);
    }

    /** Changes a word, and waits for the old one. */
    synchronized void atomic(int pe, long offset, int operation, long operand, int bytes, long reply) {
        int node = open(pe);
        await(channels[node].change(operation, operand, bytes, pe, offset, reply), node);
    }

    /**
     * Stores a word after all that this PE has sent to the same node, without waiting.
     *
     * @param node  whose memory, which may have a copy only
     * @param pe    that holds the word
     * @param reply address of a word that is lost
     */
    synchronized void publish(int node, int pe, long offset, long operand, long reply) {
        open(node, pe);
        if (unfenced) {
            unfenced = false;
            worker.fence();
        }
        release(channels[node].change(UcxWorker.SWAP, operand, Long.BYTES, pe, offset, reply));
        sent(node);
    }

    /** Does the same with a word that its holder waits for: what this PE says next need not wait until it is there. */
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

    /** Orders what this PE has sent to a node before what it will. */
    synchronized void fence() {
        if (unfenced) {
            unfenced = false;
            worker.fence();
            fenceOwed = gathering > 0;
        }
    }

    /** Waits until all has arrived. */
    synchronized void flush() {
        if (isPending()) {
            sendAll();
            await(flushAll(), -1);
            requests.forEach(worker::free);
            requests.clear();
            pendingNodes = 0;
            for (int node = 0; node < batches.length; node++) {
                if (pending[node] && batches[node] != null) {
                    batches[node].rest();
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
            throw lost(e.getMessage(), -1);
        }
    }

    /** Waits until all has arrived but signals. */
    synchronized void settle() {
        if (pendingNodes != 0) {
            flush();
        }
    }

    /** Waits until all has arrived that has been sent to other nodes than one. */
    synchronized void flushOthers(int node) {
        if (pendingNodes > (pending[node] ? 1 : 0)) {
            flush();
        }
    }

    /** Goes on with what has been started, if somebody else isn't doing so. */
    synchronized void progress() {
        if (isPending()) {
            sendAll();
            worker.progress();
        }
    }

    private void sent(int node) {
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
        if (worker == null) {
            worker = Process.CONTEXT.worker();
        }
        // What is sent before the connection stands would wait for this PE's next call.
        Channel channel = Channel.to(node, cards.get(node), worker, losses);
        await(channel.flush(), node);
        channels[node] = channel;
        batches[node] = GATHERS ? new PutBatch() : null;
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
        long heard = 0;
        try {
            while (!worker.complete(request)) {
                if (worker.progress() != 0) {
                    idle = 0;
                    heard = 0;
                } else if (++idle >= POLLS_BEFORE_YIELD) {
                    Thread.yield();
                }
                if (++polls % POLLS_BEFORE_LOOK == 0) {
                    losses.check();
                    long now = System.nanoTime();
                    heard = heard == 0 ? now : heard;
                    if (now - heard > SILENCE_NANOS) {
                        throw lost("nothing has come from there for " + SILENCE_NANOS / 1_000_000_000L + " s", node);
                    }
                }
            }
        } catch (UcxException e) {
            throw lost(e.getMessage(), node);
        }
        worker.free(request);
    }

    /** Of all nodes that something is on its way to, or may be, one does not answer. */
    private NodeUnreachableException lost(String why, int node) {
        int[] nodes = node >= 0 ? new int[] {node} : IntStream.range(0, channels.length)
            .filter(i -> channels[i] != null && (pending[i] || pendingNodes == 0)).toArray();
        return losses.of(why, nodes);
    }

    /** PEs that share a JVM share it. */
    private static final class Process {
        static final UcxContext CONTEXT = UcxContext.open(false);
    }
}
