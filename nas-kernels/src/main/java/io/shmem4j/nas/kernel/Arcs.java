// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import io.shmem4j.Cmp;
import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Transfer;
import java.util.Arrays;

/**
 * Transfers arrays along the arcs between PEs.
 *
 * <p>With direct transfer an array stays on its node's PE and others load it from there. Otherwise it is put into a
 * buffer of each arc. A word per arc holds the round and the length. A buffer is used once in a round, and a barrier
 * separates rounds.
 */
final class Arcs {
    private static final int LENGTH_BITS = 32;
    private static final long SLACK = 1 << 12;

    private final Shmem shmem;
    private final boolean direct;
    private final int longest;
    private final SymmetricDoubles buffers;
    private final SymmetricLongs words;
    private final DoubleView[] views;
    /** Buffer of each arc on the PE of its head. */
    private final int[] bufferOfArc;
    private long round;

    Arcs(KernelHeap heap, DtProblem problem, Transfer transfer) {
        shmem = heap.shmem;
        direct = transfer == Transfer.DIRECT;
        longest = problem.longest();
        Graph graph = problem.graph();
        bufferOfArc = new int[graph.arcs().size()];
        int most = countBuffers(graph, transfer, shmem.nPes(), bufferOfArc);
        buffers = heap.doubles((long) most * longest, "arrays for other PEs");
        words = heap.longs(graph.arcs().size(), "arrays that have come");
        views = new DoubleView[shmem.nPes()];
        Arrays.setAll(views, pe -> shmem.view(buffers, pe));
    }

    static long bytes(DtProblem problem, Transfer transfer, int pes) {
        Graph graph = problem.graph();
        long most = countBuffers(graph, transfer, pes, new int[graph.arcs().size()]);
        return (most * problem.longest() + graph.arcs().size()) * Double.BYTES + SLACK;
    }

    /** {@return the number of buffers of a PE}; also assigns the arcs' buffers */
    private static int countBuffers(Graph graph, Transfer transfer, int pes, int... bufferOfArc) {
        int[] used = new int[Math.min(pes, graph.nodes())];
        int most = 1;
        for (Graph.Arc arc : graph.arcs()) {
            int pe = arc.head() % pes;
            if (arc.tail() % pes != pe) {
                bufferOfArc[arc.number()] = used[pe]++;
                most = Math.max(most, used[pe]);
            }
        }
        return transfer == Transfer.DIRECT ? (graph.nodes() + pes - 1) / pes : most;
    }

    void restart() {
        round++;
        shmem.barrierAll();
    }

    private int owner(int node) {
        return node % views.length;
    }

    /** Sends a node's array to the nodes on other PEs that need it. */
    void send(Graph graph, int node, double[] array) {
        int me = owner(node);
        long announced = round << LENGTH_BITS | array.length;
        boolean stored = false;
        for (Graph.Arc arc : graph.outOf(node)) {
            int pe = owner(arc.head());
            if (pe != me && direct) {
                if (!stored) {
                    views[me].set(bufferOfNode(node), array, 0, array.length);
                    shmem.fence();
                    stored = true;
                }
                shmem.signalSet(words.signal(arc.number()), announced, pe);
            } else if (pe != me) {
                shmem.putSignal(buffers, (long) bufferOfArc[arc.number()] * longest, array, 0, array.length,
                    words.signal(arc.number()), announced, SignalOp.SET, pe);
            }
        }
    }

    private long bufferOfNode(int node) {
        return (long) (node / views.length) * longest;
    }

    /** {@return the array of an arc from another PE} */
    double[] receive(Graph.Arc arc) {
        long announced = words.signal(arc.number()).waitUntil(Cmp.GE, round << LENGTH_BITS);
        double[] array = new double[(int) announced];
        if (direct) {
            views[owner(arc.tail())].get(bufferOfNode(arc.tail()), array, 0, array.length);
        } else {
            views[owner(arc.head())].get((long) bufferOfArc[arc.number()] * longest, array, 0, array.length);
        }
        return array;
    }
}
