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

/** PE 0 and its peer answer each other; an operation is one way. */
final class PairProbes {
    private static final String STORE = "ping-pong, p + wait_until";
    private static final String ATOMIC = "ping-pong, atomic set + wait_until";

    private PairProbes() {
    }

    static List<Probe> all(Buffers on) {
        return List.of(new LoadStore(on), new StoreWait(on), new AtomicWait(on), new PutSignal(on, 1),
            new PutSignal(on, 128));
    }

    /** A turn is there and back. */
    private abstract static class PingPong extends Probe {
        final Buffers on;
        private long round;

        PingPong(String name, long bytes, Buffers on) {
            super(name, bytes, Sides.PAIR);
            this.on = on;
        }

        @Override
        public final int operations() {
            return 2;
        }

        @Override
        public void prepare() {
            on.word().set(0, 0);
        }

        @Override
        public final void loop(int turns) {
            play(on.shmem(), on.peer(), round, turns, on.shmem().myPe() == 0);
            round += turns;
        }

        abstract void play(Shmem shmem, int peer, long first, int turns, boolean serves);

        @Override
        public void check() {
            WrongResultException.check(name(), 0, on.word().getAcquire(0), round);
        }
    }

    /** By load and store alone, spinning: the least the machine needs. */
    private static final class LoadStore extends PingPong {
        LoadStore(Buffers on) {
            super("ping-pong, view load/store", Long.BYTES, on);
        }

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
    }

    //#types long
    //#each Way/call/NAME StoreWait/p/STORE AtomicWait/atomicSet/ATOMIC
    /** By $call$ and wait_until. */
    private static final class $Way$ extends PingPong {
        $Way$(Buffers on) {
            super($NAME$, Long.BYTES, on);
        }

        @Override
        void play(Shmem shmem, int peer, long first, int turns, boolean serves) {
            SymmetricLongs word = on.word();
            for (int i = 0; i < turns; i++) {
                long value = first + i + 1;
                if (serves) {
                    shmem.$call$(word, 0, value, peer);
                }
                word.waitUntil(0, Cmp.GE, value);
                if (!serves) {
                    shmem.$call$(word, 0, value, peer);
                }
            }
        }
    }

    //#next
    //#done
    /** By put-with-signal and signal_wait_until. */
    private static final class PutSignal extends PingPong {
        private final int elements;

        PutSignal(Buffers on, int elements) {
            super("ping-pong, put_signal", (long) elements * Long.BYTES, on);
            this.elements = elements;
        }

        @Override
        public void prepare() {
            on.word().set(0, 0);
            on.signal().word().set(0, 0);
        }

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
    }
}
