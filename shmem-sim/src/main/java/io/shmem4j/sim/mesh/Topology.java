// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.machine.MeshMachine;

/** Positions of cores, tiles and memory controllers, and their distances. */
public final class Topology {
    private final MeshMachine machine;
    private final int[] controllerOfTile;

    public Topology(MeshMachine machine) {
        this.machine = machine;
        this.controllerOfTile = new int[machine.columns() * machine.rows()];
        for (int tile = 0; tile < controllerOfTile.length; tile++) {
            controllerOfTile[tile] = nearest(tile);
        }
    }

    public int cores() {
        return machine.cores();
    }

    public int tiles() {
        return controllerOfTile.length;
    }

    public int controllers() {
        return machine.controllers().size();
    }

    public int tile(int core) {
        return core / machine.coresPerTile();
    }

    public int x(int tile) {
        return tile % machine.columns();
    }

    public int y(int tile) {
        return tile / machine.columns();
    }

    /** {@return the number of routers between two tiles, including both} */
    public int routers(int from, int to) {
        return Math.abs(x(from) - x(to)) + Math.abs(y(from) - y(to)) + 1;
    }

    /** {@return the next tile on the route to another one: first along x, then along y} */
    public int next(int at, int to) {
        int dx = Integer.signum(x(to) - x(at));
        return dx != 0 ? at + dx : at + Integer.signum(y(to) - y(at)) * machine.columns();
    }

    /** {@return the distance of two cores in routers: 1 within a tile, to the own buffer too} */
    public int distance(int from, int to) {
        return routers(tile(from), tile(to));
    }

    /** {@return the number of the memory controller of a core} */
    public int controller(int core) {
        return controllerOfTile[tile(core)];
    }

    /** {@return the distance of a core from the memory of another} */
    public int memoryDistance(int core, int holder) {
        return routers(tile(core), machine.controllers().get(controller(holder)));
    }

    public int diameter() {
        return machine.columns() + machine.rows() - 1;
    }

    /** {@return the nearest controller in the tile's quadrant, or of all if the quadrant has none} */
    private int nearest(int tile) {
        int best = -1;
        boolean bestInside = false;
        for (int i = 0; i < machine.controllers().size(); i++) {
            int at = machine.controllers().get(i);
            boolean inside = right(at) == right(tile) && upper(at) == upper(tile);
            boolean nearer = best < 0 || routers(tile, at) < routers(tile, machine.controllers().get(best));
            if (inside && !bestInside || inside == bestInside && nearer) {
                best = i;
                bestInside = inside;
            }
        }
        return best;
    }

    private boolean right(int tile) {
        return 2 * x(tile) >= machine.columns();
    }

    private boolean upper(int tile) {
        return 2 * y(tile) >= machine.rows();
    }
}
