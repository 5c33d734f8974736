// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.shmem4j.AllocationHint;
import io.shmem4j.Cmp;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.conformance.Case;
import io.shmem4j.conformance.Trial;
import io.shmem4j.data.Halo;
import io.shmem4j.data.Length;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.data.SymmetricRecords;
import io.shmem4j.data.SymmetricStructs;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.SymmetricIndexException;
import io.shmem4j.nonblocking.NonBlocking;
import io.shmem4j.nonblocking.NonBlockingTeam;
import io.shmem4j.nonblocking.Pending;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;

/** Wrong arguments of symmetric objects, signals and collectives: exceptions that say what is wrong. */
public final class ObjectMisuseCases {
    private static final StructLayout POINT = MemoryLayout.structLayout(JAVA_DOUBLE.withName("x"),
        JAVA_FLOAT.withName("y"), MemoryLayout.paddingLayout(4));
    private static final StructLayout CELL = MemoryLayout.structLayout(JAVA_LONG.withName("visits"),
        POINT.withName("position"), JAVA_BYTE.withName("kind"), MemoryLayout.paddingLayout(7));

    record Cell(@Length(3) int[] neighbours) {
    }

    private record Pair(int a, int b) {
    }

    private record Name(String text) {
    }

    private record Loose(int[] numbers) {
    }

    @Case
    public void allocations(Trial t) {
        t.fails(IllegalArgumentException.class, () -> t.shmem.allocateLongs(-1), "-1", "PE " + t.me);
        t.fails(IllegalArgumentException.class, () -> t.shmem.allocateLongs(Long.MAX_VALUE), "PE " + t.me);
        t.fails(IllegalArgumentException.class, () -> t.shmem.allocateInts(-5, 64), "-5");
        t.fails(IllegalArgumentException.class, () -> t.shmem.allocateSignals(-1), "-1");
        t.fails(NullPointerException.class, () -> t.shmem.allocateLongs(1, (AllocationHint[]) null));
        SymmetricLongs x = t.shmem.allocateLongs(10);
        t.fails(IllegalArgumentException.class, () -> x.slice(1, 3).free(), "slice", "whole");
        t.fails(IllegalArgumentException.class, () -> t.shmem.reallocate(x.slice(0, 3), 4), "slice");
        t.fails(IllegalArgumentException.class, () -> t.shmem.reallocate(x, -4), "-4");
        x.slice(0, 10).free();
    }

    @Case
    public void bytes(Trial t) {
        SymmetricInts x = t.shmem.allocateInts(10).named("forty bytes");
        MemorySegment text = MemorySegment.ofArray(new byte[13]);
        t.fails(SymmetricIndexException.class, () -> t.shmem.putmem(x, 30, text, 0, 11, t.right), "30 to 40 are out",
            "forty bytes", "40");
        t.fails(SymmetricIndexException.class, () -> t.shmem.getmem(text, 0, x, -1, 4, t.right), "-1 to 2 are out");
        t.fails(SymmetricIndexException.class, () -> t.shmem.putmem(x, 0, text, 10, 4, t.right), "10 to 13 are out");
        t.fails(SymmetricIndexException.class, () -> t.shmem.putmem(x, 0, text, 0, -4, t.right), "-4");
        t.fails(SymmetricIndexException.class, () -> t.shmem.putmem(x, Long.MAX_VALUE, text, 0, 4, t.right));
        t.fails(NullPointerException.class, () -> t.shmem.putmem(x, 0, null, 0, 4, t.right), "null");
        t.fails(NullPointerException.class, () -> t.shmem.getmem(null, 0, x, 0, 4, t.right), "null");
        t.fails(InvalidPeException.class, () -> t.shmem.putmem(x, 0, text, 0, 4, t.n), "putmem", "no PE " + t.n);
        t.fails(InvalidPeException.class, () -> t.shmem.getmem(text, 0, x, 0, 4, -3), "getmem", "no PE -3");
        t.shmem.putmem(x, 40, null, 0, 0, t.right);
        t.shmem.getmem(null, 0, x, 0, 0, t.right);
        x.free();
        t.fails(IllegalStateException.class, () -> t.shmem.putmem(x, 0, text, 0, 4, t.right), "forty bytes", "freed");
        t.fails(IllegalStateException.class, () -> t.shmem.getmemNbi(text, 0, x, 0, 4, t.right), "freed");
    }

