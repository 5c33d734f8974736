// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Counts the nodes of an unbalanced tree by work stealing. A node is a number, its children follow from it, and nobody
 * knows beforehand how large a subtree is.
 *
 * <p>A PE takes nodes from a stack of its own. When it has many it moves a chunk of them to a shelf in symmetric
 * memory; a PE without nodes steals a chunk from another one's shelf. A lock guards each shelf. PE 0 has the number of
 * PEs that may have nodes: a thief counts itself in before the chunk leaves a shelf, and a PE counts itself out when
 * its stack and its shelf are empty. So the search is over when that number is 0.
 *
 * <p>PE 0 counts the nodes alone to check the sum. Arguments: children of the root (default 2000), expected nodes below
 * each of them (default 25).
 */
public final class TreeSearch {
    private static final int CHILDREN = 8;
    private static final int CHUNK = 16;
    private static final int SHELF = 64 * CHUNK;

    private final Shmem shmem;
    private final double fertile;
    private final SymmetricLongs shelf;
    private final SymmetricLongs shelved;
    private final SymmetricLongs locks;
    private final SymmetricLongs busy;
    private long[] stack = new long[SHELF];
    private int height;
    private int steals;

    private TreeSearch(Shmem shmem, int below) {
        this.shmem = shmem;
        this.fertile = (1 - 1.0 / below) / CHILDREN;
        this.shelf = shmem.allocateLongs(SHELF).named("shelf");
        this.shelved = shmem.allocateLongs(1).named("nodes on the shelf");
        this.locks = shmem.allocateLongs(shmem.nPes()).named("locks of shelves");
        this.busy = shmem.allocateLongs(1).named("PEs with nodes");
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("uts [children [below]]", args, 2);
        int children = arguments.count(0, 2000);
        int below = arguments.count(1, 25);
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            int n = shmem.nPes();
            TreeSearch search = new TreeSearch(shmem, below);
            SymmetricInts visits = shmem.allocateInts(n).named("visits");
            SymmetricInts stolen = shmem.allocateInts(1).named("chunks stolen");
            search.busy.set(0, n);
            if (me == 0) {
                search.plant(children);
            }
            shmem.barrierAll();
            double start = shmem.time();
            int mine = search.run();
            shmem.p(visits, me, mine, 0);
            shmem.add(stolen, 0, search.steals, 0);
            shmem.barrierAll();
            double seconds = shmem.time() - start;
            if (me == 0) {
                int[] all = visits.toArray();
                int sum = Arrays.stream(all).sum();
                search.plant(children);
                int alone = search.visitStack(false);
                if (sum != alone) {
                    throw new AssertionError("there are " + alone + " nodes, not " + sum);
                }
                System.out.printf(Locale.ROOT, "%d nodes; %d PEs visited %d to %d of them, %d chunks stolen, %.1f ms%n",
                    sum, n, Arrays.stream(all).min().getAsInt(), Arrays.stream(all).max().getAsInt(), stolen.get(0),
                    seconds * 1e3);
            }
        }
    }

    /** Puts the children of the root on the stack. */
    private void plant(int children) {
        for (int child = 0; child < children; child++) {
            push(child);
        }
    }

    private void push(long node) {
        if (height == stack.length) {
            stack = Arrays.copyOf(stack, 2 * height);
        }
        stack[height++] = node;
    }

    /** Runs until all PEs have no more nodes. Returns how many this one has visited. */
    private int run() {
        int visited = 0;
        SplittableRandom random = new SplittableRandom(shmem.myPe());
        do {
            visited += visitStack(true);
            while (take(shmem.myPe(), false)) {
                visited += visitStack(true);
            }
            shmem.fetchAdd(busy, 0, -1L, 0);
        } while (steal(random));
        return visited;
    }

    /** Visits nodes until the stack is empty. Returns how many. */
    private int visitStack(boolean share) {
        int visited = 0;
        while (height > 0) {
            SplittableRandom node = new SplittableRandom(stack[--height]);
            visited++;
            if (node.nextDouble() < fertile) {
                for (int child = 0; child < CHILDREN; child++) {
                    push(node.nextLong());
                }
            }
            if (share && height >= 2 * CHUNK && shelved.getAcquire(0) == 0) {
                give();
            }
        }
        return visited;
    }

    /** Moves the oldest nodes, which have the most below them, to the shelf: half of all, in chunks. */
    private void give() {
        int me = shmem.myPe();
        int count = Math.min(height / 2 / CHUNK * CHUNK, SHELF);
        locks.lock(me).set();
        shmem.put(shelf, 0, stack, 0, count, me);
        shmem.atomicSet(shelved, 0, count, me);
        locks.lock(me).clear();
        height -= count;
        System.arraycopy(stack, count, stack, 0, height);
    }

    /** Looks for a chunk on other PEs' shelves. Returns false when all PEs have no more nodes. */
    private boolean steal(SplittableRandom random) {
        while (shmem.atomicFetch(busy, 0, 0) != 0) {
            int victim = random.nextInt(shmem.nPes());
            if (victim != shmem.myPe() && take(victim, true)) {
                steals++;
                return true;
            }
        }
        return false;
    }

    private boolean take(int victim, boolean thief) {
        if (shmem.atomicFetch(shelved, 0, victim) == 0) {
            return false;
        }
        locks.lock(victim).set();
        int count = (int) shmem.atomicFetch(shelved, 0, victim);
        if (count > 0) {
            if (thief) {
                shmem.fetchAdd(busy, 0, 1L, 0);
            }
            shmem.get(stack, height, shelf, count - CHUNK, CHUNK, victim);
            height += CHUNK;
            shmem.atomicSet(shelved, 0, (long) count - CHUNK, victim);
        }
        locks.lock(victim).clear();
        return count > 0;
    }
}
