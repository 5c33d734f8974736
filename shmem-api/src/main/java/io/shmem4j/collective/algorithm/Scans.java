// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ScanAlgorithm;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/** The algorithms for scans by their names, and the choice between them. */
final class Scans {
    private static final Scan[] ALL = new Scan[ScanAlgorithm.values().length];

    static {
        ALL[ScanAlgorithm.FLAT.ordinal()] = new FlatScan();
        ALL[ScanAlgorithm.RECDBL.ordinal()] = new RecdblScan();
        ALL[ScanAlgorithm.RING.ordinal()] = new RingScan();
    }

    private Scans() {
    }

    static Scan chosen(TeamView team, CollectiveOptions options, long bytes) {
        return ALL[team.choices().of(options.scan(), Operation.SCAN, bytes)];
    }

    /**
     * An algorithm that combines over the members up to each.
     *
     * <p>A member may leave before those after it enter; the data that they still need from it lie in the group's
     * buffer.
     */
    interface Scan {
        /**
         * Scans at least one element over a group of at least two members; the result may replace the source. A
         * member's own operands count where it is inclusive; where none count the result is zero.
         */
        void scan(TeamView team, Kernel kernel, long dest, long source, long bytes, boolean inclusive);
    }
}
