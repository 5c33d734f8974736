// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.latency;

import io.shmem4j.Shmem;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;

/** Non-blocking operations of PE 0, each completed by a quiet. */
final class NbiProbes {
    /** Name of the probe that puts a block. */
    static final String PUT = "put_nbi + quiet";
    /** Name of the probe that gets a block. */
    static final String GET = "get_nbi + quiet";

    private NbiProbes() {
    }

    /** Starts to copy an array to the peer, and completes that. */
    static final class Put extends Probe {
        private final Buffers on;
        private final int elements;
        private final RmaProbes.Put blocking;

        Put(Buffers on, int elements) {
            super(PUT, (long) elements * Long.BYTES, Sides.ORIGIN);
            this.on = on;
            this.elements = elements;
            this.blocking = new RmaProbes.Put(on, elements);
        }

        @Override
        public void prepare() {
            blocking.prepare();
        }

        @Override
        public void loop(int turns) {
            Shmem shmem = on.shmem();
            for (int i = 0; i < turns; i++) {
                shmem.putNbi(on.target(), 0, on.source(), 0, elements, on.peer());
                shmem.quiet();
            }
        }

        @Override
        public void check() {
            blocking.check();
        }
    }

    /** Starts to copy from the peer into an array, and completes that. */
    static final class Get extends Probe {
        private final Buffers on;
        private final int elements;
        private final RmaProbes.Get blocking;

        Get(Buffers on, int elements) {
            super(GET, (long) elements * Long.BYTES, Sides.ORIGIN);
            this.on = on;
            this.elements = elements;
            this.blocking = new RmaProbes.Get(on, elements);
        }

        @Override
        public void prepare() {
            blocking.prepare();
        }

        @Override
        public void loop(int turns) {
            Shmem shmem = on.shmem();
            for (int i = 0; i < turns; i++) {
                shmem.getNbi(on.source(), 0, on.target(), 0, elements, on.peer());
                shmem.quiet();
            }
        }

        @Override
        public void check() {
            blocking.check();
        }
    }

    /** Starts to add to the peer's word, and completes that and the arrival of what was there. */
    static final class FetchAdd extends Probe {
        private final Buffers on;
        private final long[] fetched = new long[1];
        private long count;

        FetchAdd(Buffers on) {
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
