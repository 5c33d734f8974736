// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

/**
 * Chooses the next request at a tile's port: every router on the way serves its inputs in turn.
 *
 * <p>A merge of two routes gives each the same share, however many requests are behind it. So requests from near get
 * more than those from the far end of a long route.
 */
final class Arbiter {
    private static final int LOCAL = 0;
    private static final int NORTH = 1;
    private static final int EAST = 2;
    private static final int SOUTH = 3;
    private static final int WEST = 4;
    private static final int INPUTS = 5;

    private final Topology topology;
    private final int columns;
    private final int target;
    private final int coresPerTile;
    /** Requests by router and input that wait and come through it on their way to the target. */
    private final int[][] pending;
    private final int[] lastInput;
    private final int[] lastLocal;

    Arbiter(Topology topology, int columns, int coresPerTile, int target) {
        this.topology = topology;
        this.columns = columns;
        this.target = target;
        this.coresPerTile = coresPerTile;
        this.pending = new int[topology.tiles()][INPUTS];
        this.lastInput = new int[topology.tiles()];
        this.lastLocal = new int[topology.tiles()];
        for (int tile = 0; tile < topology.tiles(); tile++) {
            lastInput[tile] = WEST;
            lastLocal[tile] = coresPerTile - 1;
        }
    }

    /** Notes a core's request that begins to wait, or no longer waits. */
    void pending(int core, int change) {
        walk(core, (at, input) -> pending[at][input] += change);
    }

    /** Follows a request to the target. */
    private void walk(int core, Visit step) {
        int at = core / coresPerTile;
        step.through(at, LOCAL);
        while (at != target) {
            int next = topology.next(at, target);
            step.through(next, next == at + 1 ? WEST : next == at - 1 ? EAST : next > at ? SOUTH : NORTH);
            at = next;
        }
    }

    /** {@return the core to serve, of those that wait} */
    int choose(boolean[] waiting) {
        int at = target;
        while (true) {
            int input = lastInput[at];
            do {
                input = (input + 1) % INPUTS;
            } while (pending[at][input] == 0);
            lastInput[at] = input;
            if (input == LOCAL) {
                return local(at, waiting);
            }
            at += input == NORTH ? columns : input == SOUTH ? -columns : input == EAST ? 1 : -1;
        }
    }

    private int local(int tile, boolean[] waiting) {
        int turn = lastLocal[tile];
        do {
            turn = (turn + 1) % coresPerTile;
        } while (!waiting[tile * coresPerTile + turn]);
        lastLocal[tile] = turn;
        return tile * coresPerTile + turn;
    }

    /** Notes that a request was served without having to wait. */
    void served(int core) {
        lastLocal[core / coresPerTile] = core % coresPerTile;
        walk(core, (at, input) -> lastInput[at] = input);
    }

    /** Visit of a request at a router. */
    @FunctionalInterface
    private interface Visit {
        void through(int at, int input);
    }
}
