// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Puts and gets against accesses of others, and buffers in use. Lines of a race are marked by 1 and 2. */
final class RmaCases {
    private RmaCases() {
    }

    static void putAgainstLoadRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.put(a, 0, new long[] {1}, 0, 1, 1); // 1
        } else if (s.myPe() == 1) {
            a.get(0); // 2
        }
    }

    static void putBarrierLoadClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.put(a, 0, new long[] {1}, 0, 1, 1);
        }
        s.barrierAll();
        if (s.myPe() == 1) {
            a.get(0);
        }
    }

    static void putSyncLoadRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.put(a, 0, new long[] {1}, 0, 1, 1); // 1
        }
        s.syncAll();
        if (s.myPe() == 1) {
            a.get(0); // 2
        }
    }

    static void putQuietSyncLoadClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.put(a, 0, new long[] {1}, 0, 1, 1);
            s.quiet();
        }
        s.syncAll();
        if (s.myPe() == 1) {
            a.get(0);
        }
    }

    static void putAgainstStoreRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(4);
        if (s.myPe() == 0) {
            s.put(a, 0, new int[] {1, 2, 3, 4}, 0, 4, 1); // 1
        } else if (s.myPe() == 1) {
            a.set(3, 7); // 2
        }
    }

    static void putsOfTwoRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(4);
        if (s.myPe() == 0) {
            s.put(a, 0, new int[] {1, 2, 3, 4}, 0, 4, 2); // 1
        } else if (s.myPe() == 1) {
            s.p(a, 1, 5, 2); // 2
        }
    }

    static void putsOfTwoApartClean(Shmem s) {
        SymmetricInts a = s.allocateInts(4);
        if (s.myPe() < 2) {
            s.put(a, 2 * s.myPe(), new int[] {1, 2}, 0, 2, 2);
        }
    }

    static void bytesOfOneWordClean(Shmem s) {
        SymmetricBytes a = s.allocateBytes(8);
        s.p(a, s.myPe(), (byte) 1, 2);
        a.set(4 + s.myPe(), (byte) 1);
    }

    static void bytesOfOneWordRacy(Shmem s) {
        SymmetricBytes a = s.allocateBytes(8);
        if (s.myPe() == 0) {
            s.p(a, 3, (byte) 1, 2); // 1
        } else if (s.myPe() == 2) {
            a.set(3, (byte) 1); // 2
        }
    }

    static void putsUnfencedRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1); // 1
            s.p(a, 0, 2, 1); // 2
        }
    }

    static void putsFencedClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1);
            s.fence();
            s.p(a, 0, 2, 1);
        }
    }

    static void getAfterPutRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1); // 1
            s.fence();
            s.g(a, 0, 1); // 2
        }
    }

    static void getAfterPutQuietClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1);
            s.quiet();
            s.g(a, 0, 1);
        }
    }

    static void getAgainstStoreRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(8);
        if (s.myPe() == 0) {
            s.get(new long[8], 0, a, 0, 8, 1); // 1
        } else if (s.myPe() == 1) {
            a.set(5, 1); // 2
        }
    }

    static void getAgainstLoadClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(8);
        if (s.myPe() == 0) {
            s.get(new long[8], 0, a, 0, 8, 1);
        } else if (s.myPe() == 1) {
            a.get(5);
        }
    }

    static void storeBarrierGetClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(8);
        a.fill(s.myPe());
        s.barrierAll();
        s.get(new long[8], 0, a, 0, 8, (s.myPe() + 1) % s.nPes());
        s.barrierAll();
        a.fill(1);
    }

    static void getThenStoreWithoutBarrierRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(8);
        a.fill(s.myPe());
        s.barrierAll();
        if (s.myPe() == 0) {
            s.g(a, 2, 1); // 1
        }
        if (s.myPe() == 1) {
            a.set(2, 1); // 2
        }
    }

    static void fillAgainstGetRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(8);
        if (s.myPe() == 1) {
            a.fill(1); // 1
        } else if (s.myPe() == 0) {
            s.g(a, 7, 1); // 2
        }
    }

    static void setAgainstPutRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(8);
        if (s.myPe() == 1) {
            a.set(2, new int[] {1, 2}); // 1
        } else if (s.myPe() == 0) {
            s.p(a, 3, 1, 1); // 2
        }
    }

    static void sliceAgainstPutRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(8);
        if (s.myPe() == 1) {
            a.slice(4, 2).get(1); // 1
        } else if (s.myPe() == 0) {
            s.p(a, 5, 1, 1); // 2
        }
    }

    static void viewAgainstLoadRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(8);
        if (s.myPe() == 0) {
            s.view(a, 1).set(2, 3); // 1
        } else if (s.myPe() == 1) {
            a.get(2); // 2
        }
    }

    static void viewBarrierLoadClean(Shmem s) {
        SymmetricInts a = s.allocateInts(8);
        if (s.myPe() == 0) {
            s.view(a, 1).set(2, 3);
        }
        s.barrierAll();
        if (s.myPe() == 1) {
            a.get(2);
        }
    }

    static void toOneselfRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 1) {
            s.p(a, 0, 1, 1); // 1
            a.get(0); // 2
        }
    }

    static void iputAgainstLoadRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(16);
        if (s.myPe() == 0) {
            s.iput(a, 0, new int[8], 0, 3, 1, 5, 1); // 1
        } else if (s.myPe() == 1) {
            a.get(9); // 2
        }
    }

    static void iputBetweenElementsClean(Shmem s) {
        SymmetricInts a = s.allocateInts(16);
        if (s.myPe() == 0) {
            s.iput(a, 0, new int[8], 0, 3, 1, 5, 1);
        } else if (s.myPe() == 1) {
            a.get(8);
            a.get(10);
            a.set(1, 2);
        }
    }

    static void igetAgainstStoreRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(16);
        if (s.myPe() == 0) {
            s.iget(new int[8], 0, a, 0, 1, 2, 8, 1); // 1
        } else if (s.myPe() == 1) {
            a.set(6, 1); // 2
        }
    }

    static void igetBetweenElementsClean(Shmem s) {
        SymmetricInts a = s.allocateInts(16);
        if (s.myPe() == 0) {
            s.iget(new int[8], 0, a, 0, 1, 2, 8, 1);
        } else if (s.myPe() == 1) {
            a.set(7, 1);
        }
    }

    static void ibputAgainstStoreRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(16);
        if (s.myPe() == 0) {
            s.ibput(a, 0, new int[8], 0, 4, 2, 2, 3, 1); // 1
        } else if (s.myPe() == 1) {
            a.set(9, 1); // 2
        }
    }

    static void putNbiSourceChangedRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        SymmetricLongs b = s.allocateLongs(2);
        if (s.myPe() == 0) {
            s.putNbi(a, 0, b, 0, 2, 1); // 1
            b.set(1, 5); // 2
        }
    }

    static void putNbiSourceReadClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        SymmetricLongs b = s.allocateLongs(2);
        if (s.myPe() == 0) {
            s.putNbi(a, 0, b, 0, 2, 1);
            b.get(1);
        }
    }

    static void putNbiQuietSourceChangedClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        SymmetricLongs b = s.allocateLongs(2);
        if (s.myPe() == 0) {
            s.putNbi(a, 0, b, 0, 2, 1);
            s.quiet();
            b.set(1, 5);
        }
    }

    static void putNbiFenceSourceChangedRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        SymmetricLongs b = s.allocateLongs(2);
        if (s.myPe() == 0) {
            s.putNbi(a, 0, b, 0, 2, 1); // 1
            s.fence();
            b.set(1, 5); // 2
        }
    }

    static void putSourceChangedClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        SymmetricLongs b = s.allocateLongs(2);
        if (s.myPe() == 0) {
            s.put(a, 0, b, 0, 2, 1);
            b.set(1, 5);
        }
    }

    static void getNbiReadEarlyRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        SymmetricLongs b = s.allocateLongs(2);
        if (s.myPe() == 0) {
            s.getNbi(b, 0, a, 0, 2, 1); // 1
            b.get(0); // 2
        }
    }

    static void getNbiQuietReadClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        SymmetricLongs b = s.allocateLongs(2);
        if (s.myPe() == 0) {
            s.getNbi(b, 0, a, 0, 2, 1);
            s.quiet();
            b.get(0);
        }
    }

    static void getNbiSourceStoredRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        SymmetricLongs b = s.allocateLongs(2);
        if (s.myPe() == 0) {
            s.getNbi(b, 0, a, 0, 2, 1); // 1
        }
        s.syncAll();
        if (s.myPe() == 1) {
            a.set(0, 1); // 2
        }
    }

    static void putNbiArrayChangedRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        long[] b = new long[2];
        if (s.myPe() == 0) {
            s.putNbi(a, 0, b, 0, 2, 1); // 1
            b[1] = 5; // 2
        }
    }

    static void putNbiArrayOtherElementClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        long[] b = new long[4];
        if (s.myPe() == 0) {
            s.putNbi(a, 0, b, 0, 2, 1);
            b[2] = 5;
            b[3] = b[0];
            s.quiet();
            b[0] = 1;
        }
    }

    static void getNbiArrayReadRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(2);
        int[] b = new int[2];
        if (s.myPe() == 0) {
            s.getNbi(b, 0, a, 0, 2, 1); // 1
            b[0] = b[0] + 0; // 2
        }
    }

    static void getNbiArrayQuietReadClean(Shmem s) {
        SymmetricInts a = s.allocateInts(2);
        int[] b = new int[2];
        if (s.myPe() == 0) {
            s.getNbi(b, 0, a, 0, 2, 1);
            s.quiet();
            b[0] = b[1] + 1;
        }
    }

    static void putNbiSegmentChangedRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        MemorySegment b = Arena.ofAuto().allocate(16);
        if (s.myPe() == 0) {
            s.putNbi(a, 0, b, 0, 2, 1); // 1
            b.set(ValueLayout.JAVA_LONG, 8, 5); // 2
        }
    }

    static void getNbiIntoBufferOfPutRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        long[] b = new long[2];
        if (s.myPe() == 0) {
            s.getNbi(b, 0, a, 0, 2, 1); // 1
            s.put(a, 2, b, 0, 2, 1); // 2
        }
    }

    static void peQuietOfOtherRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1); // 1
            s.peQuiet(2);
            s.g(a, 0, 1); // 2
        }
    }

    static void peQuietClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1);
            s.peQuiet(1);
            s.g(a, 0, 1);
        }
    }

    static void relaxedClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2).relaxed();
        s.p(a, 0, 1, 1);
    }

    static void putmemAgainstLoadRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(4);
        if (s.myPe() == 0) {
            s.putmem(a, 4, MemorySegment.ofArray(new byte[8]), 0, 8, 1); // 1
        } else if (s.myPe() == 1) {
            a.get(2); // 2
        }
    }

    static void freedAndAllocatedAgainClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1000);
        if (s.myPe() == 0) {
            s.put(a, 0, new long[1000], 0, 1000, 1);
        }
        a.free();
        SymmetricLongs b = s.allocateLongs(1000);
        if (s.myPe() == 1) {
            b.fill(1);
        }
    }

    static void largePutAgainstLoadRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(20_000);
        if (s.myPe() == 0) {
            s.put(a, 0, new long[20_000], 0, 20_000, 1); // 1
        } else if (s.myPe() == 1) {
            a.get(19_999); // 2
        }
    }

    static void getNbiPeQuietOfAnotherPeRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        long[] x = new long[8];
        if (s.myPe() == 0) {
            s.getNbi(x, 0, a, 0, 4, 1);
            s.getNbi(x, 4, a, 0, 4, 2); // 1
            s.peQuiet(1);
            x[0]++;
            x[5]++; // 2
            s.quiet();
        }
    }

    /** Each PE meets its own put before those of others, which are the mistake. */
    static void forgottenBarrierRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(s.nPes());
        for (int pe = 0; pe < s.nPes(); pe++) {
            s.p(a, s.myPe(), 1, pe); // 1
        }
        for (int pe = 0; pe < s.nPes(); pe++) {
            a.get((s.myPe() + pe) % s.nPes()); // 2
        }
    }

    /** All PEs may find the element free. */
    static void checkThenActRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.g(a, 0, 0) == 0) { // 1
            s.p(a, 0, s.myPe(), 0); // 2
        }
    }
}
