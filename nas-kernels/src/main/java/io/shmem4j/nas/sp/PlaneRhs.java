// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/**
 * The right-hand side plane by plane in rising k, with the unknowns and derived numbers of the five planes it needs in
 * a ring.
 */
final class PlaneRhs {
    private static final int RING = 5;
    private static final int POINTS = 5;

    private final MemorySegment memory;
    private final SpConstants c;
    private final SpLayout layout;
    private final RhsRow row = new RhsRow();
    private final long ring;
    private final long slot;
    private Box box;
    private int loaded;

    PlaneRhs(Workspace workspace, SpLayout layout, SpConstants c) {
        this.c = c;
        this.layout = layout;
        memory = workspace.memory();
        slot = slot(layout);
        // Stencils of lines next to the boundary reach, with weight 0, one line out of a plane.
        ring = workspace.piece(RING * slot + 2L * layout.group) + layout.group;
        row.inside = workspace.piece(layout.pitch);
        row.x = workspace.piece((long) POINTS * layout.pitch);
    }

    /** {@return bytes of working memory it needs} @param layout of the grid */
    static long bytes(SpLayout layout) {
        return RING * slot(layout) + 2L * layout.group + (POINTS + 1L) * layout.pitch;
    }

    private static long slot(SpLayout layout) {
        return (long) layout.paddedLines * layout.group + SpLayout.CACHE_LINE;
    }

    /**
     * Starts anew.
     *
     * @param part what to compute
     */
    void restart(Box part) {
        loaded = Math.max(0, part.first(2) - 2);
        if (box == part) {
            return;
        }
        box = part;
        row.from = part.first(0) * Double.BYTES / SpLayout.CACHE_LINE * SpLayout.CACHE_LINE;
        row.to = (part.end(0) * Double.BYTES + SpLayout.CACHE_LINE - 1) / SpLayout.CACHE_LINE * SpLayout.CACHE_LINE;
        for (int i = 0; i < layout.pitch / Double.BYTES; i++) {
            boolean inside = i >= part.first(0) && i < part.end(0);
            memory.set(JAVA_DOUBLE, row.inside + 8L * i, inside ? 1 : 0);
            for (int point = 0; point < POINTS; point++) {
                memory.set(JAVA_DOUBLE, row.x + (long) point * layout.pitch + 8L * i,
                    inside ? c.stencil[0][part.origin(0) + i][point] : 0);
            }
        }
    }

    /**
     * Computes the right-hand side of a plane.
     *
     * @param k       the plane, one more than the last time
     * @param planes  where the unknowns are
     * @param forcing position of the plane's forcing
     * @param rhs     position of the result
     */
    void compute(int k, PlaneTable planes, long forcing, long rhs) {
        for (; loaded <= Math.min(k + 2, layout.lines - 1); loaded++) {
            load(loaded, planes.segment[loaded], planes.offset[loaded]);
        }
        row.z = c.stencil[2][box.origin(2) + k];
        for (int j = box.first(1); j < box.end(1); j++) {
            place(k, j, rhs);
            row.forcing = forcing + (long) j * layout.line;
            row.y = c.stencil[1][box.origin(1) + j];
            for (int unknown = 0; unknown < SpConstants.UNKNOWNS; unknown++) {
                Twins.ROWS.advect(memory, row, unknown, layout, c);
            }
            Twins.ROWS.addStress(memory, row, layout, c);
            Twins.ROWS.addHeat(memory, row, layout, c);
        }
    }

    private void load(int k, MemorySegment segment, long offset) {
        long to = position(k);
        for (int j = 0; j < layout.lines; j++) {
            Twins.ROWS.derive(segment, offset + (long) j * layout.line, memory, to + (long) j * layout.group, layout);
        }
    }

    private void place(int k, int j, long rhs) {
        long group = (long) j * layout.group;
        row.here = position(k) + group;
        row.below2 = position(Math.max(k - 2, 0)) + group;
        row.below = position(k - 1) + group;
        row.above = position(k + 1) + group;
        row.above2 = position(Math.min(k + 2, layout.lines - 1)) + group;
        row.rhs = rhs + (long) j * layout.line;
    }

    /** Takes the right-hand side of the last plane to characteristic variables. */
    void txinvr(int k, long rhs) {
        for (int j = box.first(1); j < box.end(1); j++) {
            place(k, j, rhs);
            Twins.ROWS.txinvr(memory, row, layout);
        }
    }

    /** {@return position of a plane's unknowns and derived numbers} */
    long position(int k) {
        return ring + k % RING * slot;
    }
}
