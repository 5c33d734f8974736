// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.RawMemory;

/**
 * The right-hand side plane by plane in rising k. Unknowns are read where they are; the numbers derived from them are
 * kept in a ring of the three planes that are needed.
 */
public final class PlaneRhs {
    private static final int RING = 3;
    private static final int POINTS = 5;

    private final Workspace workspace;
    private final FlowConstants c;
    private final FlowLayout layout;
    private final RhsRows.Row row = new RhsRows.Row();
    private final long ring;
    private final long slot;
    private FlowLayout.Box box;
    private int loaded;
    private final Prefetch prefetch;

    public PlaneRhs(Workspace workspace, FlowLayout layout, FlowConstants c) {
        this.workspace = workspace;
        this.c = c;
        this.layout = layout;
        prefetch = new Prefetch(c);
        slot = slot(layout);
        ring = workspace.piece(RING * slot);
        row.inside = workspace.piece(layout.pitch);
        row.x = workspace.piece((long) POINTS * FlowLayout.WEIGHTS);
    }

    /** {@return bytes of working memory it needs} */
    public static long bytes(FlowLayout layout) {
        return RING * slot(layout) + layout.pitch + POINTS * FlowLayout.WEIGHTS;
    }

    private static long slot(FlowLayout layout) {
        return (long) layout.paddedLines * layout.group + FlowLayout.CACHE_LINE;
    }

    public void restart(FlowLayout.Box part) {
        loaded = part.first(2) - 1;
        if (box == part) {
            return;
        }
        box = part;
        row.from = part.first(0) * Double.BYTES / FlowLayout.CACHE_LINE * FlowLayout.CACHE_LINE;
        row.to = (part.end(0) * Double.BYTES + FlowLayout.CACHE_LINE - 1) / FlowLayout.CACHE_LINE
            * FlowLayout.CACHE_LINE;
        for (int i = 0; i < layout.pitch / Double.BYTES; i++) {
            boolean inside = i >= part.first(0) && i < part.end(0);
            RawMemory.set(row.inside + 8L * i, inside ? 1 : 0);
            for (int point = 0; point < POINTS; point++) {
                RawMemory.set(row.x + (long) point * FlowLayout.WEIGHTS + 8L * i,
                    inside ? c.stencil[0][part.origin(0) + i][point] : 0);
            }
        }
    }

    /**
     * Goes on to a plane: derives what it needs.
     *
     * @param k the plane, one more than the last time
     */
    public void plane(int k, long[] planes) {
        for (; loaded <= k + 1; loaded++) {
            for (int j = Math.max(box.first(1) - 1, 0); j < Math.min(box.end(1) + 1, layout.lines); j++) {
                RhsRows.derive(planes[loaded] + (long) j * layout.line,
                    derived(loaded) + (long) j * layout.group, layout);
            }
        }
        row.z = c.stencil[2][box.origin(2) + k];
    }

    /**
     * Computes lines of the right-hand side of the plane.
     *
     * @param first first line; lines on the boundary are left out
     */
    public void lines(int k, int first, int end, long[] planes, long forcing, long rhs) {
        touch(planes[Math.min(k + 2, planes.length - 1)], first, Math.min(end, layout.lines));
        touch(forcing, first, Math.min(end, layout.lines));
        for (int j = Math.max(first, box.first(1)); j < Math.min(end, box.end(1)); j++) {
            place(k, j, planes);
            row.forcing = forcing + (long) j * layout.line;
            row.rhs = rhs + (long) j * layout.line;
            workspace.check(row.forcing, layout.line);
            workspace.check(row.rhs, layout.line);
            row.y = c.stencil[1][box.origin(1) + j];
            RhsRows.advect(row, layout, c);
            RhsRows.addStress(row, layout, c);
        }
    }

    /** Takes those lines to characteristic variables. */
    public void txinvr(int k, int first, int end, long rhs) {
        for (int j = Math.max(first, box.first(1)); j < Math.min(end, box.end(1)); j++) {
            row.here = derived(k) + (long) j * layout.group;
            row.rhs = rhs + (long) j * layout.line;
            RhsRows.txinvr(row, layout);
        }
    }

    /** Makes what is not inside of those lines zero. */
    public void clearOutside(int first, int end, long rhs) {
        for (int j = Math.max(first, box.first(1)); j < Math.min(end, box.end(1)); j++) {
            for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                long at = rhs + (long) j * layout.line + (long) m * layout.pitch;
                clear(at, at + 8L * box.first(0));
                clear(at + 8L * box.end(0), at + layout.pitch);
            }
        }
    }

    private static void clear(long from, long to) {
        for (long at = from; at < to; at += Double.BYTES) {
            RawMemory.set(at, 0);
        }
    }

    private void touch(long plane, int first, int end) {
        prefetch.touch(plane + (long) first * layout.line, (long) (end - first) * layout.line);
    }

    /** Stencils of rows next to the boundary have weight 0 for what lies behind it: any row will do there. */
    private void place(int k, int j, long[] planes) {
        long line = (long) j * layout.line;
        row.u = planes[k] + line;
        row.uSouth2 = j < 2 ? row.u : row.u - 2 * layout.line;
        row.uNorth2 = j + 2 < layout.lines ? row.u + 2 * layout.line : row.u;
        row.uBelow = planes[k - 1] + line;
        row.uAbove = planes[k + 1] + line;
        row.uBelow2 = planes[Math.max(k - 2, 0)] + line;
        row.uAbove2 = planes[Math.min(k + 2, planes.length - 1)] + line;
        long group = (long) j * layout.group;
        row.here = derived(k) + group;
        row.south = row.here - layout.group;
        row.north = row.here + layout.group;
        row.below = derived(k - 1) + group;
        row.above = derived(k + 1) + group;
    }

    public long derived(int k) {
        return ring + k % RING * slot;
    }

    /**
     * Brings in memory that loops will go through and that no loop has been through shortly before, if the grid does
     * not fit a last-level cache.
     */
    public static final class Prefetch {
        /** Unknowns, forcing, right-hand sides; and bytes of them that a last-level cache may hold. */
        private static final long FIELDS = 3;
        private static final long LAST_LEVEL = 16 << 20;

        private final boolean far;
        private long touched;

        public Prefetch(FlowConstants c) {
            far = FIELDS * c.n * c.n * c.n * FlowConstants.UNKNOWNS * Double.BYTES > LAST_LEVEL;
        }

        public void touch(long from, long bytes) {
            if (far) {
                touched += RawMemory.touch(from, bytes);
            }
        }
    }
}
