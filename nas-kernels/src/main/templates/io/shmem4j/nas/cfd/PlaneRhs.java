// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static io.shmem4j.nas.cfd.FlowLayout.H;
import static io.shmem4j.nas.cfd.FlowLayout.P;
import static io.shmem4j.nas.cfd.FlowLayout.RHO;
import static io.shmem4j.nas.cfd.FlowLayout.SPEED;
import static io.shmem4j.nas.cfd.FlowLayout.US;
import static io.shmem4j.nas.cfd.FlowLayout.VS;
import static io.shmem4j.nas.cfd.FlowLayout.WEIGHTS;
import static io.shmem4j.nas.cfd.FlowLayout.WS;
import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.known;
import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import io.shmem4j.nas.npb.RawMemory;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Computes the right-hand side plane by plane in rising k. Unknowns are read in place; derived values are kept in a
 * ring of three planes.
 *
 * <p>A row takes several loops along x: the operands of each fit the registers, and the compiler gives up on much
 * larger methods. The Vector API is called directly, because helpers are not inlined in large loops, and their vectors
 * would become objects.
 */
final class PlaneRhs {
    private static final int RING = 3;
    private static final int POINTS = 5;
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int BYTES = SPECIES.vectorByteSize();
    private static final int NEXT = Double.BYTES;
    /** Unknowns, forcing and right-hand sides, and bytes of them that fit a last-level cache. */
    private static final long FIELDS = 3;
    private static final long LAST_LEVEL = 16 << 20;

    private final Workspace workspace;
    private final FlowConstants c;
    private final FlowLayout layout;
    private final Row row = new Row();
    private final long ring;
    private final long slot;
    private FlowLayout.Box box;
    private int loaded;
    /** Whether the grid exceeds a last-level cache, so that planes are prefetched. */
    private final boolean far;
    private long touched;

    PlaneRhs(Workspace workspace, FlowLayout layout, FlowConstants c) {
        this.workspace = workspace;
        this.c = c;
        this.layout = layout;
        far = FIELDS * c.n * c.n * c.n * FlowConstants.UNKNOWNS * Double.BYTES > LAST_LEVEL;
        slot = slot(layout);
        ring = workspace.piece(RING * slot);
        row.inside = workspace.piece(layout.pitch);
        row.x = workspace.piece((long) POINTS * FlowLayout.WEIGHTS);
    }

    static long bytes(FlowLayout layout) {
        return RING * slot(layout) + layout.pitch + POINTS * FlowLayout.WEIGHTS;
    }

    private static long slot(FlowLayout layout) {
        return (long) layout.paddedLines * layout.group + FlowLayout.CACHE_LINE;
    }

