// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.studies.scc.Endpoint.Numbers;
import java.util.Locale;

/**
 * Broadcasts by two-sided messages: a binomial tree, and scatter with an allgather round a ring. The root's data are in
 * memory; a core forwards received data from its caches.
 */
public final class Rival implements Broadcast {
    private final MeshCore core;
    private final Endpoint endpoint;
    private final int cores;
    private final boolean scatters;

    private Rival(MeshCore core, int cores, boolean scatters, LayerTimes calls) {
        this.core = core;
        this.endpoint = new Endpoint(core, Stack.BLOCKING, calls);
        this.cores = cores;
        this.scatters = scatters;
    }

    /** The rival algorithms. */
    public enum Which implements Kind {
        /** Sends the whole message down a binomial tree. */
        BINOMIAL,
        /** Sends each core a slice down a binomial tree, then all slices round a ring. */
        SCATTER_ALLGATHER;

        @Override
        public String title() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        @Override
        public Broadcast on(MeshCore core, int cores, LayerTimes calls) {
            return new Rival(core, cores, this == SCATTER_ALLGATHER, calls);
        }
    }

    @Override
    public void run(int root, Numbers message) {
        int node = Math.floorMod(core.number() - root, cores);
        int perLine = core.chip().machine().numbersPerLine();
        int lines = (message.count() + perLine - 1) / perLine;
        Blocks slices = scatters ? Blocks.balanced(lines, cores) : null;
        // Numbers that this core has received or sent are in its caches.
        boolean[] inCaches = {node != 0};
        new HalvingTree(node, cores).down((low, middle, high) -> {
            endpoint.send(core(root, middle), part(message, slices, middle, high, perLine, inCaches[0]));
            inCaches[0] |= !scatters;
        }, (low, middle, high) -> endpoint.receive(core(root, low),
            part(message, slices, middle, high, perLine, false)));
        if (scatters) {
            allgather(root, node, message, slices, perLine);
        }
    }

    private void allgather(int root, int node, Numbers message, Blocks slices, int perLine) {
        int previous = core(root, Math.floorMod(node - 1, cores));
        int next = core(root, (node + 1) % cores);
        for (int round = 0; round < cores - 1; round++) {
            int out = slices.wrap(node + round);
            int in = slices.wrap(node + round + 1);
            endpoint.exchange(previous, part(message, slices, out, out + 1, perLine, node + round > 0), next,
                part(message, slices, in, in + 1, perLine, false), node % 2 == 0);
        }
    }

    /** {@return a range of slices, or the whole message if it is not cut} */
    private static Numbers part(Numbers message, Blocks slices, int low, int high, int perLine, boolean cached) {
        int from = slices == null ? 0 : Math.min(message.count(), slices.from(low) * perLine);
        int end = slices == null ? message.count() : Math.min(message.count(), slices.from(high) * perLine);
        return new Numbers(message.array(), message.from() + from, end - from, cached);
    }

    private int core(int root, int node) {
        return (root + node) % cores;
    }
}
