// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import java.util.ArrayList;
import java.util.List;

/** Nodes in processing order, and arcs in order of creation. */
final class Graph {
    /** Most arcs into a node of a tree. */
    private static final int FAN = 4;

    /** An arc from a node to a higher one. */
    record Arc(int number, int tail, int head) {
    }

    private final List<List<Arc>> into = new ArrayList<>();
    private final List<List<Arc>> outOf = new ArrayList<>();
    private final List<Arc> arcs = new ArrayList<>();

    private Graph(int nodes) {
        for (int node = 0; node < nodes; node++) {
            into.add(new ArrayList<>());
            outOf.add(new ArrayList<>());
        }
    }

    /** {@return a graph with a number of sources, or of sinks if it has one source} */
    static Graph of(Kind kind, int sources) {
        return kind == Kind.SH ? shuffle(sources) : tree(kind, sources);
    }

    private static Graph shuffle(int sources) {
        int layers = Integer.numberOfTrailingZeros(sources);
        Graph graph = new Graph(sources * (layers + 1));
        for (int layer = 0; layer < layers; layer++) {
            int bit = 1 << layer;
            int first = layer * sources;
            for (int node = 0; node < sources; node++) {
                graph.add(first + (node & ~bit), first + sources + node);
                graph.add(first + (node | bit), first + sources + node);
            }
        }
        return graph;
    }

    /**
     * Makes layers, each a quarter of the previous one, down to at most four nodes, and a last node that joins these.
     * WH numbers the nodes from the last one.
     */
    private static Graph tree(Kind kind, int leaves) {
        List<int[]> pairs = new ArrayList<>();
        int first = 0;
        int size = leaves;
        while (size > FAN) {
            int next = first + size;
            for (int node = 0; node < size; node++) {
                pairs.add(new int[] {first + node, next + node / FAN});
            }
            first = next;
            size = (size + FAN - 1) / FAN;
        }
        int last = first + size;
        for (int node = first; node < last; node++) {
            pairs.add(new int[] {node, last});
        }
        Graph graph = new Graph(last + 1);
        for (int[] pair : pairs) {
            if (kind == Kind.BH) {
                graph.add(pair[0], pair[1]);
            } else {
                graph.add(last - pair[1], last - pair[0]);
            }
        }
        return graph;
    }

    private void add(int tail, int head) {
        Arc arc = new Arc(arcs.size(), tail, head);
        arcs.add(arc);
        outOf.get(tail).add(arc);
        into.get(head).add(arc);
    }

    int nodes() {
        return into.size();
    }

    List<Arc> arcs() {
        return arcs;
    }

    /** {@return arcs that end at a node} */
    List<Arc> into(int node) {
        return into.get(node);
    }

    /** {@return arcs that start at a node} */
    List<Arc> outOf(int node) {
        return outOf.get(node);
    }

    /** Shapes of graphs. */
    enum Kind {
        BH,
        /** One source and many sinks: the reversed tree. */
        WH,
        /** Shuffle: each node of a layer feeds two of the next. */
        SH
    }
}
