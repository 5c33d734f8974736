// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.report.figure.Figure.Range;

/** Equations 5 and 6: all PEs but one add to a line that the last one watches. */
public final class NotificationModel {
    private NotificationModel() {
    }

    /** {@return best case: the watcher looks once, at the end; worst: after every write} */
    public static Range of(ModelCosts costs, int pes) {
        double hops = (pes - 1) * costs.remote();
        return new Range(costs.memory() + hops, costs.memory() + 2 * hops);
    }
}
