// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import java.time.Duration;
import java.util.function.BiFunction;

/** Signals, and puts with signals. Lines of a race are marked by 1 and 2. */
final class SignalCases {
    private SignalCases() {
    }

    /** Part of one PE. */
    private interface Part {
        void run(SymmetricLongs a, Signal signal);
    }

    /** The first PEs do a part each. */
    private static void signalled(Shmem s, int elements, Part... parts) {
        SymmetricLongs a = s.allocateLongs(elements);
        Signal signal = s.allocateSignal();
        if (s.myPe() < parts.length) {
            parts[s.myPe()].run(a, signal);
        }
        s.barrierAll();
    }

    static void putSignalClean(Shmem s) {
        signalled(s, 4, (a, signal) -> {
            s.putSignal(a, 0, new long[4], 0, 4, signal, 1, SignalOp.SET, 1);
        }, (a, signal) -> {
            signal.waitUntil(Cmp.EQ, 1);
            a.set(2, 1);
        });
    }

    static void putSignalAwaitedWithALimitClean(Shmem s) {
        signalled(s, 4, (a, signal) -> {
            s.putSignal(a, 0, new long[4], 0, 4, signal, 1, SignalOp.SET, 1);
        }, (a, signal) -> {
            while (!signal.watch().within(Duration.ofSeconds(1)).until(Cmp.EQ, 1)) {
                s.fence();
            }
            a.set(2, 1);
        });
    }

    static void putSignalNotAwaitedRacy(Shmem s) {
        signalled(s, 4, (a, signal) -> {
            s.putSignal(a, 0, new long[4], 0, 4, signal, 1, SignalOp.SET, 1); // 1
        }, (a, signal) -> {
            a.get(2); // 2
            signal.waitUntil(Cmp.EQ, 1);
        });
    }