    void restart(FlowLayout.Box part) {
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

    /** Advances to a plane and computes the derived rows that it needs. */
    void plane(int k, long[] planes) {
        for (; loaded <= k + 1; loaded++) {
            for (int j = Math.max(box.first(1) - 1, 0); j < Math.min(box.end(1) + 1, layout.lines); j++) {
                derive(planes[loaded] + (long) j * layout.line,
                    derived(loaded) + (long) j * layout.group, layout);
            }
        }
        row.z = c.stencil[2][box.origin(2) + k];
    }

    /** Computes lines of the right-hand side, without those on the boundary. */
    void lines(int k, int first, int end, long[] planes, long forcing, long rhs) {
        touch(planes[Math.min(k + 2, planes.length - 1)], first, Math.min(end, layout.lines));
        touch(forcing, first, Math.min(end, layout.lines));
        for (int j = Math.max(first, box.first(1)); j < Math.min(end, box.end(1)); j++) {
            select(k, j, planes);
            row.forcing = forcing + (long) j * layout.line;
            row.rhs = rhs + (long) j * layout.line;
            workspace.check(row.forcing, layout.line);
            workspace.check(row.rhs, layout.line);
            row.y = c.stencil[1][box.origin(1) + j];
            advect(row, layout, c);
            addStressInPlane(row, layout, c);
            addStressAcross(row, layout, c);
        }
    }

    /** Transforms lines to characteristic variables. */
    void txinvr(int k, int first, int end, long rhs) {
        for (int j = Math.max(first, box.first(1)); j < Math.min(end, box.end(1)); j++) {
            row.here = derived(k) + (long) j * layout.group;
            row.rhs = rhs + (long) j * layout.line;
            txinvr(row, layout);
        }
    }

    /** Clears lines outside of the interior. */
    void clearOutside(int first, int end, long rhs) {
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
        if (far) {
            touched += RawMemory.touch(plane + (long) first * layout.line, (long) (end - first) * layout.line);
        }
    }

    /** Selects the rows around a line. The stencil's weight is 0 for rows outside, so any row may stand for them. */
    private void select(int k, int j, long[] planes) {
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
        row.west = row.here - NEXT;
        row.east = row.here + NEXT;
        row.south = row.here - layout.group;
        row.north = row.here + layout.group;
        row.below = derived(k - 1) + group;
        row.above = derived(k + 1) + group;
    }

    long derived(int k) {
        return ring + k % RING * slot;
    }

    /** Computes the derived rows of a line. */
    private static void derive(long from, long to, FlowLayout layout) {
        int pitch = known(layout.pitch);
        long source = known(from);
        long target = known(to);
        DoubleVector one = broadcast(SPECIES, 1);
        for (int next = 0; next < pitch; next += BYTES) {
            int i = known(next);
            long in = source + i;
            long at = target + i;
            DoubleVector density = fromMemorySegment(SPECIES, ALL, in, ORDER);
            DoubleVector energy = fromMemorySegment(SPECIES, ALL, in + 4 * pitch, ORDER);
            DoubleVector rho = one.div(density);
            DoubleVector us = fromMemorySegment(SPECIES, ALL, in + pitch, ORDER).mul(rho);
            DoubleVector vs = fromMemorySegment(SPECIES, ALL, in + 2 * pitch, ORDER).mul(rho);
            DoubleVector ws = fromMemorySegment(SPECIES, ALL, in + 3 * pitch, ORDER).mul(rho);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            DoubleVector inner = energy.sub(qs.mul(density));
            rho.intoMemorySegment(ALL, at + RHO * pitch, ORDER);
            us.intoMemorySegment(ALL, at + US * pitch, ORDER);
            vs.intoMemorySegment(ALL, at + VS * pitch, ORDER);
            ws.intoMemorySegment(ALL, at + WS * pitch, ORDER);
            inner.mul(FlowConstants.C2).intoMemorySegment(ALL, at + P * pitch, ORDER);
            qs.mul(FlowConstants.CONZ1).add(energy.mul(rho).mul(FlowConstants.C1C5))
                .intoMemorySegment(ALL, at + H * pitch, ORDER);
            inner.mul(rho).mul(FlowConstants.C1 * FlowConstants.C2).sqrt()
                .intoMemorySegment(ALL, at + SPEED * pitch, ORDER);
        }
    }

    /** Starts a row: forcing, convection, second difference and dissipation. All five unknowns share the weights. */
    private static void advect(Row row, FlowLayout layout, FlowConstants c) {
        int pitch = known(layout.pitch);
        int line = known(layout.line);
        long x = known(row.x);
        long u = known(row.u);
        long uSouth2 = known(row.uSouth2);
        long uNorth2 = known(row.uNorth2);
        long uBelow2 = known(row.uBelow2);
        long uBelow = known(row.uBelow);
        long uAbove = known(row.uAbove);
        long uAbove2 = known(row.uAbove2);
        long here = known(row.here) + US * pitch;
        long south = known(row.south) + VS * pitch;
        long north = known(row.north) + VS * pitch;
        long below = known(row.below) + WS * pitch;
        long above = known(row.above) + WS * pitch;
        long forcing = known(row.forcing);
        long rhs = known(row.rhs);
        DoubleVector in = broadcast(SPECIES, c.convection);
        DoubleVector out = broadcast(SPECIES, -c.convection);
        double[] y = row.y;
        double[] z = row.z;
        DoubleVector y0 = broadcast(SPECIES, y[0]);
        DoubleVector y4 = broadcast(SPECIES, y[4]);
        DoubleVector z0 = broadcast(SPECIES, z[0]);
        DoubleVector z4 = broadcast(SPECIES, z[4]);
        for (int next = row.from, to = row.to; next < to; next += BYTES) {
            int i = known(next);
            long weights = x + i;
            DoubleVector x0 = fromMemorySegment(SPECIES, ALL, weights, ORDER);
            DoubleVector x1 = fromMemorySegment(SPECIES, ALL, here + i - NEXT, ORDER)
                .fma(in, fromMemorySegment(SPECIES, ALL, weights + WEIGHTS, ORDER));
            DoubleVector x2 = fromMemorySegment(SPECIES, ALL, weights + 2 * WEIGHTS, ORDER).add(y[2] + z[2]);
            DoubleVector x3 = fromMemorySegment(SPECIES, ALL, here + i + NEXT, ORDER)
                .fma(out, fromMemorySegment(SPECIES, ALL, weights + 3 * WEIGHTS, ORDER));
            DoubleVector x4 = fromMemorySegment(SPECIES, ALL, weights + 4 * WEIGHTS, ORDER);
            DoubleVector fromSouth = fromMemorySegment(SPECIES, ALL, south + i, ORDER).mul(in).add(y[1]);
            DoubleVector fromNorth = fromMemorySegment(SPECIES, ALL, north + i, ORDER).mul(out).add(y[3]);
            DoubleVector fromBelow = fromMemorySegment(SPECIES, ALL, below + i, ORDER).mul(in).add(z[1]);
            DoubleVector fromAbove = fromMemorySegment(SPECIES, ALL, above + i, ORDER).mul(out).add(z[3]);
            for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                int at = known(i + m * pitch);
                DoubleVector along = fromMemorySegment(SPECIES, ALL, u + at - 2 * NEXT, ORDER)
                    .fma(x0, fromMemorySegment(SPECIES, ALL, forcing + at, ORDER));
                along = fromMemorySegment(SPECIES, ALL, u + at - NEXT, ORDER).fma(x1, along);
                along = fromMemorySegment(SPECIES, ALL, u + at, ORDER).fma(x2, along);
                along = fromMemorySegment(SPECIES, ALL, u + at + NEXT, ORDER).fma(x3, along);
                along = fromMemorySegment(SPECIES, ALL, u + at + 2 * NEXT, ORDER).fma(x4, along);
                DoubleVector across = fromMemorySegment(SPECIES, ALL, u + at - line, ORDER).mul(fromSouth);
                across = fromMemorySegment(SPECIES, ALL, u + at + line, ORDER).fma(fromNorth, across);
                across = fromMemorySegment(SPECIES, ALL, uSouth2 + at, ORDER).fma(y0, across);
                across = fromMemorySegment(SPECIES, ALL, uNorth2 + at, ORDER).fma(y4, across);
                across = fromMemorySegment(SPECIES, ALL, uBelow + at, ORDER).fma(fromBelow, across);
                across = fromMemorySegment(SPECIES, ALL, uAbove + at, ORDER).fma(fromAbove, across);
                across = fromMemorySegment(SPECIES, ALL, uBelow2 + at, ORDER).fma(z0, across);
                across = fromMemorySegment(SPECIES, ALL, uAbove2 + at, ORDER).fma(z4, across);
                along.add(across).intoMemorySegment(ALL, rhs + at, ORDER);
            }
        }
    }

