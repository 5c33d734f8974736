// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.conformance.Case;
import io.shmem4j.conformance.Trial;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Calls that move nothing: with null, with empty objects, and at the end of objects they do nothing. */
public final class ZeroCases {
    private static final SymmetricLongs NONE = null;
    private static final long[] NO_ARRAY = null;
    private static final MemorySegment NO_SEGMENT = null;

    private static List<Trial.Action> everyTransfer(Trial t, SymmetricLongs x, long at, SymmetricLongs y, Signal s) {
        int pe = t.right;
        return List.of(
            () -> t.shmem.put(x, at, NO_ARRAY, 0, 0, pe),
            () -> t.shmem.put(x, at, NO_SEGMENT, 0, 0, pe),
            () -> t.shmem.put(x, at, y, 0, 0, pe),
            () -> t.shmem.putNbi(x, at, NO_ARRAY, 0, 0, pe),
            () -> t.shmem.putNbi(x, at, NO_SEGMENT, 0, 0, pe),
            () -> t.shmem.putNbi(x, at, y, 0, 0, pe),
            () -> t.shmem.get(NO_ARRAY, 0, x, at, 0, pe),
            () -> t.shmem.get(NO_SEGMENT, 0, x, at, 0, pe),
            () -> t.shmem.get(y, 0, x, at, 0, pe),
            () -> t.shmem.getNbi(NO_ARRAY, 0, x, at, 0, pe),
            () -> t.shmem.getNbi(NO_SEGMENT, 0, x, at, 0, pe),
            () -> t.shmem.getNbi(y, 0, x, at, 0, pe),
            () -> t.shmem.putSignal(x, at, NO_ARRAY, 0, 0, s, 1, SignalOp.ADD, pe),
            () -> t.shmem.putSignalNbi(x, at, NO_SEGMENT, 0, 0, s, 1, SignalOp.ADD, pe),
            () -> t.shmem.putmem(x, at * Long.BYTES, NO_SEGMENT, 0, 0, pe),
            () -> t.shmem.putmemNbi(x, at * Long.BYTES, NO_SEGMENT, 0, 0, pe),
            () -> t.shmem.getmem(NO_SEGMENT, 0, x, at * Long.BYTES, 0, pe),
            () -> t.shmem.getmemNbi(NO_SEGMENT, 0, x, at * Long.BYTES, 0, pe),
            () -> t.shmem.putmemSignal(x, at * Long.BYTES, NO_SEGMENT, 0, 0, s, 1, SignalOp.ADD, pe),
            () -> t.shmem.putmemSignalNbi(x, at * Long.BYTES, NO_SEGMENT, 0, 0, s, 1, SignalOp.ADD, pe));
    }

    /** Strided ones, of no blocks and of some blocks without elements. */
    private static List<Trial.Action> everyStrided(Trial t, SymmetricLongs x, long at, SymmetricLongs y, int block,
        int count) {
        int pe = t.right;
        return List.of(
            () -> t.shmem.iput(x, at, NO_ARRAY, 0, 2, 3, 0, pe),
            () -> t.shmem.iput(x, at, NO_SEGMENT, 0, 2, 3, 0, pe),
            () -> t.shmem.iput(x, at, y, 0, 2, 3, 0, pe),
            () -> t.shmem.iget(NO_ARRAY, 0, x, at, 2, 3, 0, pe),
            () -> t.shmem.iget(NO_SEGMENT, 0, x, at, 2, 3, 0, pe),
            () -> t.shmem.iget(y, 0, x, at, 2, 3, 0, pe),
            () -> t.shmem.ibput(x, at, NO_ARRAY, 0, 3, 3, block, count, pe),
            () -> t.shmem.ibput(x, at, NO_SEGMENT, 0, 3, 3, block, count, pe),
            () -> t.shmem.ibput(x, at, y, 0, 3, 3, block, count, pe),
            () -> t.shmem.ibget(NO_ARRAY, 0, x, at, 3, 3, block, count, pe),
            () -> t.shmem.ibget(new long[0], 0, x, at, 3, 3, block, count, pe),
            () -> t.shmem.ibget(NO_SEGMENT, 0, x, at, 3, 3, block, count, pe),
            () -> t.shmem.ibget(y, 0, x, at, 3, 3, block, count, pe));
    }

