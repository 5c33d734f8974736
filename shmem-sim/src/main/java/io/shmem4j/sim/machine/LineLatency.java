// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

/**
 * Nanoseconds in which a core gets a line, by the line's holder and state.
 *
 * @param ownModified     own cache, modified
 * @param ownExclusive    own cache, exclusive
 * @param ownShared       own cache, shared
 * @param remoteModified  another core's cache, modified
 * @param remoteExclusive another core's cache, exclusive
 * @param remoteShared    other cores' caches, shared
 * @param memory          no cache has it
 */
public record LineLatency(double ownModified, double ownExclusive, double ownShared, double remoteModified,
        double remoteExclusive, double remoteShared, double memory) {

    public static LineLatency simplified(double own, double remote, double memory) {
        return new LineLatency(own, own, own, remote, remote, remote, memory);
    }

    static LineLatency read(Section section) {
        try (section; Section own = section.section("own"); Section remote = section.section("remote")) {
            LineLatency latency = new LineLatency(own.positive("modified"), own.positive("exclusive"),
                own.positive("shared"), remote.positive("modified"), remote.positive("exclusive"),
                remote.positive("shared"), section.positive("memory"));
            double slowestOwn = Math.max(latency.ownModified, Math.max(latency.ownExclusive, latency.ownShared));
            for (String state : new String[] {"modified", "exclusive", "shared"}) {
                if (remote.positive(state) <= slowestOwn) {
                    throw remote.wrong(state, "must be more than the cost of the own cache, " + slowestOwn);
                }
            }
            return latency;
        }
    }
}
