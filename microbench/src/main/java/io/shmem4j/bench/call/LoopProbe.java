// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.LongView;
import io.shmem4j.MayRace;
import io.shmem4j.bench.measure.Probe;

/**
 * Pairs of PEs move blocks of longs by assignments, one element at a time, through a view of the partner's memory, as a
 * program does that has called shmem_ptr once.
 */
@MayRace
abstract class LoopProbe extends Probe {
    final Blocks on;
    final int count;
    private final int pairs;

    LoopProbe(String name, Blocks on, long size, int pairs) {
        super(name, size, Sides.EACH);
        this.on = on;
        this.count = (int) (size / Long.BYTES);
        this.pairs = pairs;
    }

    @Override
    public final int actors() {
        return pairs;
    }

    @Override
    public final boolean acts() {
        return on.me < pairs;
    }

    @Override
    public final void loop(int turns) {
        if (acts()) {
            for (int i = 0; i < turns; i++) {
                move(on.view, on.localLongs, count);
                on.shmem.quiet();
            }
        }
    }

    abstract void move(LongView view, long[] local, int length);

    @Override
    public final void check() {
        if (acts()) {
            verify();
        }
    }

    abstract void verify();

    /** Stores. */
    static final class Store extends LoopProbe {
        Store(Blocks on, long size, int pairs) {
            super("store loop", on, size, pairs);
        }

        @Override
        void move(LongView view, long[] local, int length) {
            for (int i = 0; i < length; i++) {
                view.set(i, local[i]);
            }
        }

        @Override
        public void prepare() {
            on.prepareToPut(count * Long.BYTES);
        }

        @Override
        void verify() {
            on.checkStores(name(), count);
        }
    }

    /** Loads. */
    static final class Load extends LoopProbe {
        Load(Blocks on, long size, int pairs) {
            super("load loop", on, size, pairs);
        }

        @Override
        void move(LongView view, long[] local, int length) {
            for (int i = 0; i < length; i++) {
                local[i] = view.get(i);
            }
        }

        @Override
        public void prepare() {
            on.prepareToGet(count * Long.BYTES);
        }

        @Override
        void verify() {
            on.checkLoads(name(), count);
        }
    }
}
