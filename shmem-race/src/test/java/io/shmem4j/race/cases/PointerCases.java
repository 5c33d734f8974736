// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.data.SymmetricDoubles2D;
import io.shmem4j.data.SymmetricRecords;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Loads and stores by segments, and structured data. Lines of a race are marked by 1 and 2. */
final class PointerCases {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private PointerCases() {
    }

    static void storeByPtrRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        if (s.myPe() == 0) {
            MemorySegment p = s.ptr(a, 1);
            p.set(ValueLayout.JAVA_LONG, 8, 3); // 1
        } else if (s.myPe() == 1) {
            a.get(1); // 2
        }
    }

    static void storeByPtrBarrierClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        if (s.myPe() == 0) {
            s.ptr(a, 1).setAtIndex(ValueLayout.JAVA_LONG, 1, 3);
        }
        s.barrierAll();
        if (s.myPe() == 1) {
            a.get(1);
        }
    }

    static void storeByPtrFlagClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        SymmetricLongs flag = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.ptr(a, 1).setAtIndex(ValueLayout.JAVA_LONG, 1, 3);
            s.fence();
            s.atomicSet(flag, 0, 1, 1);
        } else if (s.myPe() == 1) {
            flag.waitUntil(0, Cmp.EQ, 1);
            a.get(1);
        }
    }

    static void loadByPtrAgainstStoreRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(4);
        if (s.myPe() == 0) {
            s.ptr(a, 1).getAtIndex(ValueLayout.JAVA_INT, 3); // 1
        } else if (s.myPe() == 1) {
            a.local().setAtIndex(ValueLayout.JAVA_INT, 3, 7); // 2
        }
    }

    static void localSegmentAgainstPutRacy(Shmem s) {
        SymmetricDoubles a = s.allocateDoubles(4);
        if (s.myPe() == 0) {
            s.p(a, 2, 1.5, 1); // 1
        } else if (s.myPe() == 1) {
            MemorySegment part = a.local().asSlice(16, 8);
            part.get(ValueLayout.JAVA_DOUBLE, 0); // 2
        }
    }

    static void fillOfSegmentRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        if (s.myPe() == 0) {
            s.g(a, 2, 1); // 1
        } else if (s.myPe() == 1) {
            a.local().fill((byte) 3); // 2
        }
    }

    static void copyOfSegmentsRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        if (s.myPe() == 0) {
            MemorySegment.copy(new long[2], 0, s.ptr(a, 1), ValueLayout.JAVA_LONG, 8, 2); // 1
        } else if (s.myPe() == 1) {
            a.get(2); // 2
        }
    }

    static void copyBesideClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        if (s.myPe() == 0) {
            MemorySegment.copy(new long[2], 0, s.ptr(a, 1), ValueLayout.JAVA_LONG, 8, 2);
        } else if (s.myPe() == 1) {
            a.get(0);
            a.get(3);
        }
    }

    static void handleRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        if (s.myPe() == 0) {
            LONG.set(s.ptr(a, 1), 16L, 4L); // 1
        } else if (s.myPe() == 1) {
            a.get(2); // 2
        }
    }

    static void handlesAtomicClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        if (s.myPe() < 2) {
            LONG.getAndAdd(s.ptr(a, 1), 16L, 4L);
        }
    }

    static void contextsOfOtherTeamsRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        Context world = s.world().createContext();
        Context shared = s.shared().createContext();
        if (s.myPe() == 0) {
            world.add(a, 0, 1, 1); // 1
        } else if (s.myPe() == 2) {
            shared.add(a, 0, 1, s.world().translate(1, s.shared())); // 2
        }
        world.close();
        shared.close();
    }

    static void segmentAsSourceOfNbiRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        SymmetricLongs b = s.allocateLongs(4);
        if (s.myPe() == 0) {
            s.putNbi(a, 0, b.local(), 0, 4, 1); // 1
            b.local().setAtIndex(ValueLayout.JAVA_LONG, 3, 7); // 2
        }
    }

    static void recordsRacy(Shmem s) {
        SymmetricRecords<Point> a = SymmetricRecords.allocate(s, Point.class, 2);
        if (s.myPe() == 1) {
            a.set(1, new Point(1, 2)); // 1
        } else if (s.myPe() == 0) {
            a.g(1, 1); // 2
        }
    }

    static void rowsRacy(Shmem s) {
        SymmetricDoubles2D a = SymmetricDoubles2D.allocate(s, 4, 4);
        if (s.myPe() == 1) {
            a.set(1, 3, 2.5); // 1
        } else if (s.myPe() == 0) {
            s.get(new double[4], 0, a.array(), 4, 4, 1); // 2
        }
    }

    record Point(int x, int y) {
    }
}
