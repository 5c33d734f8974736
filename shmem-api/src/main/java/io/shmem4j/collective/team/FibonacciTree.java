// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import java.util.PriorityQueue;

/**
 * The broadcast tree that is optimal in the LogP model (Karp and others, 1993) when the gap equals the overhead o: a
 * node that has the message passes it on every o, and each copy is usable L + 2 o after it was started. The numbers of
 * nodes reached grow like generalised Fibonacci numbers.
 */
public final class FibonacciTree {
    private FibonacciTree() {
    }

    private record Sender(int node, double nextArrival) implements Comparable<Sender> {
        @Override
        public int compareTo(Sender other) {
            int byTime = Double.compare(nextArrival, other.nextArrival);
            return byTime != 0 ? byTime : Integer.compare(node, other.node);
        }
    }

    /** {@return the tree for an o that is a fraction of L, such as 0.5 or 0.25} */
    public static Tree build(int nodes, double overhead) {
        if (!(overhead > 0)) {
            throw new IllegalArgumentException("the overhead is a positive fraction of the latency, not " + overhead);
        }
        int[] parents = new int[nodes];
        parents[0] = -1;
        double flight = 1 + 2 * overhead;
        PriorityQueue<Sender> senders = new PriorityQueue<>();
        senders.add(new Sender(0, flight));
        for (int node = 1; node < nodes; node++) {
            Sender sender = senders.remove();
            parents[node] = sender.node();
            senders.add(new Sender(sender.node(), sender.nextArrival() + overhead));
            senders.add(new Sender(node, sender.nextArrival() + flight));
        }
        return Tree.ofParents(parents);
    }
}
