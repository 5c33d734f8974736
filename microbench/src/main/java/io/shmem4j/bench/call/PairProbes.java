// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Cmp;
import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.List;

/** Ping-pong between PE 0 and its peer. A turn is a round trip, an operation is one way. */
abstract class PairProbes extends Probe {
    private final Buffers on;
    private long round;

    private PairProbes(Buffers on, String name, long bytes) {
        super(name, bytes, Sides.PAIR);
        this.on = on;
    }

    static List<Probe> all(Buffers on) {
        return List.of(loadStore(on), p(on), atomicSet(on), putSignal(on, 1), putSignal(on, 128));
    }

    @Override
    public final int operations() {
        return 2;
    }

    @Override
    public final void prepare() {
        on.word().set(0, 0);
        on.signal().word().set(0, 0);
    }

    @Override
    public final void loop(int turns) {
        play(on.shmem(), on.peer(), round, turns, on.shmem().myPe() == 0);
        round += turns;
    }

    abstract void play(Shmem shmem, int peer, long first, int turns, boolean serves);

    @Override
    public final void check() {
        WrongResultException.check(name(), 0, on.word().getAcquire(0), round);
    }

    /** Spinning with a load and a store only: the lower bound of the machine. */
    private static Probe loadStore(Buffers on) {
        return new PairProbes(on, "ping-pong, view load/store", Long.BYTES) {
            @Override
            void play(Shmem shmem, int peer, long first, int turns, boolean serves) {
                LongView mine = shmem.view(on.word(), shmem.myPe());
                LongView theirs = shmem.view(on.word(), peer);
                for (int i = 0; i < turns; i++) {
                    long value = first + i + 1;
                    if (serves) {
                        theirs.setRelease(0, value);
                    }
                    while (mine.getAcquire(0) < value) {
                        Thread.onSpinWait();
                    }
                    if (!serves) {
                        theirs.setRelease(0, value);
                    }
                }
            }
        };
    }

    private static Probe p(Buffers on) {
        return new PairProbes(on, "ping-pong, p + wait_until", Long.BYTES) {
            @Override
            void play(Shmem shmem, int peer, long first, int turns, boolean serves) {
                SymmetricLongs word = on.word();
                for (int i = 0; i < turns; i++) {
                    long value = first + i + 1;
                    if (serves) {
                        shmem.p(word, 0, value, peer);
                    }
                    word.waitUntil(0, Cmp.GE, value);
                    if (!serves) {
                        shmem.p(word, 0, value, peer);
                    }
                }
            }
        };
    }

    private static Probe atomicSet(Buffers on) {
        return new PairProbes(on, "ping-pong, atomic set + wait_until", Long.BYTES) {
            @Override
            void play(Shmem shmem, int peer, long first, int turns, boolean serves) {
                SymmetricLongs word = on.word();
                for (int i = 0; i < turns; i++) {
                    long value = first + i + 1;
                    if (serves) {
                        shmem.atomicSet(word, 0, value, peer);
                    }
                    word.waitUntil(0, Cmp.GE, value);
                    if (!serves) {
                        shmem.atomicSet(word, 0, value, peer);
                    }
                }
            }
        };
    }

    private static Probe putSignal(Buffers on, int elements) {
        return new PairProbes(on, "ping-pong, put_signal", (long) elements * Long.BYTES) {
            @Override
            void play(Shmem shmem, int peer, long first, int turns, boolean serves) {
                Signal signal = on.signal();
                SymmetricLongs target = on.target();
                SymmetricLongs word = on.word();
                long[] source = on.source();
                int length = elements;
                for (int i = 0; i < turns; i++) {
                    long value = first + i + 1;
                    source[length - 1] = value;
                    if (serves) {
                        shmem.putSignal(target, 0, source, 0, length, signal, value, SignalOp.SET, peer);
                    }
                    signal.waitUntil(Cmp.GE, value);
                    word.set(0, target.get(length - 1));
                    if (!serves) {
                        shmem.putSignal(target, 0, source, 0, length, signal, value, SignalOp.SET, peer);
                    }
                }
            }
        };
    }
}
