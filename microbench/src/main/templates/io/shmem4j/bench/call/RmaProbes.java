// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.List;

/** Single elements and bulk copies of PE 0 to and from its peer. */
final class RmaProbes {
    /** Name of the probe that puts a block. */
    static final String PUT = "put + quiet";
    /** Name of the probe that gets a block. */
    static final String GET = "get";
    /** Name of the probe that starts to put a block, and completes that. */
    static final String PUT_NBI = "put_nbi + quiet";
    /** Name of the probe that starts to get a block, and completes that. */
    static final String GET_NBI = "get_nbi + quiet";

    private static final int SPREAD = 1024;

    private RmaProbes() {
    }

    static List<Probe> elements(Buffers buffers) {
        return List.of(new P(buffers), new G(buffers), new Quiet(buffers), new Fence(buffers));
    }

    /** Stores one element after the other. */
    private static final class P extends Probe {
        private final Buffers on;
        private long count;

        P(Buffers on) {
            super("p", Long.BYTES, Sides.ORIGIN);
            this.on = on;
        }

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
    }

    /** Loads one element after the other. */
    private static final class G extends Probe {
        private final Buffers on;
        private long sum;
        private long count;

        G(Buffers on) {
            super("g", Long.BYTES, Sides.ORIGIN);
            this.on = on;
        }

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
    }

    //#types long
    //#each Order/call Quiet/quiet Fence/fence
    /** A $call$ that has nothing to do. */
    private static final class $Order$ extends Probe {
        private final Buffers on;

        $Order$(Buffers on) {
            super("$call$", 0, Sides.ORIGIN);
            this.on = on;
        }

        @Override
        public void loop(int turns) {
            Shmem shmem = on.shmem();
            for (int i = 0; i < turns; i++) {
                shmem.$call$();
            }
        }

        @Override
        public void check() {
            // Moves no data.
        }
    }

    //#next
    //#each Way/NAME/call Put/PUT/put/out PutNbi/PUT_NBI/putNbi/out Get/GET/get/in GetNbi/GET_NBI/getNbi/in
    /** Copies an array by $call$, and completes the copy. */
    static final class $Way$ extends Probe {
        private final Buffers on;
        private final int elements;

        $Way$(Buffers on, int elements) {
            super($NAME$, (long) elements * Long.BYTES, Sides.ORIGIN);
            this.on = on;
            this.elements = elements;
        }

        @Override
        public void prepare() {
            for (int i = 0; i < elements; i++) {
                //#when out
                on.source()[i] = 7L * i + elements;
                on.shmem().p(on.target(), i, -1, on.peer());
                //#end
                //#when in
                on.source()[i] = -1;
                on.shmem().p(on.target(), i, 5L * i + 2, on.peer());
                //#end
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
                //#when out
                shmem.$call$(target, 0, source, 0, length, peer);
                //#end
                //#when in
                shmem.$call$(source, 0, target, 0, length, peer);
                //#end
                //#when Put PutNbi GetNbi
                shmem.quiet();
                //#end
            }
        }

        @Override
        public void check() {
            for (int i = 0; i < elements; i++) {
                //#when out
                WrongResultException.check(name(), i, on.shmem().g(on.target(), i, on.peer()), 7L * i + elements);
                //#end
                //#when in
                WrongResultException.check(name(), i, on.source()[i], 5L * i + 2);
                //#end
            }
        }
    }

    //#next
    //#done
    /** Starts to add to the peer's word, and completes that and the arrival of what was there. */
    static final class FetchAddNbi extends Probe {
        private final Buffers on;
        private final long[] fetched = new long[1];
        private long count;

        FetchAddNbi(Buffers on) {
            super("fetch-add_nbi + quiet", Long.BYTES, Sides.ORIGIN);
            this.on = on;
        }

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
    }
}
