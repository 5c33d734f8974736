// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.util.concurrent.locks.Lock;

/** Contexts, and locks. Lines of a race are marked by 1 and 2. */
final class ContextCases {
    private ContextCases() {
    }

    static void quietOfOtherContextRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs flag = s.allocateLongs(1);
        Context c = s.createContext();
        if (s.myPe() == 0) {
            c.p(a, 0, 1, 1); // 1
            s.quiet();
            s.atomicSet(flag, 0, 1, 1);
        } else if (s.myPe() == 1) {
            flag.waitUntil(0, Cmp.EQ, 1);
            a.get(0); // 2
        }
        c.close();
    }

    static void quietOfContextClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs flag = s.allocateLongs(1);
        Context c = s.createContext();
        if (s.myPe() == 0) {
            c.p(a, 0, 1, 1);
            c.quiet();
            s.atomicSet(flag, 0, 1, 1);
        } else if (s.myPe() == 1) {
            flag.waitUntil(0, Cmp.EQ, 1);
            a.get(0);
        }
        c.close();
    }

    static void barrierWithOpenContextRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Context c = s.createContext();
        if (s.myPe() == 0) {
            c.p(a, 0, 1, 1); // 1
        }
        s.barrierAll();
        if (s.myPe() == 1) {
            a.get(0); // 2
        }
        c.close();
    }

    static void contextClosedBeforeBarrierClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Context c = s.createContext();
        if (s.myPe() == 0) {
            c.p(a, 0, 1, 1);
        }
        c.close();
        s.barrierAll();
        if (s.myPe() == 1) {
            a.get(0);
        }
    }

    static void fenceOfOtherContextRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Context c = s.createContext();
        if (s.myPe() == 0) {
            c.p(a, 0, 1, 1); // 1
            s.fence();
            c.p(a, 0, 2, 1); // 2
        }
        c.close();
    }

    static void twoContextsOnePlaceRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Context c = s.createContext();
        Context d = s.createContext();
        if (s.myPe() == 0) {
            c.p(a, 0, 1, 1); // 1
            c.fence();
            d.p(a, 0, 2, 1); // 2
        }
        c.close();
        d.close();
    }

    static void contextOfTeamClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Team odd = s.world().splitStrided(1, 2, s.nPes() / 2);
        if (odd.isMember()) {
            Context c = odd.createContext();
            if (odd.myPe() == 0) {
                c.p(a, 0, 1, 1);
                c.quiet();
            }
            odd.sync();
            if (odd.myPe() == 1) {
                a.get(0);
            }
            c.close();
        }
    }

    static void lockedClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        ShmemLock lock = s.allocateLock();
        lock.lock();
        s.p(a, 0, s.g(a, 0, 0) + 1, 0);
        lock.unlock();
    }

    static void lockedByOneRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        ShmemLock lock = s.allocateLock();
        if (s.myPe() == 1) {
            lock.lock();
            s.p(a, 0, 1, 0); // 1
            lock.unlock();
        } else if (s.myPe() == 2) {
            s.p(a, 0, 2, 0); // 2
        }
    }

    static void twoLocksRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        ShmemLock one = s.allocateLock();
        ShmemLock two = s.allocateLock();
        ShmemLock lock = s.myPe() == 0 ? one : two;
        if (s.myPe() == 0) {
            lock.lock();
            s.p(a, 0, 1, 2); // 1
            lock.unlock();
        } else if (s.myPe() == 1) {
            lock.lock();
            s.p(a, 0, 2, 2); // 2
            lock.unlock();
        }
    }

    static void lockWithOpenContextRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        ShmemLock lock = s.allocateLock();
        Context c = s.createContext();
        if (s.myPe() < 2) {
            lock.lock();
            c.p(a, 0, 1, 2); // 1 2
            lock.unlock();
        }
        c.close();
    }

    static void triedLockClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Lock lock = s.allocateLock();
        while (!lock.tryLock()) {
            Thread.onSpinWait();
        }
        s.p(a, 0, 1, 2);
        lock.unlock();
    }

    static void putAfterClearRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        ShmemLock lock = s.allocateLock();
        if (s.myPe() < 2) {
            lock.lock();
            lock.unlock();
            s.p(a, 0, 1, 2); // 1 2
        }
    }
}
