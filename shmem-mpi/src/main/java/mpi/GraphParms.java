// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.Arrays;

/** A graph. */
public class GraphParms {
    /** Numbers of edges up to each node. */
    public int[] index;
    /** The nodes to which they lead. */
    public int[] edges;

    GraphParms(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }

    int[] of(int node) {
        return Arrays.copyOfRange(edges, node == 0 ? 0 : index[node - 1], index[node]);
    }

    /** {@return number of edges up to a node} */
    public int getIndex(int i) {
        return index[i];
    }

    /** {@return the node to which an edge leads} */
    public int getEdge(int i) {
        return edges[i];
    }

    /** {@return number of nodes} */
    public int getIndexCount() {
        return index.length;
    }

    /** {@return number of edges} */
    public int getEdgeCount() {
        return edges.length;
    }
}
