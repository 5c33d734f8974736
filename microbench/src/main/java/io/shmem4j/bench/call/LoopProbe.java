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
final class LoopProbe extends Probe {
    private final Blocks on;
    private final int count;
    private final int pairs;
    private final boolean stores;

    LoopProbe(boolean stores, Blocks on, long size, int pairs) {
        super(stores ? "store loop" : "load loop", size, Sides.EACH);
        this.stores = stores;
        this.on = on;
        this.count = (int) (size / Long.BYTES);
        this.pairs = pairs;
    }

    @Override
    public int actors() {
        return pairs;
    }

    @Override
    public boolean acts() {
        return on.me < pairs;
    }

    @Override
    public void prepare() {
        if (stores) {
            on.prepareToPut(count * Long.BYTES);
        } else {
            on.prepareToGet(count * Long.BYTES);
        }
    }

    @Override
    public void loop(int turns) {
        for (int i = 0; i < turns; i++) {
            if (stores) {
                store(on.view, on.localLongs, count);
            } else {
                load(on.view, on.localLongs, count);
            }
            on.shmem.quiet();
        }
    }

    private static void store(LongView view, long[] local, int length) {
        for (int i = 0; i < length; i++) {
            view.set(i, local[i]);
        }
    }

    private static void load(LongView view, long[] local, int length) {
        for (int i = 0; i < length; i++) {
            local[i] = view.get(i);
        }
    }

    @Override
    public void check() {
        if (acts() && stores) {
            on.checkStores(name(), count);
        } else if (acts()) {
            on.checkLoads(name(), count);
        }
    }
}
