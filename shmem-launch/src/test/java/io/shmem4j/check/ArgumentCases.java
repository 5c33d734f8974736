// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.Cmp;
import io.shmem4j.ContextOption;
import io.shmem4j.LongView;
import io.shmem4j.SessionOption;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.TeamConfig;
import io.shmem4j.conformance.Case;
import io.shmem4j.conformance.Trial;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.SymmetricIndexException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Every fault of an argument names the PE, the routine, the place of the call, and the object or argument. */
public final class ArgumentCases {
    private static final long HUGE = 1L << 62;
    private static final SymmetricLongs NONE = null;

    /** A wrong call: the routine that the message names, more words of it, and the call. */
    private record Wrong(String routine, String words, Trial.Action call) {
    }

    private static void allFail(Trial t, Class<? extends Exception> kind, List<Wrong> calls) {
        for (Wrong wrong : calls) {
            t.fails(kind, wrong.call, "PE " + t.me + ", " + wrong.routine + " called at", "ArgumentCases.java",
                wrong.words);
        }
        t.shmem.barrierAll();
    }

    @Case(mostPes = 8)
    public void nullObjects(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(Math.max(4, t.n));
        long[] array = new long[4];
        Team world = t.shmem.world();
        Signal signal = t.shmem.allocateSignal();
        String object = "object is null";
        allFail(t, NullPointerException.class, List.of(
            new Wrong("p", object, () -> t.shmem.p(NONE, 0, 1L, t.right)),
            new Wrong("g", object, () -> t.shmem.g(NONE, 0, t.right)),
            new Wrong("put", object, () -> t.shmem.put(NONE, 0, array, 0, 4, t.right)),
            new Wrong("put", object, () -> t.shmem.put(x, 0, NONE, 0, 4, t.right)),
            new Wrong("getNbi", object, () -> t.shmem.getNbi(array, 0, NONE, 0, 4, t.right)),
            new Wrong("iput", object, () -> t.shmem.iput(NONE, 0, array, 0, 1, 1, 4, t.right)),
            new Wrong("ibget", object, () -> t.shmem.ibget(array, 0, NONE, 0, 2, 2, 2, 2, t.right)),
            new Wrong("getmem", object, () -> t.shmem.getmem(x.local(), 0, null, 0, 4, t.right)),
            new Wrong("fetchAdd", object, () -> t.shmem.fetchAdd(NONE, 0, 1L, t.right)),
            new Wrong("fetchIncNbi", object, () -> t.shmem.fetchIncNbi(array, 0, NONE, 0, t.right)),
            new Wrong("putSignal", object,
                () -> t.shmem.putSignal(NONE, 0, array, 0, 4, signal, 1, SignalOp.SET, t.right)),
            new Wrong("ptr", object, () -> t.shmem.ptr(null, t.right)),
            new Wrong("ptr", object, () -> world.ptr(null, t.right)),
            new Wrong("view", object, () -> t.shmem.view(NONE, t.right)),
            new Wrong("broadcast", object, () -> world.broadcast(NONE, x, 1, 0)),
            new Wrong("sumReduce", object, () -> world.sumReduce(x, NONE, 1)),
            new Wrong("collect", object, () -> world.collect(NONE, x, 1)),
            new Wrong("fcollect", object, () -> world.fcollect(x, NONE, 1)),
            new Wrong("alltoall", object, () -> world.alltoall(NONE, x, 1)),
            new Wrong("alltoalls", object, () -> world.alltoalls(NONE, x, 1, 1, 1)),
            new Wrong("sumExscan", object, () -> world.sumExscan(NONE, x, 1))));
    }

