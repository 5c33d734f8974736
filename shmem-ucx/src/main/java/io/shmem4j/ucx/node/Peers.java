// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.ucx.Greeting;
import io.shmem4j.ucx.lib.UcxException;
import io.shmem4j.ucx.lib.UcxWorker;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An agent's connections to the PEs that have greeted it. UCX reports a dead PE after the agent has handled what has
 * come from it, or when the agent can't answer it. A closed connection delivers nothing more, so no late put of a dead
 * PE overwrites memory that its next life has restored.
 *
 * <p>The thread that progresses the worker calls {@link #update}; any other may call {@link #awaitEnd}.
 */
final class Peers {
    /** How long the kernel of a dead PE may take to close its connections. */
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long LOOK_MILLIS = 5;

    private final UcxWorker worker;
    private final long answer;
    private final ArrayDeque<Greeting> greetings = new ArrayDeque<>();
    private final List<Peer> peers = new ArrayList<>();

    /** Lets a worker accept greetings. */
    Peers(UcxWorker worker) {
        this.worker = worker;
        this.answer = worker.memory(Long.BYTES).address();
        worker.receive(Greeting.KIND, this::add);
    }

    /** UCX allows no new connection while it delivers a message, so this only queues it. */
    @SuppressWarnings("restricted")
    private void add(long address, long bytes) {
        greetings.add(Greeting.read(MemorySegment.ofAddress(address).reinterpret(bytes)));
    }

    /**
     * Answers new greetings and closes connections of dead PEs.
     *
     * @return whether a connection was closed, which may have progressed the worker
     */
    synchronized boolean update() {
        while (!greetings.isEmpty()) {
            answer(greetings.remove());
        }
        boolean closed = peers.removeIf(peer -> {
            boolean ended = peer.overdue || worker.hasFailed(peer.connection);
            if (ended) {
                worker.close(peer.connection);
            }
            return ended;
        });
        if (closed) {
            notifyAll();
        }
        return closed;
    }

    private void answer(Greeting greeting) {
        try {
            Peer peer = new Peer(greeting.pe(), greeting.life(), worker.connect(greeting.address()));
            peers.add(peer);
            worker.free(worker.send(peer.connection, Greeting.KIND, answer, Long.BYTES));
        } catch (UcxException e) {
            // The PE has died since, and its connection fails, or it gives up waiting for the answer.
            return;
        }
    }

    /** Waits until the connections of a PE's life, and of those before it, are closed. */
    synchronized void awaitEnd(int pe, int life) {
        long start = System.nanoTime();
        try {
            while (peers.stream().anyMatch(peer -> peer.isOf(pe, life))) {
                if (System.nanoTime() - start > END_NANOS) {
                    peers.stream().filter(peer -> peer.isOf(pe, life)).forEach(peer -> peer.overdue = true);
                    worker.signal();
                }
                wait(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts an agent's threads", e);
        }
    }

    /** Connection to one life of a PE. */
    private static final class Peer {
        private final int pe;
        private final int life;
        private final long connection;
        /** UCX has not reported the PE's death in time. */
        private boolean overdue;

        Peer(int pe, int life, long connection) {
            this.pe = pe;
            this.life = life;
            this.connection = connection;
        }

        boolean isOf(int number, int last) {
            return pe == number && life <= last;
        }
    }
}
