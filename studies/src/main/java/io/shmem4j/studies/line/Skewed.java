// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;
import java.util.random.RandomGenerator;

/**
 * An algorithm whose PEs begin at different moments, so that their accesses meet in another order; its time counts from
 * when the last PE begins.
 */
public final class Skewed extends LineAlgorithm {
    private final LineAlgorithm inner;
    private final long[] delays;
    private long last;

    /** Delays each PE by at most so many picoseconds. */
    public Skewed(long base, LineAlgorithm inner, int pes, long most, RandomGenerator random) {
        super(base, inner.lines());
        this.inner = inner;
        this.delays = random.longs(pes, 0, most + 1).toArray();
        for (long delay : delays) {
            last = Math.max(last, delay);
        }
    }

    @Override
    public void prepare(CoherentChip chip) {
        inner.prepare(chip);
    }

    @Override
    public void run(VirtualPe pe) {
        pe.waitUntilTime(pe.now() + delays[pe.number()]);
        inner.run(pe);
    }

    @Override
    public long duration(VirtualPe pe, long start) {
        return inner.duration(pe, start + last);
    }

    @Override
    public void check() {
        inner.check();
    }
}