    @Case
    public void signals(Trial t) {
        Signal signal = t.shmem.allocateSignal();
        SymmetricLongs x = t.shmem.allocateLongs(2);
        long[] one = {1};
        t.fails(InvalidPeException.class, () -> t.shmem.signalSet(signal, 1, t.n), "signalSet", "no PE " + t.n);
        t.fails(InvalidPeException.class, () -> t.shmem.signalAdd(signal, 1, -1), "signalAdd", "no PE -1");
        t.fails(NullPointerException.class, () -> t.shmem.signalSet(null, 1, t.me));
        t.fails(NullPointerException.class,
            () -> t.shmem.putSignal(x, 0, one, 0, 1, null, 1, SignalOp.SET, t.me));
        t.fails(NullPointerException.class, () -> t.shmem.putSignal(x, 0, one, 0, 1, signal, 1, null, t.me));
        t.fails(NullPointerException.class, () -> signal.waitUntil(null, 1), "cmp");
        t.fails(IndexOutOfBoundsException.class, () -> x.signal(2), "index 2 is out of bounds");
        t.equal(0, signal.fetch(), "a signal that no call updated");
        signal.free();
        t.fails(IllegalStateException.class, () -> t.shmem.signalSet(signal, 1, t.me), "freed");
        t.fails(IllegalStateException.class, () -> signal.waitUntil(Cmp.EQ, 1), "freed");
        t.fails(IllegalStateException.class,
            () -> t.shmem.putSignal(x, 0, one, 0, 1, signal, 1, SignalOp.SET, t.me), "freed");
    }

    @Case
    public void records(Trial t) {
        SymmetricRecords<Pair> pairs = SymmetricRecords.allocate(t.shmem, Pair.class, 4);
        Pair pair = new Pair(1, 2);
        t.equal(8, pairs.layout().byteSize(), "bytes of a record");
        t.fails(SymmetricIndexException.class, () -> pairs.p(4, pair, 0), "PE " + t.me + ", p called at ",
            "ObjectMisuseCases.java", "index 4 is out of bounds: SymmetricRecords#1 (allocated at ",
            "ObjectMisuseCases.records(", " has 4 elements, 0 to 3");
        t.fails(SymmetricIndexException.class, () -> pairs.get(-1), "index -1 is out of bounds");
        t.fails(SymmetricIndexException.class, () -> pairs.put(3, new Pair[] {pair, pair}, 0, 2, 0),
            "elements 3 to 4 are out of bounds");
        t.fails(SymmetricIndexException.class, () -> pairs.ints("b").index(4), "index 4 is out of bounds");
        t.fails(InvalidPeException.class, () -> pairs.g(0, t.n), "there is no PE " + t.n);
        t.fails(NullPointerException.class, () -> pairs.p(0, null, 0), "the record is null");
        t.fails(IllegalArgumentException.class, () -> pairs.longs("b"), "a component b of type int");
        t.fails(IllegalArgumentException.class, () -> pairs.ints("c"), "no component c");
        t.fails(IllegalArgumentException.class, () -> SymmetricRecords.allocate(t.shmem, Name.class, 1),
            "Name.text is of type String");
        t.fails(IllegalArgumentException.class, () -> SymmetricRecords.allocate(t.shmem, Loose.class, 1), "@Length(n)");
        t.fails(IllegalArgumentException.class, () -> SymmetricRecords.allocate(t.shmem, Pair.class, -1),
            "the length is -1");
        SymmetricRecords<Cell> cells = SymmetricRecords.allocate(t.shmem, Cell.class, 1);
        t.fails(IllegalArgumentException.class, () -> cells.set(0, new Cell(new int[2])), "has 2 elements, not 3");
        pairs.free();
        t.fails(FreedObjectException.class, () -> pairs.get(0), "SymmetricRecords#1 was freed at ");
    }