    private static void all(Trial t, String what, List<Trial.Action> actions) {
        for (int i = 0; i < actions.size(); i++) {
            try {
                actions.get(i).run();
            } catch (Exception e) {
                t.fail(what + ", number " + i + ": " + e);
            }
        }
    }

    private static void all(Trial t, String what, SymmetricLongs x, long at, SymmetricLongs y, Signal s) {
        all(t, what, everyTransfer(t, x, at, y, s));
        all(t, what + ", no blocks", everyStrided(t, x, at, y, 2, 0));
        all(t, what + ", blocks without elements", everyStrided(t, x, at, y, 0, 4));
    }

    @Case
    public void transfers(Trial t) {
        SymmetricLongs ten = t.shmem.allocateLongs(10);
        SymmetricLongs empty = t.shmem.allocateLongs(0);
        Signal signal = t.shmem.allocateSignal();
        all(t, "null", NONE, 0, NONE, signal);
        all(t, "empty objects", empty, 0, empty, signal);
        all(t, "the end of an object", ten, 10, ten.slice(10, 0), signal);
        t.shmem.barrierAll();
        t.equal(new long[10], ten.toArray(), "an object into which nothing was put");
        t.equal(3 * 4, signal.fetch(), "the signal, which each put with signal updates all the same");
    }

    private static List<Trial.Action> everyCollective(Team team, SymmetricLongs dest, SymmetricLongs source,
        SymmetricBytes bytes, SymmetricDoubles doubles) {
        return List.of(
            () -> team.broadcast(dest, source, 0, 0),
            () -> team.collect(dest, source, 0),
            () -> team.collectv(dest, source, 0),
            () -> team.fcollect(dest, source, 0),
            () -> team.alltoall(dest, source, 0),
            () -> team.alltoalls(dest, source, 1, 1, 0),
            () -> team.alltoalls(dest, source, 3, 2, 0),
            () -> team.alltoallv(dest, source, new long[team.nPes()]),
            () -> team.gather(dest, source, 0, team.nPes() - 1),
            () -> team.scatter(dest, source, 0, team.nPes() - 1),
            () -> team.sumReduce(dest, source, 0),
            () -> team.andReduce(dest, source, 0),
            () -> team.sumInscan(dest, source, 0),
            () -> team.sumExscan(dest, source, 0),
            () -> team.complexSumReduce(doubles, doubles, 0),
            () -> team.complexProdReduce(doubles, doubles, 0),
            () -> team.broadcast(bytes, bytes, 0, 0),
            () -> team.collect(bytes, bytes, 0),
            () -> team.fcollect(bytes, bytes, 0),
            () -> team.alltoall(bytes, bytes, 0),
            () -> team.alltoalls(bytes, bytes, 1, 1, 0));
    }

    @Case
    public void collectives(Trial t) {
        Team world = t.shmem.world();
        all(t, "null", everyCollective(world, null, null, null, null));
        SymmetricLongs empty = t.shmem.allocateLongs(0);
        all(t, "one empty object", everyCollective(world, empty, empty, t.shmem.allocateBytes(0),
            t.shmem.allocateDoubles(0)));
        all(t, "two empty objects", everyCollective(world, empty, t.shmem.allocateLongs(0), null, null));
        SymmetricLongs ten = t.shmem.allocateLongs(10);
        all(t, "one object", everyCollective(world, ten, ten, null, null));
        t.shmem.barrierAll();
        t.equal(new long[10], ten.toArray(), "an object that took part in nothing");
    }

    @Case
    public void views(Trial t) {
        SymmetricLongs ten = t.shmem.allocateLongs(10);
        all(t, "a view", List.of(
            () -> t.shmem.view(ten, t.right).get(10, NO_ARRAY, 0, 0),
            () -> t.shmem.view(ten, t.right).set(10, NO_ARRAY, 0, 0),
            () -> t.shmem.view(ten, t.right).copy(10, t.shmem.view(ten, t.me), 10, 0),
            () -> t.shmem.peQuiet()));
        t.shmem.barrierAll();
    }
}
