// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.ThreadLevel;
import io.shmem4j.Version;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.NotInitializedException;

/** Starting, ending, starting again, and who one is. */
public final class SetupCases {
    @Case
    public void identity(Trial t) {
        SymmetricLongs present = t.shmem.allocateLongs(t.n);
        t.equal(t.me, t.shmem.myPe(), "its number");
        t.equal(t.n, t.shmem.nPes(), "the number of PEs");
        t.holds(t.me >= 0 && t.me < t.n, "a number between 0 and the number of PEs");
        t.shmem.inc(present, t.me, 0);
        t.shmem.barrierAll();
        if (t.me == 0) {
            for (int pe = 0; pe < t.n; pe++) {
                t.equal(1, present.get(pe), "PEs with number " + pe);
            }
        }
        t.equal("PE " + t.me + " of " + t.n, t.shmem.toString(), "text");
    }

    @Case
    public void versionAndState(Trial t) {
        t.equal(1, Version.major(), "major version of the specification");
        t.equal(6, Version.minor(), "minor version of the specification");
        t.holds(!Version.name().isBlank(), "a name");
        t.holds(Shmem.initialized(), "initialized between init and finalize");
        t.equal(t.shmem, Shmem.current(), "the running session");
    }

    @Case
    public void initIsCounted(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        Shmem second = Shmem.init();
        Shmem third = Shmem.init();
        t.equal(t.me, third.myPe(), "number by the third handle");
        second.finish();
        third.close();
        t.holds(Shmem.initialized(), "initialized until the first init is undone too");
        t.shmem.p(x, 0, t.me + 1, t.right);
        t.shmem.barrierAll();
        t.equal(t.left + 1, x.get(0), "what was put after the inner sessions had ended");
    }

    /** A finish that is not the last is a barrier. */
    @Case
    public void innerFinishIsBarrier(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(t.n);
        for (int round = 1; round <= 20; round++) {
            Shmem inner = Shmem.init();
            t.shmem.p(x, t.me, round, t.right);
            inner.finish();
            t.equal(round, x.get(t.left), "what the left PE put before its finish");
            t.shmem.syncAll();
        }
    }

    @Case
    public void startAgainAfterFinish(Trial t) {
        SymmetricLongs old = t.shmem.allocateLongs(1000).named("old");
        old.fill(-1);
        LongView view = t.shmem.view(old, t.me);
        t.shmem.finish();
        t.holds(!Shmem.initialized(), "not initialized after the last finish");
        t.fails(NotInitializedException.class, t.shmem::barrierAll, "barrierAll", "PE " + t.me);
        t.fails(NotInitializedException.class, Shmem::current, "current");
        t.fails(FreedObjectException.class, () -> old.get(0), "old", "end of the library");
        t.fails(FreedObjectException.class, () -> view.set(0, 1), "old", "end of the library");
        for (int round = 0; round < 5; round++) {
            Shmem again = Shmem.init();
            SymmetricLongs x = again.allocateLongs(1000);
            t.equal(new long[1000], x.toArray(), "a new array in session " + round);
            again.syncAll();
            again.put(x, 0, new long[] {round, t.me}, 0, 2, t.right);
            again.barrierAll();
            t.equal(t.left, x.get(1), "what the left PE put in session " + round);
            x.fill(round + 1);
            if (round < 4) {
                again.finish();
            }
        }
        t.fails(FreedObjectException.class, () -> Shmem.current().p(old, 0, 1, t.right), "old");
    }

    /** Close does not wait but the next init does, so new objects of one PE never meet old ones of another. */
    @Case
    public void startAgainAfterClose(Trial t) {
        t.shmem.close();
        for (int round = 0; round < 20; round++) {
            Shmem again = Shmem.init();
            SymmetricLongs x = again.allocateLongs(100);
            t.equal(new long[100], x.toArray(), "a new array in session " + round);
            again.syncAll();
            again.put(x, 0, new long[] {1, 2, 3}, 0, 3, t.right);
            if (round % 3 == t.me % 3) {
                Thread.yield();
            }
            if (round < 19) {
                again.close();
                t.fails(NotInitializedException.class, again::quiet, "quiet");
            }
        }
    }

    @Case
    public void oldHandles(Trial t) {
        t.shmem.finish();
        Shmem again = Shmem.init();
        t.shmem.close();
        t.fails(NotInitializedException.class, t.shmem::finish, "finish");
        t.fails(NotInitializedException.class, t.shmem::myPe, "myPe");
        t.fails(NotInitializedException.class, t.shmem::nPes, "nPes");
        t.fails(NotInitializedException.class, () -> t.shmem.allocateLongs(1), "allocateLongs");
        t.fails(NotInitializedException.class, t.shmem::fence, "fence");
        t.fails(NotInitializedException.class, t.shmem::syncAll, "syncAll");
        t.fails(NotInitializedException.class, t.shmem::heapStats, "heapStats");
        t.fails(NotInitializedException.class, () -> t.shmem.peAccessible(0), "peAccessible");
        t.fails(NotInitializedException.class, () -> t.shmem.peQuiet(), "peQuiet");
        SymmetricLongs x = again.allocateLongs(1);
        t.fails(NotInitializedException.class, () -> t.shmem.p(x, 0, 1, t.me), "p ");
        t.fails(NotInitializedException.class, () -> t.shmem.fetchAdd(x, 0, 1, t.me), "fetchAdd");
        t.fails(NotInitializedException.class, () -> t.shmem.ptr(x, t.me), "ptr");
        t.fails(NotInitializedException.class, () -> t.shmem.view(x, t.me), "view");
        t.holds(Shmem.initialized(), "the new session outlives what is done to the old handle");
        again.barrierAll();
    }

    @Case
    public void threadLevels(Trial t) {
        // The first session has requested everything available.
        ThreadLevel most = t.shmem.threadLevel();
        t.shmem.finish();
        ThreadLevel[] levels = ThreadLevel.values();
        for (int i = 0; i < levels.length; i++) {
            t.holds(i == 0 || levels[i - 1].compareTo(levels[i]) < 0, "levels increase");
            Shmem again = Shmem.init(levels[i]);
            ThreadLevel provided = again.threadLevel();
            t.holds(provided.compareTo(levels[i]) >= 0 || provided == most, levels[i] + " gets " + provided);
            again.finish();
        }
        Shmem.init();
    }

    /** A program controls its profile, whether there is one or not. */
    @Case
    public void profileControl(Trial t) {
        t.shmem.pcontrol(0);
        t.shmem.barrierAll();
        t.shmem.pcontrol(1, "detail", 7);
        t.shmem.pcontrol(3);
        t.shmem.finish();
        t.fails(NotInitializedException.class, () -> t.shmem.pcontrol(1), "pcontrol");
        Shmem.init();
    }

    /** The last PE ends the job while the others wait in a barrier that it never reaches. */
    @Case(endsJob = true)
    public void globalExit(Trial t) {
        t.shmem.barrierAll(); // the exit would end PE 0 before it has said which case runs
        if (t.me == t.n - 1) {
            t.shmem.globalExit(0);
        }
        t.shmem.barrierAll();
        t.fail("a barrier was left that one PE never reached");
    }
}