    @Case(mostPes = 8)
    public void otherNulls(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4);
        long[] array = new long[4];
        Team world = t.shmem.world();
        Signal signal = t.shmem.allocateSignal();
        allFail(t, NullPointerException.class, List.of(
            new Wrong("signalAdd", "signal is null", () -> t.shmem.signalAdd(null, 1, t.right)),
            new Wrong("signalSet", "signal is null", () -> t.shmem.signalSet(null, 1, t.right)),
            new Wrong("putSignal", "signal is null",
                () -> t.shmem.putSignal(x, 0, array, 0, 0, null, 1, SignalOp.SET, t.right)),
            new Wrong("putmemSignal", "signal is null",
                () -> t.shmem.putmemSignal(x, 0, x.local(), 0, 0, null, 1, SignalOp.SET, t.right)),
            new Wrong("putSignal", "op is null",
                () -> t.shmem.putSignal(x, 0, array, 0, 0, signal, 1, null, t.right)),
            new Wrong("waitUntil", "cmp is null", () -> x.waitUntil(0, null, 0L)),
            new Wrong("test", "cmp is null", () -> x.test(0, null, 0L)),
            new Wrong("until", "cmp is null", () -> x.watch(0).until(null, 0L)),
            new Wrong("waitUntil", "cmp is null", () -> signal.waitUntil(null, 0L)),
            new Wrong("any", "cmp is null", () -> x.watch(0, 2).any(null, 0L)),
            new Wrong("any", "values is null",
                () -> x.watch(0, 2).any(Cmp.EQ, null)),
            new Wrong("splitStrided", "config is null", () -> world.splitStrided(0, 1, 1, null)),
            new Wrong("split2d", "columnConfig is null", () -> world.split2d(1, TeamConfig.NONE, null)),
            new Wrong("translate", "team is null", () -> world.translate(0, null)),
            new Wrong("createContext", "options is null", () -> t.shmem.createContext((ContextOption[]) null)),
            new Wrong("createContext", "option is null", () -> t.shmem.createContext((ContextOption) null)),
            new Wrong("session", "option is null", () -> t.shmem.session((SessionOption) null)),
            new Wrong("named", "name is null", () -> x.named(null)),
            new Wrong("using", "options is null", () -> world.using(null)),
            new Wrong("set", "array is null", () -> x.set(0, (long[]) null)),
            new Wrong("get", "array is null", () -> t.shmem.view(x, t.right).get(0, null, 0, 1)),
            new Wrong("copy", "view is null", () -> t.shmem.view(x, t.right).copy(0, null, 0, 1))));
    }

    /** Counts whose bytes, or elements of all members, are beyond a long. */
    @Case(mostPes = 8)
    public void hugeCounts(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(8).named("eight");
        SymmetricLongs y = t.shmem.allocateLongs(8);
        SymmetricDoubles d = t.shmem.allocateDoubles(8).named("eight");
        Team world = t.shmem.world();
        MemorySegment segment = MemorySegment.ofArray(new long[4]);
        for (long count : new long[] {HUGE, Long.MAX_VALUE, HUGE / 2, Long.MIN_VALUE, -HUGE}) {
            allFail(t, SymmetricIndexException.class, List.of(
                new Wrong("put", "eight", () -> t.shmem.put(x, 1, segment, 0, count, t.right)),
                new Wrong("get", "eight", () -> t.shmem.get(y, 0, x, 1, count, t.right)),
                new Wrong("putmem", "eight", () -> t.shmem.putmem(x, 1, segment, 0, count, t.right)),
                new Wrong("iput", "eight", () -> t.shmem.iput(x, 1, segment, 0, 2, 2, count, t.right)),
                new Wrong("ibput", "eight", () -> t.shmem.ibput(x, 1, segment, 0, 2, 2, 2, count, t.right)),
                new Wrong("broadcast", "eight", () -> world.broadcast(x, y, count, 0)),
                new Wrong("collect", "eight", () -> world.collect(y, x, count)),
                new Wrong("fcollect", "eight", () -> world.fcollect(x, y, count)),
                new Wrong("alltoall", "eight", () -> world.alltoall(x, y, count)),
                new Wrong("alltoalls", "eight", () -> world.alltoalls(x, y, 3, 3, count)),
                new Wrong("sumReduce", "eight", () -> world.sumReduce(x, y, count)),
                new Wrong("complexSumReduce", "eight", () -> world.complexSumReduce(d, d, count)),
                new Wrong("complexProdReduce", "eight", () -> world.complexProdReduce(d, d, count)),
                new Wrong("sumInscan", "eight", () -> world.sumInscan(x, y, count))));
        }
    }

    @Case(mostPes = 8)
    public void readOnlyTargets(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(8);
        MemorySegment fixed = MemorySegment.ofArray(new long[8]).asReadOnly();
        allFail(t, IllegalArgumentException.class, List.of(
            new Wrong("get", "read-only", () -> t.shmem.get(fixed, 0, x, 0, 8, t.right)),
            new Wrong("getNbi", "read-only", () -> t.shmem.getNbi(fixed, 0, x, 0, 8, t.right)),
            new Wrong("iget", "read-only", () -> t.shmem.iget(fixed, 0, x, 0, 2, 2, 4, t.right)),
            new Wrong("ibget", "read-only", () -> t.shmem.ibget(fixed, 0, x, 0, 4, 4, 2, 2, t.right)),
            new Wrong("getmem", "read-only", () -> t.shmem.getmem(fixed, 0, x, 0, 8, t.right)),
            new Wrong("getmemNbi", "read-only", () -> t.shmem.getmemNbi(fixed, 0, x, 0, 8, t.right))));
        t.shmem.put(x, 0, fixed, 0, 8, t.right);
        t.shmem.barrierAll();
    }

    /** No byte of a closed segment travels; the words are the JDK's. */
    @Case(mostPes = 8)
    public void closedSegments(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(8);
        Arena arena = Arena.ofConfined();
        MemorySegment gone = arena.allocate(64, 8);
        arena.close();
        t.fails(IllegalStateException.class, () -> t.shmem.put(x, 0, gone, 0, 8, t.right));
        t.fails(IllegalStateException.class, () -> t.shmem.get(gone, 0, x, 0, 8, t.right));
        t.fails(IllegalStateException.class, () -> t.shmem.putmem(x, 0, gone, 0, 64, t.right));
        t.fails(IllegalStateException.class, () -> t.shmem.getmem(gone, 0, x, 0, 64, t.right));
        t.shmem.barrierAll();
        t.equal(new long[8], x.toArray(), "an object into which nothing was stored");
    }

    /** Single elements by get and set are plain loads and stores, which only the highest level of checking watches. */
    @Case(mostPes = 8)
    public void viewsOfFreedObjects(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(8).named("gone");
        SymmetricLongs alive = t.shmem.allocateLongs(8);
        LongView view = t.shmem.view(x, t.right);
        x.free();
        allFail(t, FreedObjectException.class, List.of(
            new Wrong("getAcquire", "gone", () -> view.getAcquire(0)),
            new Wrong("setRelease", "gone", () -> view.setRelease(0, 1)),
            new Wrong("get", "gone", () -> view.get(0, new long[1], 0, 1)),
            new Wrong("set", "gone", () -> view.set(0, new long[1], 0, 1)),
            new Wrong("copy", "gone", () -> view.copy(0, t.shmem.view(alive, t.me), 0, 1)),
            new Wrong("copy", "gone", () -> t.shmem.view(alive, t.me).copy(0, view, 0, 1))));
    }

    @Case(mostPes = 8)
    public void viewsIndices(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(8).named("eight");
        LongView view = t.shmem.view(x, t.right);
        String words = "the view of PE " + t.right + "'s copy has 8 elements";
        for (int index : new int[] {-1, 8, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            allFail(t, SymmetricIndexException.class, List.of(
                new Wrong("get", words, () -> view.get(index)),
                new Wrong("set", words, () -> view.set(index, 1)),
                new Wrong("getAcquire", words, () -> view.getAcquire(index)),
                new Wrong("setRelease", words, () -> view.setRelease(index, 1)),
                new Wrong("get", words, () -> view.get(index, new long[1], 0, 1)),
                new Wrong("set", words, () -> view.set(index, new long[1], 0, 1))));
        }
        allFail(t, SymmetricIndexException.class, List.of(
            new Wrong("get", "the array has 1 element", () -> view.get(0, new long[1], 0, 2)),
            new Wrong("set", "the array has 1 element", () -> view.set(0, new long[1], 1, 1)),
            new Wrong("get", words, () -> view.get(Long.MAX_VALUE)),
            new Wrong("set", words, () -> view.set(HUGE / 4, 1))));
        t.equal(new long[8], x.toArray(), "an object into which nothing was stored");
    }
}
