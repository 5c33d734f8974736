// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.lu;

import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.npb.RawMemory;

/** The pressure over the faces of a box in the grid: its sum over the corners of all unit squares. */
final class SurfaceIntegral {
    private final LineSlab slab;
    /** The box: first and last point along x, y and z. */
    private final int[] first = {1, 1, 2};
    private final int[] last;

    SurfaceIntegral(LineSlab slab) {
        this.slab = slab;
        last = new int[] {slab.n - 2, slab.n - 3, slab.n - 2};
    }

    /** {@return the sum over this PE's squares}: those whose lower corner lies in one of its lines */
    double sum() {
        double sum = 0;
        for (int j = Math.max(first[1], slab.from); j < Math.min(last[1], slab.to); j++) {
            for (int k : new int[] {first[2], last[2]}) {
                for (int i = first[0]; i < last[0]; i++) {
                    sum += pressure(i, j, k) + pressure(i + 1, j, k) + pressure(i, j + 1, k)
                        + pressure(i + 1, j + 1, k);
                }
            }
            for (int i : new int[] {first[0], last[0]}) {
                for (int k = first[2]; k < last[2]; k++) {
                    sum += pressure(i, j, k) + pressure(i, j + 1, k) + pressure(i, j, k + 1)
                        + pressure(i, j + 1, k + 1);
                }
            }
        }
        for (int j : new int[] {first[1], last[1]}) {
            for (int k = first[2]; slab.from <= j && j < slab.to && k < last[2]; k++) {
                for (int i = first[0]; i < last[0]; i++) {
                    sum += pressure(i, j, k) + pressure(i + 1, j, k) + pressure(i, j, k + 1)
                        + pressure(i + 1, j, k + 1);
                }
            }
        }
        return sum;
    }

    private double pressure(int i, int j, int k) {
        long at = slab.u.address[k] + slab.line(j) + 8L * i;
        int pitch = slab.layout.pitch;
        double squares = 0;
        for (int m = 1; m <= FlowConstants.DIRECTIONS; m++) {
            double momentum = RawMemory.get(at + (long) m * pitch);
            squares += momentum * momentum;
        }
        return FlowConstants.C2 * (RawMemory.get(at + 4L * pitch) - 0.5 * squares / RawMemory.get(at));
    }
}