    static void putBeforePutSignalRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        SymmetricLongs b = s.allocateLongs(4);
        Signal signal = s.allocateSignal();
        if (s.myPe() == 0) {
            s.put(b, 0, new long[4], 0, 4, 1); // 1
            s.putSignal(a, 0, new long[4], 0, 4, signal, 1, SignalOp.SET, 1);
        } else if (s.myPe() == 1) {
            signal.waitUntil(Cmp.EQ, 1);
            a.get(0);
            b.get(0); // 2
        }
    }

    static void putFenceBeforePutSignalClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        SymmetricLongs b = s.allocateLongs(4);
        Signal signal = s.allocateSignal();
        if (s.myPe() == 0) {
            s.put(b, 0, new long[4], 0, 4, 1);
            s.fence();
            s.putSignalNbi(a, 0, new long[4], 0, 4, signal, 1, SignalOp.ADD, 1);
        } else if (s.myPe() == 1) {
            signal.waitUntil(Cmp.EQ, 1);
            a.get(0);
            b.get(0);
        }
    }

    static void otherSignalRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        SymmetricLongs b = s.allocateLongs(4);
        Signal one = s.allocateSignal();
        Signal two = s.allocateSignal();
        if (s.myPe() == 0) {
            s.putSignal(a, 0, new long[4], 0, 4, one, 1, SignalOp.SET, 1); // 1
            s.putSignal(b, 0, new long[4], 0, 4, two, 1, SignalOp.SET, 1);
        } else if (s.myPe() == 1) {
            two.waitUntil(Cmp.EQ, 1);
            b.get(0);
            a.get(0); // 2
        }
    }

    static void signalsAddedUpClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        Signal signal = s.allocateSignal();
        if (s.myPe() != 0) {
            s.putSignal(a, s.myPe(), new long[1], 0, 1, signal, 1, SignalOp.ADD, 0);
        } else {
            signal.waitUntil(Cmp.EQ, s.nPes() - 1);
            a.fill(1);
        }
    }

    static void putSignalNbiSourceChangedRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        SymmetricLongs b = s.allocateLongs(4);
        Signal signal = s.allocateSignal();
        if (s.myPe() == 0) {
            s.putSignalNbi(a, 0, b, 0, 4, signal, 1, SignalOp.SET, 1); // 1
            b.set(2, 4); // 2
        } else if (s.myPe() == 1) {
            signal.waitUntil(Cmp.EQ, 1);
        }
    }

    static void signalSetWithoutFenceRacy(Shmem s) {
        signalled(s, 4, (a, signal) -> {
            s.put(a, 0, new long[4], 0, 4, 1); // 1
            s.signalSet(signal, 1, 1);
        }, (a, signal) -> {
            signal.waitUntil(Cmp.EQ, 1);
            a.get(1); // 2
        });
    }

    static void signalFetchedClean(Shmem s) {
        signalled(s, 4, (a, signal) -> {
            s.put(a, 0, new long[4], 0, 4, 1);
            s.quiet();
            s.signalAdd(signal, 1, 1);
        }, (a, signal) -> {
            while (signal.fetch() == 0) {
                Thread.onSpinWait();
            }
            a.get(1);
        });
    }

    static void pingPongClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Signal signal = s.allocateSignal();
        int other = s.myPe() ^ 1;
        for (int i = 1; s.myPe() < 2 && i <= 20; i++) {
            if (s.myPe() == 0 || i > 0) {
                if (s.myPe() == 1) {
                    signal.waitUntil(Cmp.EQ, i);
                    a.set(0, a.get(0) + 1);
                }
                s.putSignal(a, 0, new long[] {i}, 0, 1, signal, i, SignalOp.SET, other);
                if (s.myPe() == 0) {
                    signal.waitUntil(Cmp.EQ, i);
                    a.set(0, a.get(0) + 1);
                }
            }
        }
    }

    static void signalsOfOneAddedUpClean(Shmem s) {
        signalled(s, 100, (a, signal) -> {
            for (int i = 0; i < 100; i++) {
                s.putSignal(a, i, new long[1], 0, 1, signal, 1, SignalOp.ADD, 1);
            }
        }, (a, signal) -> {
            signal.waitUntil(Cmp.EQ, 100);
            a.fill(1);
        });
    }

    static void laterSignalSeenRacy(Shmem s) {
        signalled(s, 2, (a, signal) -> {
            s.putSignal(a, 0, new long[1], 0, 1, signal, 1, SignalOp.SET, 1); // 1
            s.putSignal(a, 1, new long[1], 0, 1, signal, 2, SignalOp.SET, 1);
        }, (a, signal) -> {
            signal.waitUntil(Cmp.GE, 2);
            a.get(1);
            a.get(0); // 2
        });
    }

    static void laterSignalAfterFenceClean(Shmem s) {
        signalled(s, 2, (a, signal) -> {
            s.putSignal(a, 0, new long[1], 0, 1, signal, 1, SignalOp.SET, 1);
            s.fence();
            s.putSignal(a, 1, new long[1], 0, 1, signal, 2, SignalOp.SET, 1);
        }, (a, signal) -> {
            signal.waitUntil(Cmp.GE, 2);
            a.get(1);
            a.get(0);
        });
    }

    static void signalOfOneOfTwoRacy(Shmem s) {
        signalled(s, 2, (a, signal) -> {
            s.putSignal(a, 0, new long[1], 0, 1, signal, 1, SignalOp.SET, 2);
        }, (a, signal) -> {
            s.put(a, 1, new long[1], 0, 1, 2); // 1
        }, (a, signal) -> {
            signal.waitUntil(Cmp.EQ, 1);
            a.get(0);
            a.get(1); // 2
        });
    }

    static void firstOfManySignalsWaitedForRacy(Shmem s) {
        signalled(s, 8, (a, signal) -> {
            for (int i = 0; i < 8; i++) {
                s.p(a, i, 1, 1); // 1
                s.fence();
                s.signalSet(signal, i + 1, 1);
            }
        }, (a, signal) -> {
            signal.waitUntil(Cmp.GE, 1);
            a.get(0);
            a.get(7); // 2
        });
    }

    static void valueOfSignalUsedClean(Shmem s) {
        signalled(s, 8, (a, signal) -> {
            for (int i = 0; i < 8; i++) {
                s.p(a, i, 1, 1);
                s.fence();
                s.signalSet(signal, i + 1, 1);
            }
        }, (a, signal) -> {
            long done = 0;
            while (done < 8) {
                long there = signal.waitUntil(Cmp.GT, done);
                for (; done < there; done++) {
                    a.get(done);
                }
            }
        });
    }

    static void valueOfSignalByReferenceClean(Shmem s) {
        signalled(s, 8, (a, signal) -> {
            for (int i = 0; i < 8; i++) {
                s.p(a, i, 1, 1);
                s.fence();
                s.signalAdd(signal, 1, 1);
            }
        }, (a, signal) -> {
            BiFunction<Cmp, Long, Long> wait = signal::waitUntil;
            for (long i = wait.apply(Cmp.GE, 1L) - 1; i >= 0; i--) {
                a.get(i);
            }
        });
    }

    /** Nobody sees whether a call by reflection uses the value. */
    static void valueOfSignalByReflectionClean(Shmem s) throws ReflectiveOperationException {
        SymmetricLongs a = s.allocateLongs(8);
        SymmetricLongs hint = s.allocateLongs(1).relaxed();
        Signal signal = s.allocateSignal();
        if (s.myPe() == 0) {
            for (int i = 0; i < 8; i++) {
                s.p(a, i, 1, 1);
                s.fence();
                s.signalSet(signal, i + 1, 1);
            }
            s.quiet();
            s.inc(hint, 0, 0);
        } else if (s.myPe() == 1) {
            while (s.g(hint, 0, 0) == 0) {
                Thread.onSpinWait();
            }
            long there = (long) Signal.class.getMethod("waitUntil", Cmp.class, long.class).invoke(signal, Cmp.GE, 1L);
            for (int i = 0; i < there; i++) {
                a.get(i);
            }
        }
    }

    static void addedByAllOneNotAwaitedRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        SymmetricLongs hint = s.allocateLongs(1).relaxed();
        Signal signal = s.allocateSignal();
        if (s.myPe() != 0) {
            s.putSignal(a, s.myPe(), new long[1], 0, 1, signal, 1, SignalOp.ADD, 0); // 1
            s.quiet();
            s.inc(hint, 0, 0);
        } else {
            while (s.g(hint, 0, 0) < s.nPes() - 1) {
                Thread.onSpinWait();
            }
            signal.waitUntil(Cmp.GE, s.nPes() - 2);
            a.toArray(); // 2
        }
    }

    static void ringWithCreditsClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        Signal full = s.allocateSignal();
        Signal taken = s.allocateSignal();
        for (int i = 0; i < 20; i++) {
            if (s.myPe() == 0) {
                taken.waitUntil(Cmp.GE, Math.max(0, i - 1));
                s.put(a, i % 2, new long[1], 0, 1, 1);
                s.fence();
                s.signalSet(full, i + 1, 1);
            } else if (s.myPe() == 1) {
                full.waitUntil(Cmp.GE, i + 1);
                a.get(i % 2);
                s.signalSet(taken, i + 1, 0);
            }
        }
    }

    static void ringWithoutCreditsRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2);
        Signal full = s.allocateSignal();
        for (int i = 0; i < 6; i++) {
            if (s.myPe() == 0) {
                s.fence();
                s.putSignal(a, i % 2, new long[1], 0, 1, full, i + 1, SignalOp.SET, 1); // 1
            } else if (s.myPe() == 1) {
                full.waitUntil(Cmp.GE, i + 1);
                a.get(i % 2); // 2
            }
        }
    }

    static void moreSignalsThanAreKeptRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Signal signal = s.allocateSignal();
        if (s.myPe() == 3) {
            signal.word().waitUntil(0, Cmp.GE, 90);
            s.p(a, 0, 1, 1); // 1
            s.signalAdd(signal, 1, 0);
        } else if (s.myPe() != 0) {
            for (int i = 0; i < 45; i++) {
                s.signalAdd(signal, 1, 0);
                s.signalAdd(signal, 1, 3);
            }
        } else {
            signal.waitUntil(Cmp.EQ, 91);
            s.g(a, 0, 1); // 2
        }
    }
}