    @Case
    public void structs(Trial t) {
        SymmetricStructs cells = SymmetricStructs.allocate(t.shmem, CELL, 4);
        MemorySegment one = MemorySegment.ofArray(new byte[33]);
        t.fails(SymmetricIndexException.class, () -> cells.put(4, one, 0, 1, 0), "put called at ",
            "ObjectMisuseCases.java", "index 4 is out of bounds: SymmetricStructs#1 (allocated at ",
            " has 4 elements, 0 to 3");
        t.fails(SymmetricIndexException.class, () -> cells.put(0, one, 0, 2, 0), "structs 0 to 1 are out of bounds",
            "the segment of 33 bytes");
        t.fails(SymmetricIndexException.class, () -> cells.get(one, -1, 0, 1, 0), "the segment of 33 bytes");
        t.fails(SymmetricIndexException.class, () -> cells.local(-1), "index -1 is out of bounds");
        t.fails(InvalidPeException.class, () -> cells.get(one, 0, 0, 1, t.n), "there is no PE " + t.n);
        t.fails(NullPointerException.class, () -> cells.put(0, (MemorySegment) null, 0, 1, 0), "segment is null");
        cells.put(4, (MemorySegment) null, 0, 0, 0);
        t.fails(IllegalArgumentException.class, () -> cells.ints("visits"), "a component visits of type long");
        t.fails(IllegalArgumentException.class, () -> cells.longs("kind.x"), "no component kind.x");
        SymmetricStructs points = SymmetricStructs.allocate(t.shmem, POINT, 1);
        t.fails(IllegalArgumentException.class, () -> points.put(0, cells, 0, 1, 0), "structs of another layout");
        SymmetricStructs packed = SymmetricStructs.allocate(t.shmem, MemoryLayout.structLayout(
            JAVA_BYTE.withName("kind"), JAVA_LONG_UNALIGNED.withName("visits")), 2);
        t.fails(IllegalArgumentException.class, () -> packed.longs("visits"), "begins at byte 1 of 9");
        cells.free();
        t.fails(FreedObjectException.class, () -> cells.local(0), "SymmetricStructs#1 was freed at ");
    }

    @Case
    public void layoutsThatAreRefused(Trial t) {
        refused(t, MemoryLayout.structLayout(), "no components");
        refused(t, MemoryLayout.structLayout(JAVA_LONG, JAVA_INT), "12 bytes, which is no multiple of its alignment",
            "of 8; end it with MemoryLayout.paddingLayout(4)");
        refused(t, MemoryLayout.structLayout(ADDRESS.withName("next")), "the component next is an address");
        refused(t, MemoryLayout.structLayout(JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("port")),
            "the component port has the byte order BIG_ENDIAN");
        refused(t, MemoryLayout.structLayout(MemoryLayout.unionLayout(JAVA_INT, JAVA_FLOAT).withName("either")),
            "the component either is ");
        refused(t, MemoryLayout.structLayout(MemoryLayout.sequenceLayout(2, POINT)), "components are primitive");
        t.fails(NullPointerException.class, () -> SymmetricStructs.allocate(t.shmem, null, 1), "the layout is null");
        SymmetricStructs wide = SymmetricStructs.allocate(t.shmem, MemoryLayout.structLayout(JAVA_LONG,
            MemoryLayout.paddingLayout(56)).withByteAlignment(64), 3);
        t.equal(0L, wide.local(1).address() % 64, "an address, by the alignment of the layout");
    }

    private static void refused(Trial t, StructLayout layout, String... words) {
        t.fails(IllegalArgumentException.class, () -> SymmetricStructs.allocate(t.shmem, layout, 1), words);
    }

    @Case
    public void grids(Trial t) {
        SymmetricLongs2D grid = SymmetricLongs2D.allocate(t.shmem, 2, 3);
        t.fails(SymmetricIndexException.class, () -> grid.get(1, 3), "get called at ", "row 1, column 3 is out of"
            + " bounds: SymmetricLongs2D#1 (allocated at ", "ObjectMisuseCases.grids(", "has 2 x 3 elements");
        t.fails(SymmetricIndexException.class, () -> grid.row(2), "row called at ", "at row 2, column 0 is out");
        t.fails(SymmetricIndexException.class, () -> grid.p(-1, 0, 5, 0), "row -1, column 0 is out of bounds");
        t.fails(SymmetricIndexException.class, () -> grid.putBlock(1, 0, new long[6], 0, 2, 3, 0),
            "a block of 2 x 3 at row 1, column 0");
        t.fails(SymmetricIndexException.class, () -> grid.putRow(0, new long[2], 0, 0), "the array has 2 elements");
        grid.putBlock(2, 0, new long[0], 0, 0, 3, 0);
        t.fails(IllegalArgumentException.class, () -> SymmetricLongs2D.allocate(t.shmem, -1, 3), "-1 rows");
        t.fails(IllegalArgumentException.class, () -> grid.halo(1, false), "no cells inside of a halo");
        SymmetricLongs2D larger = SymmetricLongs2D.allocate(t.shmem, 3, 3);
        t.fails(IllegalArgumentException.class, () -> larger.halo(t.n + 1, false),
            t.n + " PEs can't form " + (t.n + 1) + " rows");
        t.fails(IllegalArgumentException.class, () -> larger.halo(0, false), "can't form 0 rows");
        Halo halo = larger.halo(t.n, false);
        t.fails(IllegalArgumentException.class, () -> halo.exchange(grid), "exchange called at",
            "for arrays of 3 x 3 elements, not for SymmetricLongs2D#1[2][3]");
        halo.exchange();
    }

