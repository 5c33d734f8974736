// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd.cells;

/**
 * Sizes of what sweeps send.
 *
 * @param most     most tiles of a cell in any direction
 * @param forward  bytes of a tile after elimination
 * @param backward bytes of a tile after substitution
 */
record TileMessages(int most, int forward, int backward) {
    static TileMessages of(CellScheme scheme, CellGrid grid) {
        return new TileMessages(grid.mostTiles(scheme.lanes()), scheme.forwardBytes(), scheme.backwardBytes());
    }
}
