// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.conformance.Case;
import io.shmem4j.conformance.Trial;
import io.shmem4j.data.RecordField;
import io.shmem4j.data.SymmetricStructs;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/** Structs of a layout arrive as they were, are written in place, and their components are symmetric arrays. */
public final class StructCases {
    private static final int CELLS = 4;
    private static final StructLayout POINT = MemoryLayout.structLayout(JAVA_DOUBLE.withName("x"),
        JAVA_FLOAT.withName("y"), MemoryLayout.paddingLayout(4));
    private static final StructLayout CELL = MemoryLayout.structLayout(JAVA_LONG.withName("visits"),
        POINT.withName("position"), MemoryLayout.sequenceLayout(3, JAVA_SHORT).withName("neighbours"),
        JAVA_BYTE.withName("kind"), MemoryLayout.paddingLayout(1));
    private static final VarHandle VISITS = CELL.varHandle(PathElement.groupElement("visits"));
    private static final VarHandle X = CELL.varHandle(PathElement.groupElement("position"),
        PathElement.groupElement("x"));
    private static final VarHandle NEIGHBOUR = CELL.varHandle(PathElement.groupElement("neighbours"),
        PathElement.sequenceElement());

    private static SymmetricStructs cells(Trial t) {
        return SymmetricStructs.allocate(t.shmem, CELL, CELLS);
    }

    private static void fill(MemorySegment cell, int pe, int i) {
        VISITS.set(cell, 0L, 100L * pe + i);
        X.set(cell, 0L, pe + 0.25 * i);
        NEIGHBOUR.set(cell, 0L, 2L, (short) -i);
    }

    private static void same(Trial t, MemorySegment cell, int pe, int i, String what) {
        t.equal(100L * pe + i, VISITS.get(cell, 0L), "visits of " + what);
        t.equal(pe + 0.25 * i, X.get(cell, 0L), "x of " + what);
        t.equal((short) -i, NEIGHBOUR.get(cell, 0L, 2L), "neighbour of " + what);
    }

    @Case
    public void structsArrive(Trial t) {
        SymmetricStructs cells = cells(t).named("cells");
        t.equal("cells[4] of 32 bytes", cells + " of " + cells.layout().byteSize() + " bytes", "the array");
        same(t, cells.local(3), 0, 0, "a new struct");
        t.shmem.barrierAll();
        MemorySegment two = MemorySegment.ofArray(new long[8]);
        fill(two.asSlice(0, 32), t.me, 1);
        fill(two.asSlice(32, 32), t.me, 2);
        cells.put(2, two, 0, 2, t.right);
        cells.put(0, two, 1, 1, t.right);
        t.shmem.barrierAll();
        same(t, cells.local(0), t.left, 2, "a struct put");
        same(t, cells.local(2), t.left, 1, "the first of a range");
        same(t, cells.local(3), t.left, 2, "the last of a range");
        same(t, cells.local(1), 0, 0, "one that nobody has put");
        MemorySegment got = MemorySegment.ofArray(new byte[96]);
        cells.get(got, 1, 2, 2, t.right);
        t.equal(100L * t.me + 2, got.get(JAVA_LONG_UNALIGNED, 64), "visits of the last struct got");
        t.equal(0L, got.get(JAVA_LONG_UNALIGNED, 0), "bytes before");
        SymmetricStructs others = cells(t);
        others.put(1, cells, 2, 2, t.right);
        t.shmem.barrierAll();
        same(t, others.local(2), (t.left + t.n - 1) % t.n, 2, "a struct of another array");
        others.free();
        cells.free();
    }

    @Case
    public void componentsOfStructsAreArrays(Trial t) {
        SymmetricStructs cells = cells(t);
        RecordField<SymmetricLongs> visits = cells.longs("visits");
        RecordField<SymmetricDoubles> x = cells.doubles("position.x");
        for (int i = 0; i < CELLS; i++) {
            t.shmem.add(visits.array(), visits.index(i), i + 1L, 0);
        }
        t.shmem.iput(x.array(), x.index(0), new double[] {1, 2, 3, 4}, 0, x.stride(), 1, CELLS, t.right);
        var last = cells.shorts("neighbours");
        t.shmem.p(last.array(), last.index(1) + 2, (short) 7, t.right);
        t.shmem.barrierAll();
        MemorySegment got = MemorySegment.ofArray(new long[4 * CELLS]);
        cells.get(got, 0, 0, CELLS, 0);
        for (int i = 0; i < CELLS; i++) {
            t.equal((long) t.n * (i + 1), VISITS.get(got, 32L * i), "visits of struct " + i);
            t.equal(i + 1.0, X.get(cells.local(i), 0L), "x of struct " + i);
            t.equal((short) (i == 1 ? 7 : 0), NEIGHBOUR.get(cells.local(i), 0L, 2L), "neighbour of struct " + i);
        }
        t.shmem.barrierAll();
        MemorySegment view = cells.view(2, t.right);
        if (view != null) {
            X.set(view, 0L, t.me + 0.5);
        }
        t.shmem.barrierAll();
        t.equal(cells.view(2, t.left) == null ? 3 : t.left + 0.5, X.get(cells.local(2), 0L), "x through a view");
    }
}
