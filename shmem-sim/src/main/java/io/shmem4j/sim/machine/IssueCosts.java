// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

/**
 * What local work costs on a core whose threads take turns.
 *
 * @param cyclesBetween      least cycles between two instructions of a thread
 * @param scalarCycles       issue slots of a scalar operation
 * @param vectorCycles       issue slots of a vector instruction
 * @param vectorBytes        bytes a vector instruction works on
 * @param randomAccessCycles cycles of an access to an unpredictable place of the working set
 */
public record IssueCosts(int cyclesBetween, double scalarCycles, double vectorCycles, int vectorBytes,
        double randomAccessCycles) {
    static IssueCosts read(Section section) {
        try (section) {
            return new IssueCosts(section.whole("cyclesBetween", 1, 64), section.positive("scalarCycles"),
                section.positive("vectorCycles"), section.whole("vectorBytes", 1, 4096),
                section.positive("randomAccessCycles"));
        }
    }
}
