// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.latency;

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

    /** Completes nothing. */
    private static final class Quiet extends Probe {
        private final Buffers on;

        Quiet(Buffers on) {
            super("quiet", 0, Sides.ORIGIN);
            this.on = on;
        }

        @Override
        public void loop(int turns) {
            Shmem shmem = on.shmem();
            for (int i = 0; i < turns; i++) {
                shmem.quiet();
            }
        }

        @Override
        public void check() {
            // Moves no data.
        }
    }

    /** Orders nothing. */
    private static final class Fence extends Probe {
        private final Buffers on;

        Fence(Buffers on) {
            super("fence", 0, Sides.ORIGIN);
            this.on = on;
        }

        @Override
        public void loop(int turns) {
            Shmem shmem = on.shmem();
            for (int i = 0; i < turns; i++) {
                shmem.fence();
            }
        }

        @Override
        public void check() {
            // Moves no data.
        }
    }

    /** Copies an array to the peer and completes the copy. */
    static final class Put extends Probe {
        private final Buffers on;
        private final int elements;

        Put(Buffers on, int elements) {
            super(PUT, (long) elements * Long.BYTES, Sides.ORIGIN);
            this.on = on;
            this.elements = elements;
        }

        @Override
        public void prepare() {
            for (int i = 0; i < elements; i++) {
                on.source()[i] = 7L * i + elements;
                on.shmem().p(on.target(), i, -1, on.peer());
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
                shmem.put(target, 0, source, 0, length, peer);
                shmem.quiet();
            }
        }

        @Override
        public void check() {
            for (int i = 0; i < elements; i++) {
                WrongResultException.check("put", i, on.shmem().g(on.target(), i, on.peer()), 7L * i + elements);
            }
        }
    }

    /** Copies from the peer into an array. */
    static final class Get extends Probe {
        private final Buffers on;
        private final int elements;

        Get(Buffers on, int elements) {
            super(GET, (long) elements * Long.BYTES, Sides.ORIGIN);
            this.on = on;
            this.elements = elements;
        }

        @Override
        public void prepare() {
            for (int i = 0; i < elements; i++) {
                on.source()[i] = -1;
                on.shmem().p(on.target(), i, 5L * i + 2, on.peer());
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
                shmem.get(source, 0, target, 0, length, peer);
            }
        }

        @Override
        public void check() {
            for (int i = 0; i < elements; i++) {
                WrongResultException.check(GET, i, on.source()[i], 5L * i + 2);
            }
        }
    }
}
