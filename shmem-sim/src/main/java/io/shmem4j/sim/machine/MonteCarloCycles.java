// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

/**
 * Cycles of a core for the work of a Monte Carlo simulation of molecules.
 *
 * @param trigonometry a sine and a cosine
 * @param vector       one site's part in one wave vector
 * @param pair         one pair of sites in one image of the cell
 */
public record MonteCarloCycles(double trigonometry, double vector, double pair) {
    static MonteCarloCycles read(Section section) {
        try (section) {
            return new MonteCarloCycles(section.atLeast("trig", 0), section.atLeast("vector", 0),
                section.atLeast("pair", 0));
        }
    }
}
