// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;

/** Flags and atomics. Lines of a race are marked by 1 and 2. */
final class FlagCases {
    private FlagCases() {
    }

    /** Part of one PE. */
    private interface Part {
        void run(SymmetricLongs a, SymmetricLongs flag);
    }

    /** The first PEs do a part each. */
    private static void flagged(Shmem s, int elements, Part... parts) {
        SymmetricLongs a = s.allocateLongs(elements);
        SymmetricLongs flag = s.allocateLongs(1);
        if (s.myPe() < parts.length) {
            parts[s.myPe()].run(a, flag);
        }
        s.barrierAll();
    }

    static void flagWithoutFenceRacy(Shmem s) {
        flagged(s, 1, (a, flag) -> {
            s.p(a, 0, 1, 1); // 1
            s.atomicSet(flag, 0, 1, 1);
        }, (a, flag) -> {
            flag.waitUntil(0, Cmp.EQ, 1);
            a.get(0); // 2
        });
    }

    static void flagWithFenceClean(Shmem s) {
        flagged(s, 1, (a, flag) -> {
            s.p(a, 0, 1, 1);
            s.fence();
            s.atomicSet(flag, 0, 1, 1);
        }, (a, flag) -> {
            flag.waitUntil(0, Cmp.EQ, 1);
            a.get(0);
        });
    }

