// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.Place;

/**
 * Sums round the ring in the message-passing buffers: each core reads its left neighbour's block, adds its own numbers
 * and writes the sum into the half of its buffer that its right neighbour does not read.
 */
final class MpbRing {
    private final MeshCore core;
    private final Endpoint endpoint;
    private final MeshMachine machine;
    private final int cores;
    private final int rank;
    private final int left;
    private final int right;

    MpbRing(Endpoint endpoint, int cores) {
        this.core = endpoint.core();
        this.endpoint = endpoint;
        this.machine = core.chip().machine();
        this.cores = cores;
        this.rank = core.number();
        this.left = Math.floorMod(rank - 1, cores);
        this.right = (rank + 1) % cores;
    }

    /** Leaves the sum's block after the own number in the vector; long vectors go in several turns. */
    void reduceScatter(double[] vector, int count) {
        Blocks blocks = Blocks.balanced(count, cores);
        int most = machine.payloadLines() / 2 * machine.numbersPerLine();
        int longest = blocks.count(0);
        for (int offset = 0; offset < longest; offset += most) {
            turn(vector, blocks, offset, Math.min(most, longest - offset));
        }
    }

    private void turn(double[] vector, Blocks blocks, int offset, int most) {
        int own = blocks.wrap(rank);
        endpoint.call();
        core.put(new Place.Private(vector, blocks.from(own) + offset, true), half(rank, 0),
            count(blocks, own, offset, most));
        endpoint.signalSent(right);
        for (int round = 0; round < cores - 1; round++) {
            int block = blocks.wrap(rank - round - 1);
            endpoint.call();
            if (round > 0) {
                endpoint.call();
            }
            endpoint.awaitSent(left);
            if (round > 0) {
                endpoint.awaitReadyButOne(right);
            }
            core.spend(machine.times().getMpb());
            core.sum(half(left, round), half(rank, round + 1), count(blocks, block, offset, most), vector,
                blocks.from(block) + offset);
            endpoint.signalReady(left);
            if (round < cores - 2) {
                endpoint.signalSent(right);
            }
        }
        int last = blocks.wrap(rank + 1);
        core.get(half(rank, cores - 1), new Place.Private(vector, blocks.from(last) + offset, true),
            count(blocks, last, offset, most));
        endpoint.awaitReady(right);
    }

    private static int count(Blocks blocks, int block, int offset, int most) {
        return Math.max(0, Math.min(most, blocks.count(block) - offset));
    }

    private Place.Mpb half(int of, int round) {
        return new Place.Mpb(of, round % 2 * (machine.payloadLines() / 2));
    }
}