    @Case
    public void nonBlockingCollectives(Trial t) {
        NonBlocking nonBlocking = NonBlocking.allocate(t.shmem);
        NonBlockingTeam world = nonBlocking.on(t.shmem.world(), 1);
        SymmetricLongs a = t.shmem.allocateLongs(4).named("a");
        SymmetricLongs b = t.shmem.allocateLongs(4).named("b");
        t.fails(SymmetricIndexException.class, () -> world.sumReduce(a, b, 5), "sumReduce called at ",
            "elements 0 to 4 are out of bounds: a has 4 elements");
        t.fails(SymmetricIndexException.class, () -> world.fcollect(a, b, 5), "ObjectMisuseCases.java");
        t.fails(IllegalArgumentException.class, () -> world.sumReduce(a, a, 1), "dest a[4] and source a[4] overlap");
        t.fails(InvalidPeException.class, () -> world.broadcast(a, b, 1, t.n), "no root " + t.n);
        t.fails(NullPointerException.class, () -> world.alltoall(null, b, 0), "dest");
        t.fails(IllegalArgumentException.class, () -> nonBlocking.on(t.shmem.world(), 0), "pending is 0");
        if (t.n > 1) {
            Signal go = t.shmem.allocateSignal();
            if (t.me != 0) {
                go.waitUntil(Cmp.EQ, 1);
            }
            Pending barrier = world.barrier();
            if (t.me == 0) {
                t.fails(IllegalStateException.class, nonBlocking::free, "1 collective is pending");
                for (int pe = 1; pe < t.n; pe++) {
                    t.shmem.signalSet(go, 1, pe);
                }
            }
            barrier.await();
            t.equal("barrier, number 1 of its team, complete", barrier.toString(), "a handle");
        }
    }

    @Case
    public void collectives(Trial t) {
        Team team = t.shmem.world();
        SymmetricLongs source = t.shmem.allocateLongs(8);
        SymmetricLongs dest = t.shmem.allocateLongs(8 * t.n);
        t.fails(InvalidPeException.class, () -> team.broadcast(dest, source, 8, t.n), "no root " + t.n, "broadcast");
        t.fails(InvalidPeException.class, () -> team.broadcast(dest, source, 8, -1), "no root -1");
        t.fails(SymmetricIndexException.class, () -> team.sumReduce(dest, source, 9), "sumReduce");
        t.fails(SymmetricIndexException.class, () -> team.sumReduce(dest, source, -1), "sumReduce");
        t.fails(SymmetricIndexException.class, () -> team.fcollect(dest, source, 9), "fcollect");
        t.fails(SymmetricIndexException.class, () -> team.alltoall(dest, source, 9), "alltoall");
        t.fails(IllegalArgumentException.class, () -> team.alltoalls(dest, source, 0, 1, 1), "stride is 0");
        t.fails(IllegalArgumentException.class, () -> team.sumReduce(dest, dest.slice(1), 3), "overlap");
        t.fails(IllegalArgumentException.class, () -> team.fcollect(dest, dest.slice(0, 1), 1), "overlap");
        Team first = team.of(0);
        if (t.me != 0) {
            t.fails(NotInitializedException.class, () -> first.sumReduce(dest, source, 1), "not a member of team ",
                "(world PE 0)", "ask isMember() first");
        }
        Team gone = team.splitStrided(0, 1, t.n);
        gone.free();
        t.fails(NotInitializedException.class, () -> gone.sumReduce(dest, source, 1), "freed");
        team.sync();
    }

    @Case
    public void collectivesOfValues(Trial t) {
        Team team = t.shmem.world();
        long one = 1;
        t.fails(InvalidPeException.class, () -> team.broadcast(one, t.n), "broadcast called at", "no root " + t.n);
        t.fails(InvalidPeException.class, () -> team.broadcast(one, -1), "no root -1");
        Team first = team.of(0);
        if (t.me != 0) {
            t.fails(NotInitializedException.class, () -> first.sumReduce(one), "sumReduce called at", "not a member");
        }
        Team gone = team.splitStrided(0, 1, t.n);
        gone.free();
        t.fails(NotInitializedException.class, () -> gone.sumExscan(one), "freed");
        team.sync();
    }
}