    static void plainFlagWithFenceClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricInts flag = s.allocateInts(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1);
            s.fence();
            s.p(flag, 0, 1, 1);
        } else if (s.myPe() == 1) {
            flag.waitUntil(0, Cmp.EQ, 1);
            a.get(0);
            flag.set(0, 0);
        }
    }

    static void plainFlagWithoutFenceRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricInts flag = s.allocateInts(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1); // 1
            s.p(flag, 0, 1, 1);
        } else if (s.myPe() == 1) {
            flag.waitUntil(0, Cmp.EQ, 1);
            a.get(0); // 2
        }
    }

    static void fenceForAnotherPeRacy(Shmem s) {
        flagged(s, 1, (a, flag) -> {
            s.p(a, 0, 1, 2); // 1
            s.fence();
            s.atomicSet(flag, 0, 1, 1);
        }, (a, flag) -> {
            flag.waitUntil(0, Cmp.EQ, 1);
            s.g(a, 0, 2); // 2
        });
    }

    static void quietForAnotherPeClean(Shmem s) {
        flagged(s, 1, (a, flag) -> {
            s.p(a, 0, 1, 2);
            s.quiet();
            s.atomicSet(flag, 0, 1, 1);
        }, (a, flag) -> {
            flag.waitUntil(0, Cmp.EQ, 1);
            s.g(a, 0, 2);
        });
    }

    static void handedOnClean(Shmem s) {
        flagged(s, 1, (a, flag) -> {
            s.p(a, 0, 1, 2);
            s.quiet();
            s.atomicSet(flag, 0, 1, 1);
        }, (a, flag) -> {
            flag.waitUntil(0, Cmp.EQ, 1);
            s.atomicSet(flag, 0, 1, 2);
        }, (a, flag) -> {
            flag.waitUntil(0, Cmp.EQ, 1);
            a.set(0, 2);
        });
    }

    static void readBeforeWaitRacy(Shmem s) {
        flagged(s, 1, (a, flag) -> {
            s.p(a, 0, 1, 1); // 1
            s.quiet();
            s.atomicSet(flag, 0, 1, 1);
        }, (a, flag) -> {
            a.get(0); // 2
            flag.waitUntil(0, Cmp.EQ, 1);
        });
    }

    static void putAfterFlagRacy(Shmem s) {
        flagged(s, 1, (a, flag) -> {
            s.atomicSet(flag, 0, 1, 1);
            s.p(a, 0, 1, 1); // 1
        }, (a, flag) -> {
            flag.waitUntil(0, Cmp.EQ, 1);
            a.get(0); // 2
        });
    }

    static void storeAfterFlagRacy(Shmem s) {
        flagged(s, 1, (a, flag) -> {
            s.atomicSet(flag, 0, 1, 1);
            a.set(0, 1); // 1
        }, (a, flag) -> {
            flag.waitUntil(0, Cmp.EQ, 1);
            s.g(a, 0, 0); // 2
        });
    }

    static void testedFlagClean(Shmem s) {
        flagged(s, 1, (a, flag) -> {
            s.p(a, 0, 1, 1);
            s.fence();
            s.inc(flag, 0, 1);
        }, (a, flag) -> {
            while (!flag.test(0, Cmp.GE, 1)) {
                Thread.onSpinWait();
            }
            a.get(0);
        });
    }

    static void watchedFlagsClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        SymmetricLongs flags = s.allocateLongs(4);
        s.p(a, s.myPe(), 1, 0);
        s.fence();
        s.atomicSet(flags, s.myPe(), 1, 0);
        if (s.myPe() == 0) {
            flags.watch(0, s.nPes()).all(Cmp.EQ, 1);
            for (int i = 0; i < s.nPes(); i++) {
                a.get(i);
            }
        }
    }

    static void watchedOneOfFlagsRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        SymmetricLongs flags = s.allocateLongs(4);
        if (s.myPe() > 0) {
            s.p(a, s.myPe(), 1, 0); // 1
            s.fence();
            s.atomicSet(flags, s.myPe(), 1, 0);
        } else {
            flags.watch(1, 1).all(Cmp.EQ, 1);
            a.get(2); // 2
        }
    }

    static void polledPlainlyRacy(Shmem s) {
        SymmetricLongs flag = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.atomicSet(flag, 0, 1, 1); // 1
        } else if (s.myPe() == 1) {
            flag.get(0); // 2
        }
    }

    static void polledByAcquireClean(Shmem s) {
        flagged(s, 1, (a, flag) -> {
            s.p(a, 0, 3, 1);
            s.fence();
            s.atomicSet(flag, 0, 1, 1);
        }, (a, flag) -> {
            while (flag.getAcquire(0) == 0) {
                Thread.onSpinWait();
            }
            a.get(0);
        });
    }

    static void countedClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        SymmetricLongs count = s.allocateLongs(1);
        s.p(a, s.myPe(), 1, 0);
        s.quiet();
        s.inc(count, 0, 0);
        if (s.myPe() == 0) {
            count.waitUntil(0, Cmp.EQ, s.nPes());
            for (int i = 0; i < s.nPes(); i++) {
                a.get(i);
            }
        }
    }

    static void ownBarrierOfAtomicsClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        SymmetricLongs count = s.allocateLongs(2);
        s.p(a, s.myPe(), 1, (s.myPe() + 1) % s.nPes());
        s.quiet();
        if (s.fetchInc(count, 0, 0) == s.nPes() - 1) {
            for (int i = 0; i < s.nPes(); i++) {
                s.atomicSet(count, 1, 1, i);
            }
        }
        count.waitUntil(1, Cmp.EQ, 1);
        a.get((s.myPe() + s.nPes() - 1) % s.nPes());
        a.set((s.myPe() + s.nPes() - 1) % s.nPes(), 2);
    }

    static void atomicsClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        s.add(a, 0, 2, 1);
        s.fetchAdd(a, 0, 2, 1);
        s.atomicFetch(a, 0, 1);
    }

    static void atomicAgainstPutRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.add(a, 0, 2, 2); // 1
        } else if (s.myPe() == 1) {
            s.p(a, 0, 2, 2); // 2
        }
    }

    static void atomicAgainstGetRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.fetchAdd(a, 0, 2, 2); // 1
        } else if (s.myPe() == 1) {
            s.g(a, 0, 2); // 2
        }
    }

    static void atomicFetchAgainstGetClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.atomicFetch(a, 0, 2);
        } else if (s.myPe() == 1) {
            s.g(a, 0, 2);
        }
    }

    static void atomicAgainstStoreRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            s.compareSwap(a, 0, 0, 2, 2); // 1
        } else if (s.myPe() == 2) {
            a.set(0, 3); // 2
        }
    }

    static void fetchNbiReadEarlyRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        long[] result = new long[1];
        if (s.myPe() == 0) {
            s.fetchAddNbi(result, 0, a, 0, 2, 2); // 1
            result[0]++; // 2
        }
    }

    static void fetchNbiQuietClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        long[] result = new long[1];
        if (s.myPe() == 0) {
            s.fetchAddNbi(result, 0, a, 0, 2, 2);
            s.quiet();
            result[0]++;
        }
    }

    static void swapHandsOverClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs turn = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 2);
            s.quiet();
            s.swap(turn, 0, 1, 2);
        } else if (s.myPe() == 1) {
            while (s.compareSwap(turn, 0, 1, 2, 2) != 1) {
                Thread.onSpinWait();
            }
            s.p(a, 0, 2, 2);
        }
    }

    static void flagInThePutRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(5);
        if (s.myPe() == 0) {
            s.put(a, 0, new long[] {1, 2, 3, 4, 5}, 0, 5, 1); // 1
        } else if (s.myPe() == 1) {
            a.waitUntil(4, Cmp.EQ, 5);
            a.get(4);
            a.get(0); // 2
        }
    }

    static void flagAfterTheFenceOfAPutClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(5);
        if (s.myPe() == 0) {
            s.put(a, 0, new long[] {1, 2, 3, 4}, 0, 4, 1);
            s.fence();
            s.put(a, 4, new long[] {5}, 0, 1, 1);
        } else if (s.myPe() == 1) {
            a.waitUntil(4, Cmp.EQ, 5);
            a.toArray();
        }
    }

    static void firstOfManyFlagsWaitedForRacy(Shmem s) {
        flagged(s, 3, (a, flag) -> {
            for (int i = 0; i < 3; i++) {
                s.p(a, i, 1, 1); // 1
                s.quiet();
                s.atomicSet(flag, 0, i + 1, 1);
                s.quiet();
            }
        }, (a, flag) -> {
            flag.waitUntil(0, Cmp.NE, 0);
            a.get(0);
            a.get(1); // 2
        });
    }

    static void flagUsedAgainClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(3);
        SymmetricLongs flag = s.allocateLongs(1);
        for (int i = 0; i < 3; i++) {
            if (s.myPe() == 0) {
                s.p(a, i, 1, 1);
                s.fence();
                s.atomicSet(flag, 0, 1, 1);
            } else if (s.myPe() == 1) {
                flag.waitUntil(0, Cmp.EQ, 1);
                a.get(i);
                s.atomicSet(flag, 0, 0, 1);
                s.quiet();
            }
            s.syncAll();
        }
    }

    /** Comes back when updates are there, and orders nothing. */
    private static void look(Shmem s, SymmetricLongs hint, long value) {
        while (s.g(hint, 0, 0) < value) {
            Thread.onSpinWait();
        }
    }

    private static void add(Shmem s, SymmetricLongs count, SymmetricLongs hint) {
        s.inc(count, 0, 3);
        s.quiet();
        s.inc(hint, 0, 0);
    }

    static void addersOneAfterAnotherClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs count = s.allocateLongs(1);
        SymmetricLongs hint = s.allocateLongs(1).relaxed();
        SymmetricLongs go = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 3);
            s.fence();
            add(s, count, hint);
            s.atomicSet(go, 0, 1, 1);
            s.atomicSet(go, 0, 1, 2);
        } else if (s.myPe() == 3) {
            look(s, hint, 3);
            count.waitUntil(0, Cmp.GE, 2);
            a.get(0);
        } else {
            go.waitUntil(0, Cmp.GE, 1);
            add(s, count, hint);
        }
    }

    static void addersApartRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs count = s.allocateLongs(1);
        SymmetricLongs hint = s.allocateLongs(1).relaxed();
        if (s.myPe() == 3) {
            look(s, hint, 3);
            count.waitUntil(0, Cmp.GE, 2);
            a.get(0); // 2
        } else {
            if (s.myPe() == 0) {
                s.p(a, 0, 1, 3); // 1
                s.fence();
            }
            add(s, count, hint);
        }
    }

    static void addedInTwoWaysClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs count = s.allocateLongs(1);
        SymmetricLongs hint = s.allocateLongs(1).relaxed();
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 3);
            s.fence();
            s.inc(count, 0, 3);
            s.fence();
            s.fetchInc(count, 0, 3);
            add(s, count, hint);
        } else if (s.myPe() == 3) {
            look(s, hint, 1);
            count.waitUntil(0, Cmp.GE, 1);
            a.get(0);
        }
    }

    static void addedOftenByTwoClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs count = s.allocateLongs(1);
        SymmetricLongs hint = s.allocateLongs(1).relaxed();
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 3);
            s.fence();
        }
        for (int i = 0; i < 40 && s.myPe() < 2; i++) {
            add(s, count, hint);
        }
        if (s.myPe() == 3) {
            look(s, hint, 80);
            count.waitUntil(0, Cmp.GE, 41);
            a.get(0);
        }
    }
}
