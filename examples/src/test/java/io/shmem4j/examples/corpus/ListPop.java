// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * open-mpi pull request 4800: a list without locks compares only its head's node before it swaps it. The node may have
 * been taken and put back meanwhile, with another successor. In the mended form the head also counts its changes.
 */
public final class ListPop {
    private ListPop() {
    }

    private static final int NODES = 256;

    private static long change(long head, long node, boolean counts) {
        return counts ? (head / NODES + 1) * NODES + node : node;
    }

    private static int pop(Shmem shmem, SymmetricLongs head, SymmetricLongs next, boolean counts) {
        while (true) {
            long old = shmem.g(head, 0, 0);
            int node = (int) (old % NODES);
            if (node == 0) {
                return 0;
            }
            long successor = shmem.g(next, node, 0);
            if (shmem.compareSwap(head, 0, old, change(old, successor, counts), 0) == old) {
                return node;
            }
        }
    }

    private static void push(Shmem shmem, SymmetricLongs head, SymmetricLongs next, int node, boolean counts) {
        long old;
        do {
            old = shmem.g(head, 0, 0);
            shmem.p(next, node, old % NODES, 0);
            shmem.quiet();
        } while (shmem.compareSwap(head, 0, old, change(old, node, counts), 0) != old);
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs head = shmem.allocateLongs(1).named("head");
            SymmetricLongs next = shmem.allocateLongs(4).named("next");
            SymmetricLongs owners = shmem.allocateLongs(4).named("owners");
            if (shmem.myPe() == 0) {
                next.set(1, 2);
                next.set(2, 3);
                head.set(0, 1);
            }
            shmem.barrierAll();
            int first = pop(shmem, head, next, mended);
            int second = pop(shmem, head, next, mended);
            if (shmem.myPe() == 0 && first != 0) {
                push(shmem, head, next, first, mended);
            } else if (first != 0 && shmem.fetchInc(owners, first, 0) != 0) {
                throw new AssertionError("two PEs own node " + first);
            }
            if (second != 0 && shmem.fetchInc(owners, second, 0) != 0) {
                throw new AssertionError("two PEs own node " + second);
            }
        }
    }
}
