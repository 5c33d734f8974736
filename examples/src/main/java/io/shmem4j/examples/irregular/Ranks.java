// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.irregular.message.Messages;
import java.util.Arrays;

/** Page rank: each vertex gives its rank to those that its edges lead to, in equal parts, for some rounds. */
final class Ranks extends GraphWork {
    private static final int ROUNDS = 4;
    private static final double DAMPING = 0.85;
    /** Ranks are compared to so many parts, because sums depend on their order. */
    private static final double PARTS = 1e9;

    private final double[] ranks;
    private final double[] got;
    private final Conveyor conveyor;
    private final Messages messages;
    private final int give;

    Ranks(Shmem shmem, int items) {
        super(shmem, items);
        this.ranks = new double[each];
        this.got = new double[each];
        this.conveyor = new Conveyor(shmem, 2);
        this.messages = new Messages(shmem);
        this.give = messages.handler((from, words) -> got[(int) words.get(0)] += words.getDouble(1));
        messages.open();
        form("conveyor", () -> rank(this::byConveyor));
        form("messages", () -> rank(this::byMessages));
    }

    private void byMessages() {
        for (int edge = 0; edge < edges.length; edge++) {
            messages.send(edges[edge] % n, give, edges[edge] / n,
                Double.doubleToRawLongBits(ranks[edge / EDGES] / EDGES));
        }
        messages.finish();
    }

    private void byConveyor() {
        int edge = 0;
        while (conveyor.advance(edge == edges.length)) {
            while (edge < edges.length && conveyor.push(edges[edge] % n, edges[edge] / n,
                Double.doubleToRawLongBits(ranks[edge / EDGES] / EDGES))) {
                edge++;
            }
            while (conveyor.pull()) {
                got[(int) conveyor.item()] += Double.longBitsToDouble(conveyor.item(1));
            }
        }
        conveyor.restart();
    }

    private long rank(Runnable round) {
        Arrays.fill(ranks, 1);
        for (int i = 0; i < ROUNDS; i++) {
            Arrays.fill(got, 0);
            shmem.syncAll();
            round.run();
            for (int vertex = 0; vertex < each; vertex++) {
                ranks[vertex] = 1 - DAMPING + DAMPING * got[vertex];
            }
        }
        return Math.round(shmem.world().sumReduce(Arrays.stream(ranks).map(rank -> rank * rank).sum()) * PARTS
            / (each * (double) n));
    }
}
