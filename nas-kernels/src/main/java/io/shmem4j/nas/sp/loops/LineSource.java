// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.loops;

/**
 * Where an elimination finds the rows of some lines: in the tile where it leaves them, or in the grid, which saves
 * bringing them in first. Addresses of row 0, and bytes from a row to the next.
 */
public final class LineSource {
    /** First of the five right-hand sides, and from one to the next. */
    public long rhs;
    public int pitch;
    public int rhsStep;
    /** Velocity along the lines, 1/density, speed of sound. */
    public long velocity;
    public long rho;
    public long speed;
    public int step;
}
