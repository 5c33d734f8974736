// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import io.shmem4j.Shmem;
import io.shmem4j.bench.measure.Probe;

/** One kernel over whole arrays, by every PE. */
final class StreamProbe extends Probe {
    private final Shmem shmem;
    private final StreamArrays arrays;
    private final StreamKernel kernel;

    StreamProbe(Shmem shmem, StreamArrays arrays, StreamKernel kernel) {
        super(kernel.title() + ", " + arrays.name(), (long) arrays.length() * kernel.bytes(), Sides.EACH);
        this.shmem = shmem;
        this.arrays = arrays;
        this.kernel = kernel;
    }

    @Override
    public int actors() {
        return shmem.nPes();
    }

    @Override
    public void prepare() {
        arrays.fill();
    }

    @Override
    public void loop(int turns) {
        for (int i = 0; i < turns; i++) {
            arrays.run(kernel, 0, arrays.length());
        }
    }

    @Override
    public void check() {
        arrays.check(kernel, 1);
        arrays.fill();
        for (StreamKernel each : StreamKernel.values()) {
            arrays.run(each, 0, arrays.length());
        }
        arrays.check(null, 1);
    }
}
