// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

/**
 * Buffers of non-blocking calls: every end of a context completes them, and a delivery is not taken for a store of the
 * program; run on request, with {@code SHMEM_CHECK=2}.
 */
public final class CheckedBufferCases {
    private static SymmetricLongs sevens(Shmem shmem) {
        SymmetricLongs x = shmem.allocateLongs(8);
        x.fill(7);
        shmem.barrierAll();
        return x;
    }

    /**
     * Leaves a get and a fetching atomic pending on a context, ends the context in several ways, and checks the
     * buffers.
     */
    private static void ends(Trial t, Shmem shmem, Context context, Runnable end) {
        SymmetricLongs x = sevens(shmem);
        long[] got = new long[2];
        long[] fetched = new long[1];
        context.getNbi(got, 0, x, 0, 2, t.right);
        context.fetchAddNbi(fetched, 0, x, 7, 0L, t.right);
        end.run();
        t.equal(new long[] {7, 7}, got, "what was got");
        t.equal(new long[] {7}, fetched, "what was fetched");
    }

    @Case
    public void closeOfAContext(Trial t) {
        Context context = t.shmem.createContext();
        ends(t, t.shmem, context, context::close);
        t.shmem.barrierAll();
    }

    @Case
    public void freeOfATeam(Trial t) {
        Team team = t.shmem.world().splitStrided(0, 1, t.n);
        ends(t, t.shmem, team.createContext(), team::free);
        t.shmem.barrierAll();
    }

    private static void session(Trial t, Consumer<Shmem> end, boolean own) {
        ends(t, t.shmem, own ? t.shmem.createContext() : t.shmem, () -> end.accept(t.shmem));
        Shmem.init();
    }

    @Case
    public void finish(Trial t) {
        session(t, Shmem::finish, false);
    }

    @Case
    public void finishWithAnOpenContext(Trial t) {
        session(t, Shmem::finish, true);
    }

    @Case
    public void close(Trial t) {
        session(t, Shmem::close, false);
    }

    @Case
    public void closeWithAnOpenContext(Trial t) {
        session(t, Shmem::close, true);
    }

    /** The first delivery overwrites the pattern that the second transfer has left there. */
    @Case
    public void oneTargetTwice(Trial t) {
        SymmetricLongs x = sevens(t.shmem);
        long[] target = new long[4];
        t.shmem.getNbi(target, 0, x, 0, 4, t.right);
        t.shmem.getNbi(target, 1, x, 0, 2, t.me);
        t.shmem.quiet();
        t.equal(new long[] {7, 7, 7, 7}, target, "a target of two gets");
        SymmetricLongs counter = t.shmem.allocateLongs(1);
        for (int i = 0; i < 5; i++) {
            t.shmem.fetchIncNbi(target, 0, counter, 0, t.me);
        }
        t.shmem.getNbi(target, 1, x, 0, 1, t.right);
        t.shmem.barrierAll();
        t.equal(new long[] {4, 7, 7, 7}, target, "the result of the last of five fetches");
    }

    /** Completes one of two transfers first, by a context of its own or for its PE alone. */
    @Case
    public void oneTargetInTwoContexts(Trial t) {
        SymmetricLongs x = sevens(t.shmem);
        long[] target = new long[2];
        try (Context first = t.shmem.createContext(); Context second = t.shmem.createContext()) {
            first.getNbi(target, 0, x, 0, 2, t.right);
            second.getNbi(target, 0, x, 0, 2, t.right);
            t.shmem.fetchAddNbi(target, 1, x, 7, 0L, t.right);
            first.quiet();
            t.equal(new long[] {7, 7}, target, "the target when one of three is complete");
            second.quiet();
            t.shmem.quiet();
        }
        t.shmem.getNbi(target, 0, x, 0, 2, t.right);
        t.shmem.getNbi(target, 0, x, 0, 2, t.me);
        t.shmem.peQuiet(t.me);
        t.shmem.quiet();
        t.equal(new long[] {7, 7}, target, "the target when all are complete");
        t.shmem.barrierAll();
    }

    /** A source that a get fills before it is put: the delivery is not the program's. */
    @Case
    public void deliveredIntoASource(Trial t) {
        SymmetricLongs x = sevens(t.shmem);
        SymmetricLongs to = t.shmem.allocateLongs(2);
        long[] buffer = new long[2];
        try (Context gets = t.shmem.createContext()) {
            gets.getNbi(buffer, 0, x, 0, 2, t.right);
            t.shmem.putNbi(to, 0, buffer, 0, 2, t.right);
            gets.quiet();
            t.shmem.quiet();
        }
        t.equal(new long[] {7, 7}, buffer, "what was got");
        t.shmem.barrierAll();
    }

    @Case(mostPes = 4)
    public void manyPutsWithFences(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(2);
        long[] data = {3};
        long[] flag = {4};
        for (int i = t.rounds(50_000); i > 0; i--) {
            t.shmem.putNbi(x, 0, data, 0, 1, t.right);
            t.shmem.fence();
            t.shmem.putNbi(x, 1, flag, 0, 1, t.right);
        }
        t.shmem.barrierAll();
        t.equal(new long[] {3, 4}, x.toArray(), "what the left PE put");
    }

    /** A fence orders, it completes nothing: the source is the library's until quiet. */
    @Case
    public void aFenceDoesNotGiveTheSourceBack(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        long[] source = {1};
        t.shmem.putNbi(x, 0, source, 0, 1, t.right);
        t.shmem.fence();
        source[0] = 2;
        t.shmem.putNbi(x, 0, source, 0, 1, t.right);
        t.fails(IllegalStateException.class, t.shmem::quiet, "putNbi", "in use until");
        t.shmem.barrierAll();
    }

    /** A thread completes transfers that another thread started, even if it may not access that thread's memory. */
    @Case(mostPes = 4, threads = true)
    public void anotherThreadCompletes(Trial t) throws InterruptedException {
        SymmetricLongs x = sevens(t.shmem);
        SymmetricLongs to = t.shmem.allocateLongs(1);
        long[] got = new long[1];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment confined = arena.allocateFrom(ValueLayout.JAVA_LONG, 1, 2);
            t.shmem.putNbi(to, 0, confined, 0, 1, t.right);
            t.shmem.getNbi(confined, 1, x, 0, 1, t.right);
            t.shmem.getNbi(got, 0, x, 0, 1, t.right);
            Thread other = new Thread(t.shmem::quiet);
            other.start();
            other.join();
            t.equal(new long[] {1, 7}, confined.toArray(ValueLayout.JAVA_LONG), "memory of this thread");
            t.equal(new long[] {7}, got, "an array");
            t.shmem.putNbi(to, 0, confined, 0, 1, t.right);
            confined.setAtIndex(ValueLayout.JAVA_LONG, 0, 3);
            t.fails(IllegalStateException.class, t.shmem::quiet, "has changed the local buffer of putNbi");
        }
        t.shmem.barrierAll();
    }

    /** Unmapped memory is reported and does not keep other transfers from their buffers. */
    @Case(mostPes = 4)
    public void memoryIsGone(Trial t) {
        SymmetricLongs x = sevens(t.shmem);
        long[] got = new long[1];
        try (Arena arena = Arena.ofShared()) {
            t.shmem.getNbi(arena.allocate(ValueLayout.JAVA_LONG), 0, x, 0, 1, t.right);
        }
        t.shmem.getNbi(got, 0, x, 0, 1, t.right);
        t.fails(IllegalStateException.class, t.shmem::quiet, "has freed the local buffer of getNbi", "in use until");
        t.equal(new long[] {7}, got, "an array");
        t.shmem.barrierAll();
    }
}
