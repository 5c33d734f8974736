// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.config.Setting;

/**
 * How much is checked, {@code SHMEM_CHECK}, read once: the JIT removes what a level leaves out.
 *
 * <p>What memory safety needs (ranges, PE numbers, freed objects) is always checked.
 */
final class Check {
    private static final int LEVEL = Setting.CHECK.intValue();
    /** Whether allocations are compared between PEs, and arguments of collectives within one. */
    static final boolean ARGUMENTS = LEVEL >= 1;
    /** Whether everything that can be seen at all is checked, at any price. */
    static final boolean FULL = LEVEL >= 2;

    private Check() {
    }

    /** Refuses a source that partly overlaps the result; {@code inPlace} tells whether they may be the same. */
    static void overlap(Symmetric dest, long to, long destBytes, Symmetric source, long from, long sourceBytes,
        boolean inPlace) {
        if (ARGUMENTS && overlaps(to, destBytes, from, sourceBytes) && !(inPlace && to == from)) {
            throw new IllegalArgumentException(Fault.where() + ": dest and source overlap: bytes "
                + span(dest, to, destBytes) + " and " + span(source, from, sourceBytes));
        }
    }

    /** Refuses a local copy between ranges that overlap. */
    static void localOverlap(Symmetric dest, long to, Symmetric source, long from, long bytes) {
        if (overlaps(to, bytes, from, bytes)) {
            throw new IllegalArgumentException(Fault.where() + ": the target is this PE, and dest and source overlap: "
                + "bytes " + span(dest, to, bytes) + " and " + span(source, from, bytes));
        }
    }

    static boolean overlaps(long to, long destBytes, long from, long sourceBytes) {
        return destBytes > 0 && sourceBytes > 0 && to < from + sourceBytes && from < to + destBytes;
    }

    private static String span(Symmetric object, long from, long bytes) {
        long first = from - object.block.offset;
        return "[" + first + ", " + (first + bytes) + ") of " + object.name();
    }
}
