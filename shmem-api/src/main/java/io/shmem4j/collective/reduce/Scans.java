// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.reduce;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ScanAlgorithm;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.TeamView;

/** The algorithms for scans by their names, and the choice between them. */
public final class Scans {
    private static final Scan[] ALL = new Scan[ScanAlgorithm.values().length];

    static {
        ALL[ScanAlgorithm.FLAT.ordinal()] = new FlatScan();
        ALL[ScanAlgorithm.RECDBL.ordinal()] = new RecdblScan();
        ALL[ScanAlgorithm.RING.ordinal()] = new RingScan();
    }

    private Scans() {
    }

    public static Scan chosen(TeamView team, CollectiveOptions options, long bytes) {
        return ALL[team.choices().of(options.scan(), Operation.SCAN, bytes)];
    }
}
