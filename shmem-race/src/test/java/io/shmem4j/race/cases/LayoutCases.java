// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Loads and stores by handles of layouts with paths. Lines of a race are marked by 1 and 2. */
final class LayoutCases {
    private static final StructLayout POINT = MemoryLayout.structLayout(ValueLayout.JAVA_INT.withName("x"),
        ValueLayout.JAVA_INT.withName("y"), ValueLayout.JAVA_LONG.withName("id"));
    private static final SequenceLayout POINTS = MemoryLayout.sequenceLayout(4, POINT);
    private static final VarHandle X = POINT.varHandle(PathElement.groupElement("x"));
    private static final VarHandle Y = POINT.varHandle(PathElement.groupElement("y")).withInvokeExactBehavior();
    private static final VarHandle Y_OF = POINTS.varHandle(PathElement.sequenceElement(),
        PathElement.groupElement("y"));
    private static final VarHandle Y_AT = MethodHandles.insertCoordinates(Y_OF, 1, 0L);
    private static final VarHandle ID_OF = POINT.arrayElementVarHandle(PathElement.groupElement("id"));
    private static final VarHandle X_AT = MethodHandles.insertCoordinates(X, 1, 0L);
    @SuppressWarnings("restricted")
    private static final StructLayout POINTER = MemoryLayout.structLayout(ValueLayout.ADDRESS.withTargetLayout(POINT)
        .withName("to"));
    private static final VarHandle X_BEHIND = POINTER.varHandle(PathElement.groupElement("to"),
        PathElement.dereferenceElement(), PathElement.groupElement("x"));
    private static final VarHandle X_BEHIND_OF = POINTER.arrayElementVarHandle(PathElement.groupElement("to"),
        PathElement.dereferenceElement(), PathElement.groupElement("x"));
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private LayoutCases() {
    }

    static void memberRacy(Shmem s) {
        SymmetricBytes a = s.allocateBytes(16);
        if (s.myPe() == 0) {
            Y.set(s.ptr(a, 1), 0L, 5); // 1
        } else if (s.myPe() == 1) {
            System.out.println("y " + (int) Y.get(a.local(), 0L)); // 2
        }
    }

    static void membersApartClean(Shmem s) {
        SymmetricBytes a = s.allocateBytes(16);
        if (s.myPe() == 0) {
            Y.set(s.ptr(a, 1), 0L, 5);
        } else if (s.myPe() == 1) {
            X.set(a.local(), 0L, 4);
        }
        s.barrierAll();
        if (s.myPe() == 1) {
            X.set(a.local(), 0L, (int) Y.get(a.local(), 0L));
        }
    }

    static void memberOfElementRacy(Shmem s) {
        SymmetricBytes a = s.allocateBytes(64);
        if (s.myPe() == 0) {
            Y_OF.set(s.ptr(a, 1), 0L, 2L, 5); // 1
        } else if (s.myPe() == 1) {
            int i = 2;
            Y_AT.set(a.local(), i, 6); // 2
        }
    }

    static void membersOfElementsClean(Shmem s) {
        SymmetricBytes a = s.allocateBytes(64);
        Y_OF.set(s.ptr(a, 1), 0L, (long) s.myPe(), 5);
        if (s.myPe() == 2) {
            ID_OF.set(s.ptr(a, 1), 0L, 3L, 7L);
        }
    }

    static void elementAgainstPutRacy(Shmem s) {
        SymmetricBytes a = s.allocateBytes(64);
        if (s.myPe() == 0) {
            s.p(a.asLongs(), 7, 5, 1); // 1
        } else if (s.myPe() == 1) {
            System.out.println("id " + (long) ID_OF.getVolatile(a.local(), 0L, 3L)); // 2
        }
    }

    static void boxedOffsetRacy(Shmem s) {
        SymmetricBytes a = s.allocateBytes(16);
        Long offset = 0L;
        if (s.myPe() == 0) {
            X.set(s.ptr(a, 1), offset, 5); // 1
        } else if (s.myPe() == 1) {
            System.out.println("x " + (int) X_AT.get(a.local())); // 2
        }
    }

    static void throughAPointerClean(Shmem s) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment point = arena.allocate(POINT);
            MemorySegment pointer = arena.allocate(POINTER);
            pointer.set(ValueLayout.ADDRESS, 0, point);
            X.set(point, 0L, s.myPe());
            System.out.println("x " + (int) X_BEHIND.get(pointer, 0L) + ' ' + (int) X_BEHIND_OF.get(pointer, 0L, 0L));
        }
    }

    static void releaseAndAcquireClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        MemorySegment there = s.ptr(a, 1);
        if (s.myPe() == 0) {
            there.setAtIndex(ValueLayout.JAVA_LONG, 1, 7);
            LONG.setRelease(there, 0L, 1L);
        } else if (s.myPe() == 1) {
            while ((long) LONG.getAcquire(there, 0L) == 0) {
                Thread.onSpinWait();
            }
            there.setAtIndex(ValueLayout.JAVA_LONG, 1, a.get(1) + 1);
        }
    }

    static void opaqueOrdersNothingRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        MemorySegment there = s.ptr(a, 1);
        if (s.myPe() == 0) {
            there.setAtIndex(ValueLayout.JAVA_LONG, 1, 7); // 1
            LONG.setOpaque(there, 0L, 1L);
        } else if (s.myPe() == 1) {
            while ((long) LONG.getOpaque(there, 0L) == 0) {
                Thread.onSpinWait();
            }
            a.get(1); // 2
        }
    }
}
