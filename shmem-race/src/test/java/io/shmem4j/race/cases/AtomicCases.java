// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricFloats;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import java.util.Arrays;

/** Atomics that exclude each other, and the order made by fences. Lines of a race are marked by 1 and 2. */
final class AtomicCases {
    private AtomicCases() {
    }

    static void doubleAgainstLongRacy(Shmem s) {
        SymmetricBytes bytes = s.allocateBytes(8);
        SymmetricDoubles doubles = bytes.asDoubles();
        SymmetricLongs longs = bytes.asLongs();
        if (s.myPe() == 0) {
            s.atomicSet(doubles, 0, 2.5, 1); // 1
        } else if (s.myPe() == 2) {
            s.atomicSet(longs, 0, 3, 1); // 2
        }
    }

    static void intAgainstLongRacy(Shmem s) {
        SymmetricBytes bytes = s.allocateBytes(8);
        SymmetricInts ints = bytes.asInts();
        SymmetricLongs longs = bytes.asLongs();
        if (s.myPe() == 0) {
            s.add(ints, 0, 2, 1); // 1
        } else if (s.myPe() == 2) {
            s.add(longs, 0, 3, 1); // 2
        }
    }

    static void intAgainstFloatOfOnePeRacy(Shmem s) {
        SymmetricBytes bytes = s.allocateBytes(8);
        SymmetricInts ints = bytes.asInts();
        SymmetricFloats floats = bytes.asFloats();
        if (s.myPe() == 0) {
            s.atomicSet(ints, 0, 2, 1); // 1
            s.atomicSet(floats, 0, 1.5f, 1); // 2
        }
    }

    static void floatsClean(Shmem s) {
        SymmetricFloats a = s.allocateFloats(2);
        s.atomicSet(a, 0, s.myPe(), 1);
        s.swap(a, 0, 3, 1);
        s.atomicFetch(a, 0, 1);
    }

    static void intsBesideLongsClean(Shmem s) {
        SymmetricBytes bytes = s.allocateBytes(16);
        SymmetricInts ints = bytes.asInts();
        SymmetricLongs longs = bytes.asLongs();
        s.inc(ints, 0, 1);
        s.inc(ints, 1, 1);
        s.inc(longs, 1, 1);
    }

    static void contextsOfOneTeamClean(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        Context one = s.createContext();
        Context two = s.createContext();
        if (s.myPe() == 0) {
            one.add(a, 0, 1, 1);
        } else if (s.myPe() == 2) {
            two.add(a, 0, 1, 1);
        }
        s.inc(a, 0, 1);
        one.close();
        two.close();
    }

    static void fenceOrdersNoGetRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        int[] got = {1};
        if (s.myPe() == 0) {
            s.getNbi(got, 0, a, 0, 1, 1); // 1
            s.fence();
            s.put(a, 0, new int[] {42}, 0, 1, 1); // 2
        }
    }

    static void fenceBeforeFlagCompletesNoGetRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        SymmetricInts flag = s.allocateInts(1);
        int[] got = {1};
        if (s.myPe() == 0) {
            s.getNbi(got, 0, a, 0, 1, 1); // 1
            s.fence();
            s.atomicSet(flag, 0, 1, 1);
        } else if (s.myPe() == 1) {
            flag.waitUntil(0, Cmp.EQ, 1);
            a.set(0, 5); // 2
        }
    }

    static void quietBeforeFlagCompletesGetClean(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        SymmetricInts flag = s.allocateInts(1);
        int[] got = {1};
        if (s.myPe() == 0) {
            s.getNbi(got, 0, a, 0, 1, 1);
            s.quiet();
            s.atomicSet(flag, 0, 1, 1);
        } else if (s.myPe() == 1) {
            flag.waitUntil(0, Cmp.EQ, 1);
            a.set(0, 5);
        }
    }

    static void fetchNbiAgainstStoreRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        int[] got = {1};
        if (s.myPe() == 0) {
            s.atomicFetchNbi(got, 0, a, 0, 1); // 1
        } else if (s.myPe() == 1) {
            a.set(0, 5); // 2
        }
    }

    static void compareSwapNbiAgainstFetchNbiClean(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        int[] got = {1};
        if (s.myPe() == 0) {
            s.compareSwapNbi(got, 0, a, 0, 1, 2, 1);
        } else if (s.myPe() == 2) {
            s.atomicFetchNbi(got, 0, a, 0, 1);
        }
        s.barrierAll();
        System.out.println("got " + got[0]);
    }

    static void copyOfBufferInFlightRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(4);
        int[] got = new int[4];
        if (s.myPe() == 0) {
            s.getNbi(got, 0, a, 0, 4, 1); // 1
            int[] copy = got.clone(); // 2
            System.out.println("copy " + copy[0]);
        }
    }

    static void fillOfBufferInFlightRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(4);
        int[] source = new int[8];
        if (s.myPe() == 0) {
            s.putNbi(a, 0, source, 4, 4, 1); // 1
            Arrays.fill(source, 0, 5, 7); // 2
        }
    }

    static void fillBesideBufferInFlightClean(Shmem s) {
        SymmetricInts a = s.allocateInts(4);
        int[] source = new int[8];
        if (s.myPe() == 0) {
            s.putNbi(a, 0, source, 4, 4, 1);
            Arrays.fill(source, 0, 4, 7);
            System.out.println("sum " + Arrays.stream(source).sum());
        }
    }

    static void signalPolledPlainlyRacy(Shmem s) {
        Signal signal = s.allocateSignal();
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            for (int i = 0; i < 3 && signal.word().get(0) < 1; i++) { // 1
                Thread.onSpinWait();
            }
        } else if (s.myPe() == 1) {
            s.putSignal(a, 0, new int[] {3}, 0, 1, signal, 1, SignalOp.ADD, 0); // 2
        }
    }

    static void plainLoadOfACounterRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.add(a, 0, 1, 1); // 1
        } else if (s.myPe() == 1) {
            a.get(0); // 2
        }
    }

    static void plainStoreToACounterRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.fetchInc(a, 0, 1); // 1
        } else if (s.myPe() == 2) {
            s.p(a, 0, 7, 1); // 2
        }
    }
}
