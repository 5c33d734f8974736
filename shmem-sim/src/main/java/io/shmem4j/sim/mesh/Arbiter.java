// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

/**
 * Chooses the next request at a tile's port, like routers that serve their inputs in turn.
 *
 * <p>A router gives equal shares to the routes that merge there, regardless of their numbers of requests. So nearby
 * cores get more than those at the far end of a long route.
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
    /** Number of waiting requests by router and by the input through which they pass it. */
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

    /** Adds 1 or -1 to the waiting requests of a core. */
    void pending(int core, int change) {
        walk(core, (at, input) -> pending[at][input] += change);
    }

    /** Visits the routers between a core and the target. */
    private void walk(int core, Visit step) {
        int at = core / coresPerTile;
        step.through(at, LOCAL);
        while (at != target) {
            int next = topology.next(at, target);
            step.through(next, next == at + 1 ? WEST : next == at - 1 ? EAST : next > at ? SOUTH : NORTH);
            at = next;
        }
    }

    /** {@return the waiting core to serve next} */
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

    /** Records that a request was served without waiting. */
    void served(int core) {
        lastLocal[core / coresPerTile] = core % coresPerTile;
        walk(core, (at, input) -> lastInput[at] = input);
    }

    /** Called for each router on a route. */
    @FunctionalInterface
    private interface Visit {
        void through(int at, int input);
    }
}