    //#each name/rows/directions
    //#row InPlane | west east south north | west/east/us/vs/ws south/north/vs/us/ws
    //#row Across | here below above | below/above/ws/us/vs
    //#when InPlane
    /** Adds the stress from the neighbours in the plane, each while its velocities and pressure are in registers. */
    //#else
    /** Adds the stress from the neighbours above and below, and from the points themselves. */
    //#end
    private static void addStress$name$(Row row, FlowLayout layout, FlowConstants c) {
        int pitch = known(layout.pitch);
        int us = US * pitch;
        int vs = VS * pitch;
        int ws = WS * pitch;
        //#each at $rows$
        long $at$Row = known(row.$at$);
        //#next
        //#when Across
        DoubleVector centre = broadcast(SPECIES, -c.viscosity * (4 + 2 * FlowConstants.CON43));
        DoubleVector still = broadcast(SPECIES, -6 * c.viscosity);
        //#end
        long rhs = known(row.rhs);
        DoubleVector viscous = broadcast(SPECIES, c.viscosity);
        DoubleVector stretch = broadcast(SPECIES, c.viscosity * FlowConstants.CON43);
        DoubleVector kinetic = broadcast(SPECIES, c.viscosity * FlowConstants.CON16);
        DoubleVector push = broadcast(SPECIES, c.convection);
        for (int next = row.from, to = row.to; next < to; next += BYTES) {
            int i = known(next);
            long at = rhs + i;
            //#each q us vs ws
            DoubleVector $q$New = fromMemorySegment(SPECIES, ALL, at + $q$, ORDER);
            //#next
            DoubleVector energy = fromMemorySegment(SPECIES, ALL, at + 4 * pitch, ORDER);
            DoubleVector squares = DoubleVector.zero(SPECIES);
            DoubleVector gain = squares;
            //#each at $rows$
            long $at$ = $at$Row + i;
            //#next
            //#when Across
            //#each q us vs ws
            DoubleVector $q$Own = fromMemorySegment(SPECIES, ALL, here + $q$, ORDER);
            $q$New = $q$Own.fma(centre, $q$New);
            squares = $q$Own.fma($q$Own, squares);
            //#next
            squares = squares.mul(-2);
            energy = fromMemorySegment(SPECIES, ALL, here + H * pitch, ORDER).fma(still, energy);
            //#end
            //#each before/behind/along/one/other $directions$
            DoubleVector $before$Flow = fromMemorySegment(SPECIES, ALL, $before$ + $along$, ORDER);
            DoubleVector $behind$Flow = fromMemorySegment(SPECIES, ALL, $behind$ + $along$, ORDER);
            DoubleVector $before$Push = fromMemorySegment(SPECIES, ALL, $before$ + P * pitch, ORDER);
            DoubleVector $behind$Push = fromMemorySegment(SPECIES, ALL, $behind$ + P * pitch, ORDER);
            $along$New = $before$Flow.add($behind$Flow).fma(stretch, $along$New);
            $along$New = $before$Push.sub($behind$Push).fma(push, $along$New);
            squares = $behind$Flow.fma($behind$Flow, $before$Flow.fma($before$Flow, squares));
            gain = gain.add($before$Flow.mul($before$Push).sub($behind$Flow.mul($behind$Push)));
            //#each q $one$ $other$
            $q$New = fromMemorySegment(SPECIES, ALL, $before$ + $q$, ORDER)
                .add(fromMemorySegment(SPECIES, ALL, $behind$ + $q$, ORDER)).fma(viscous, $q$New);
            //#next
            energy = fromMemorySegment(SPECIES, ALL, $before$ + H * pitch, ORDER)
                .add(fromMemorySegment(SPECIES, ALL, $behind$ + H * pitch, ORDER)).fma(viscous, energy);
            //#next
            //#each q us vs ws
            $q$New.intoMemorySegment(ALL, at + $q$, ORDER);
            //#next
            gain.fma(push, squares.fma(kinetic, energy)).intoMemorySegment(ALL, at + 4 * pitch, ORDER);
        }
    }

