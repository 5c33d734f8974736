// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * The nodes of an unbalanced tree are counted. A node is a number, its children follow from it, and each is visited by
 * the PE that its number names, or by one that has nothing to do.
 */
final class TreeNodes extends Work {
    private static final int CHILDREN = 8;
    private static final double BELOW = 25;

    private final int children;
    private final double fertile = (1 - 1 / BELOW) / CHILDREN;
    private final Conveyor conveyor;
    private final Messages messages;
    private final int visit;
    private final WorkPool pool;
    private long visited;

    TreeNodes(Shmem shmem, int items) {
        super(shmem);
        this.children = (int) Math.max(1, items / BELOW);
        this.conveyor = new Conveyor(shmem, 1);
        this.messages = new Messages(shmem);
        this.visit = messages.handler((from, node) -> visit(node.get()));
        messages.open();
        this.pool = new WorkPool(shmem, 2 * children, 0);
        form("conveyor", this::byConveyor);
        form("messages", this::byMessages);
        form("pool", this::byPool);
    }

    @Override
    int items() {
        return (int) (children * BELOW);
    }

    private int owner(long node) {
        return (int) Long.remainderUnsigned(node, n);
    }

    private long byMessages() {
        for (int child = 0; child < children; child++) {
            messages.send(me, visit, child * (long) n + me);
        }
        messages.finish();
        return takeCount();
    }

    private void visit(long number) {
        SplittableRandom node = new SplittableRandom(number);
        visited++;
        if (node.nextDouble() < fertile) {
            for (int child = 0; child < CHILDREN; child++) {
                long next = node.nextLong();
                messages.send(owner(next), visit, next);
            }
        }
    }

    private long byPool() {
        pool.add(LongStream.range(0, children).map(child -> child * n + me).toArray());
        return pool.run(number -> {
            SplittableRandom node = new SplittableRandom(number);
            if (node.nextDouble() < fertile) {
                for (int child = 0; child < CHILDREN; child++) {
                    pool.add(node.nextLong());
                }
            }
        });
    }

    /** Rounds of conveyors: no PE knows whether a further node will come to it, so all end together what they have. */
    private long byConveyor() {
        long[] level = new long[children];
        for (int child = 0; child < children; child++) {
            level[child] = child * (long) n + me;
        }
        int count = children;
        while (shmem.world().sumReduce((long) count) > 0) {
            long[] next = new long[count + CHILDREN];
            int found = 0;
            int at = 0;
            int child = CHILDREN;
            SplittableRandom node = null;
            long pushing = 0;
            while (conveyor.advance(at == count && child == CHILDREN)) {
                boolean room = true;
                while (room && (at < count || child < CHILDREN)) {
                    if (child == CHILDREN) {
                        node = new SplittableRandom(level[at++]);
                        visited++;
                        if (node.nextDouble() < fertile) {
                            child = 0;
                            pushing = node.nextLong();
                        }
                    } else if (conveyor.push(owner(pushing), pushing)) {
                        child++;
                        pushing = child < CHILDREN ? node.nextLong() : 0;
                    } else {
                        room = false;
                    }
                }
                while (conveyor.pull()) {
                    if (found == next.length) {
                        next = Arrays.copyOf(next, 2 * found);
                    }
                    next[found++] = conveyor.item();
                }
            }
            conveyor.restart();
            level = next;
            count = found;
        }
        return takeCount();
    }

    /** {@return the count, which is 0 from now on: after the end, because others may begin the next round first} */
    private long takeCount() {
        long count = visited;
        visited = 0;
        return count;
    }
}
