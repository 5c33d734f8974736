// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

/**
 * Standard deviations, in nanoseconds, of fetching different lines: the place of a line's directory matters.
 *
 * @param own       own cache
 * @param modified  another core's modified line
 * @param exclusive another core's exclusive line
 * @param shared    a line other cores share
 * @param memory    a line from memory
 */
public record LatencyDeviation(double own, double modified, double exclusive, double shared, double memory) {
    static LatencyDeviation read(Section section) {
        try (section) {
            return new LatencyDeviation(section.atLeast("own", 0), section.atLeast("modified", 0),
                section.atLeast("exclusive", 0), section.atLeast("shared", 0), section.atLeast("memory", 0));
        }
    }
}
