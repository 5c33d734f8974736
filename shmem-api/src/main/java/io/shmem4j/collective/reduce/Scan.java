// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.reduce;

import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * An algorithm that combines over the members up to each.
 *
 * <p>A member may leave before those after it enter; the data that they still need from it lie in the group's buffer.
 */
public interface Scan {
    /**
     * Scans.
     *
     * @param team      a group of at least two members
     * @param kernel    the operator on the type
     * @param dest      offset of the result, may be the source
     * @param source    offset of the operands
     * @param bytes     length, at least one element
     * @param inclusive whether a member's own operands count; where none count the result is zero
     */
    void scan(TeamView team, Kernel kernel, long dest, long source, long bytes, boolean inclusive);
}
