// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.List;

/** Single elements and bulk copies between PE 0 and its peer. */
final class RmaProbes {
    /** Name of the blocking put of a block. */
    static final String PUT = "put + quiet";
    /** Name of the blocking get of a block. */
    static final String GET = "get";
    /** Name of the non-blocking put of a block with its completion. */
    static final String PUT_NBI = "put_nbi + quiet";
    /** Name of the non-blocking get of a block with its completion. */
    static final String GET_NBI = "get_nbi + quiet";

    private static final int SPREAD = 1024;

    private RmaProbes() {
    }

    static List<Probe> elements(Buffers on) {
        return List.of(p(on), g(on), quiet(on), fence(on));
    }

    /** Puts single elements. */
    private static Probe p(Buffers on) {
        return new Probe("p", Long.BYTES, Probe.Sides.ORIGIN) {
            private long count;

            @Override
            public void loop(int turns) {
                Shmem shmem = on.shmem();
                SymmetricLongs target = on.target();
                int peer = on.peer();
                long n = count;
                for (int i = 0; i < turns; i++) {
                    shmem.p(target, n & SPREAD - 1, n, peer);
                    n++;
                }
                count = n;
            }

            @Override
            public void check() {
                on.shmem().quiet();
                for (long n = Math.max(0, count - SPREAD); n < count; n++) {
                    WrongResultException.check("p", n & SPREAD - 1,
                        on.shmem().g(on.target(), n & SPREAD - 1, on.peer()), n);
                }
            }
        };
    }

    /** Gets single elements. */
    private static Probe g(Buffers on) {
        return new Probe("g", Long.BYTES, Probe.Sides.ORIGIN) {
            private long sum;
            private long count;

            @Override
            public void prepare() {
                for (int i = 0; i < SPREAD; i++) {
                    on.shmem().p(on.target(), i, 3L * i + 1, on.peer());
                }
                on.shmem().quiet();
            }

            @Override
            public void loop(int turns) {
                Shmem shmem = on.shmem();
                SymmetricLongs target = on.target();
                int peer = on.peer();
                long n = count;
                long s = sum;
                for (int i = 0; i < turns; i++) {
                    s += shmem.g(target, n & SPREAD - 1, peer);
                    n++;
                }
                count = n;
                sum = s;
            }

            @Override
            public void check() {
                long rounds = count / SPREAD;
                long expected = rounds * (3L * SPREAD * (SPREAD - 1) / 2 + SPREAD);
                for (long n = rounds * SPREAD; n < count; n++) {
                    expected += 3 * (n & SPREAD - 1) + 1;
                }
                WrongResultException.check("sum of g", 0, sum, expected);
            }
        };
    }

    /** A quiet without pending operations. */
    private static Probe quiet(Buffers on) {
        return new Probe("quiet", 0, Probe.Sides.ORIGIN) {
            @Override
            public void loop(int turns) {
                Shmem shmem = on.shmem();
                for (int i = 0; i < turns; i++) {
                    shmem.quiet();
                }
            }
        };
    }

    /** A fence without pending operations. */
    private static Probe fence(Buffers on) {
        return new Probe("fence", 0, Probe.Sides.ORIGIN) {
            @Override
            public void loop(int turns) {
                Shmem shmem = on.shmem();
                for (int i = 0; i < turns; i++) {
                    shmem.fence();
                }
            }
        };
    }

    static Probe put(Buffers on, int elements) {
        return new CopyOfArray(PUT, true, on, elements, (shmem, target, source, length, peer, turns) -> {
            for (int i = 0; i < turns; i++) {
                shmem.put(target, 0, source, 0, length, peer);
                shmem.quiet();
            }
        });
    }

    static Probe putNbi(Buffers on, int elements) {
        return new CopyOfArray(PUT_NBI, true, on, elements, (shmem, target, source, length, peer, turns) -> {
            for (int i = 0; i < turns; i++) {
                shmem.putNbi(target, 0, source, 0, length, peer);
                shmem.quiet();
            }
        });
    }

    static Probe get(Buffers on, int elements) {
        return new CopyOfArray(GET, false, on, elements, (shmem, target, source, length, peer, turns) -> {
            for (int i = 0; i < turns; i++) {
                shmem.get(source, 0, target, 0, length, peer);
            }
        });
    }

    static Probe getNbi(Buffers on, int elements) {
        return new CopyOfArray(GET_NBI, false, on, elements, (shmem, target, source, length, peer, turns) -> {
            for (int i = 0; i < turns; i++) {
                shmem.getNbi(source, 0, target, 0, length, peer);
                shmem.quiet();
            }
        });
    }

    /** A non-blocking fetch-and-add to the peer's word, with its completion. */
    static Probe fetchAddNbi(Buffers on) {
        return new Probe("fetch-add_nbi + quiet", Long.BYTES, Probe.Sides.ORIGIN) {
            private final long[] fetched = new long[1];
            private long count;

            @Override
            public void prepare() {
                on.shmem().atomicSet(on.word(), 0, 0, on.peer());
            }

            @Override
            public void loop(int turns) {
                Shmem shmem = on.shmem();
                for (int i = 0; i < turns; i++) {
                    shmem.fetchAddNbi(fetched, 0, on.word(), 0, 3, on.peer());
                    shmem.quiet();
                }
                count += turns;
            }

            @Override
            public void check() {
                WrongResultException.check(name(), 0, on.shmem().atomicFetch(on.word(), 0, on.peer()), 3 * count);
                WrongResultException.check(name() + ", fetched", 0, fetched[0], 3 * (count - 1));
            }
        };
    }

    /** Copies an array to or from the peer in a loop that only one kind of call runs through. */
    private static final class CopyOfArray extends Probe {
        private final boolean puts;
        private final Buffers on;
        private final int elements;
        private final ArrayLoop loop;

        /** Copies and completes the copies. */
        @FunctionalInterface
        private interface ArrayLoop {
            void run(Shmem shmem, SymmetricLongs target, long[] source, int length, int peer, int turns);
        }

        CopyOfArray(String name, boolean puts, Buffers on, int elements, ArrayLoop loop) {
            super(name, (long) elements * Long.BYTES, Probe.Sides.ORIGIN);
            this.puts = puts;
            this.on = on;
            this.elements = elements;
            this.loop = loop;
        }

        private long copied(int i) {
            return puts ? 7L * i + elements : 5L * i + 2;
        }

        @Override
        public void prepare() {
            for (int i = 0; i < elements; i++) {
                on.source()[i] = puts ? copied(i) : -1;
                on.shmem().p(on.target(), i, puts ? -1 : copied(i), on.peer());
            }
            on.shmem().quiet();
        }

        @Override
        public void loop(int turns) {
            loop.run(on.shmem(), on.target(), on.source(), elements, on.peer(), turns);
        }

        @Override
        public void check() {
            for (int i = 0; i < elements; i++) {
                long actual = puts ? on.shmem().g(on.target(), i, on.peer()) : on.source()[i];
                WrongResultException.check(name(), i, actual, copied(i));
            }
        }
    }
}