    //#next
    /** Transforms a line to characteristic variables (txinvr) and clears it outside of the interior. */
    private static void txinvr(Row row, FlowLayout layout) {
        int pitch = known(layout.pitch);
        long here = known(row.here);
        long rhs = known(row.rhs);
        long mask = known(row.inside);
        for (int next = row.from, to = row.to; next < to; next += BYTES) {
            int i = known(next);
            long at = here + i;
            long r = rhs + i;
            DoubleVector ru1 = fromMemorySegment(SPECIES, ALL, at + RHO * pitch, ORDER);
            DoubleVector us = fromMemorySegment(SPECIES, ALL, at + US * pitch, ORDER);
            DoubleVector vs = fromMemorySegment(SPECIES, ALL, at + VS * pitch, ORDER);
            DoubleVector ws = fromMemorySegment(SPECIES, ALL, at + WS * pitch, ORDER);
            DoubleVector ac = fromMemorySegment(SPECIES, ALL, at + SPEED * pitch, ORDER);
            DoubleVector inside = fromMemorySegment(SPECIES, ALL, mask + i, ORDER);
            DoubleVector r1 = fromMemorySegment(SPECIES, ALL, r, ORDER).mul(inside);
            DoubleVector r2 = fromMemorySegment(SPECIES, ALL, r + pitch, ORDER).mul(inside);
            DoubleVector r3 = fromMemorySegment(SPECIES, ALL, r + 2 * pitch, ORDER).mul(inside);
            DoubleVector r4 = fromMemorySegment(SPECIES, ALL, r + 3 * pitch, ORDER).mul(inside);
            DoubleVector r5 = fromMemorySegment(SPECIES, ALL, r + 4 * pitch, ORDER).mul(inside);
            DoubleVector qs = ws.fma(ws, vs.fma(vs, us.mul(us))).mul(0.5);
            DoubleVector flow = ws.fma(r4, vs.fma(r3, us.mul(r2)));
            DoubleVector t1 = qs.fma(r1, r5).sub(flow)
                .mul(FlowConstants.C2).div(ac.mul(ac));
            DoubleVector scaled = ru1.mul(FlowConstants.BT);
            DoubleVector t2 = us.mul(r1).sub(r2).mul(scaled);
            DoubleVector t3 = scaled.mul(ac).mul(t1);
            r1.sub(t1).intoMemorySegment(ALL, r, ORDER);
            r4.sub(ws.mul(r1)).mul(ru1).intoMemorySegment(ALL, r + pitch, ORDER);
            vs.mul(r1).sub(r3).mul(ru1).intoMemorySegment(ALL, r + 2 * pitch, ORDER);
            t3.sub(t2).intoMemorySegment(ALL, r + 3 * pitch, ORDER);
            t2.add(t3).intoMemorySegment(ALL, r + 4 * pitch, ORDER);
        }
    }

    /** Operands of a line of the right-hand side: addresses of point 0 of the first row. */
    static final class Row {
        /** Range of bytes to compute in a row, in whole vectors; the end is exclusive. */
        int from;
        int to;
        /** Unknowns of the line, of lines two away along y (south, north), and one and two away along z. */
        long u;
        long uSouth2;
        long uNorth2;
        long uBelow2;
        long uBelow;
        long uAbove;
        long uAbove2;
        /** Derived rows of the line, of the adjacent points along x, and of the adjacent lines. */
        long here;
        long west;
        long east;
        long south;
        long north;
        long below;
        long above;
        long forcing;
        long rhs;
        /** Weights of the stencil along x: a row of {@link FlowLayout#WEIGHTS} bytes for each of i-2 to i+2. */
        long x;
        /** 1 in the interior, 0 on the boundary and in the padding. */
        long inside;
        /** Weights of the stencil along y and z. */
        double[] y;
        double[] z;
    }
}
