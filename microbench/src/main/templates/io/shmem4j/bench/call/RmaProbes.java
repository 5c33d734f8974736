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

    //#each call quiet fence
    /** A $call$ without pending operations. */
    private static Probe $call$(Buffers on) {
        return new Probe("$call$", 0, Probe.Sides.ORIGIN) {
            @Override
            public void loop(int turns) {
                Shmem shmem = on.shmem();
                for (int i = 0; i < turns; i++) {
                    shmem.$call$();
                }
            }
        };
    }

    //#next
    //#each put/PUT/arguments/local/remote/actual/expected
    //#row put | PUT | target, 0, source, 0 | 7L * i + elements | -1
    //# | on.shmem().g(on.target(), i, on.peer()) | 7L * i + elements
    //#row get | GET | source, 0, target, 0 | -1 | 5L * i + 2 | on.source()[i] | 5L * i + 2
    //#each NAME/call $PUT$/$put$ $PUT$_NBI/$put$Nbi
    /** Copies an array by $call$ and completes the copy. */
    static Probe $call$(Buffers on, int elements) {
        return new Probe($NAME$, (long) elements * Long.BYTES, Probe.Sides.ORIGIN) {
            @Override
            public void prepare() {
                for (int i = 0; i < elements; i++) {
                    on.source()[i] = $local$;
                    on.shmem().p(on.target(), i, $remote$, on.peer());
                }
                on.shmem().quiet();
            }

            @Override
            public void loop(int turns) {
                Shmem shmem = on.shmem();
                SymmetricLongs target = on.target();
                long[] source = on.source();
                int peer = on.peer();
                int length = elements;
                for (int i = 0; i < turns; i++) {
                    shmem.$call$($arguments$, length, peer);
                    //#when PUT PUT_NBI GET_NBI
                    shmem.quiet();
                    //#end
                }
            }

            @Override
            public void check() {
                for (int i = 0; i < elements; i++) {
                    WrongResultException.check(name(), i, $actual$, $expected$);
                }
            }
        };
    }

    //#next
    //#next
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
}
