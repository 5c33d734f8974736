// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.Team;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;

/**
 * One kernel in blocks; after each block all PEs add up its number, by which they know that all have done it. A turn is
 * one block.
 */
final class BlockedProbe extends Probe {
    /** Makes the probe of a kernel. */
    interface Maker {
        BlockedProbe make(StreamKernel kernel);
    }

    private final Shmem shmem;
    private final Team team;
    private final StreamArrays arrays;
    private final StreamKernel kernel;
    private final int block;
    private final SymmetricDoubles part;
    private final SymmetricDoubles total;
    private int at;
    private long blocks;

    BlockedProbe(Shmem shmem, Team team, StreamArrays arrays, StreamKernel kernel, int block, SymmetricDoubles part,
        SymmetricDoubles total) {
        super(kernel.title() + " in blocks, " + arrays.name(), (long) block * kernel.bytes(), Sides.ALL);
        this.shmem = shmem;
        this.team = team;
        this.arrays = arrays;
        this.kernel = kernel;
        this.block = block;
        this.part = part;
        this.total = total;
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
            int from = at + block > arrays.length() ? 0 : at;
            arrays.run(kernel, from, from + block);
            at = from + block;
            blocks++;
            part.set(0, blocks + shmem.myPe());
            team.sumReduce(total, part, part.length());
        }
    }

    @Override
    public void check() {
        double n = shmem.nPes();
        double expected = blocks * n + n * (n - 1) / 2;
        if (total.get(0) != expected) {
            throw new WrongResultException(name() + ": the sum over all PEs is " + total.get(0) + ", not " + expected);
        }
        for (int from = 0; from + block <= arrays.length(); from += block) {
            arrays.run(kernel, from, from + block);
        }
        int done = arrays.length() / block * block;
        if (done == arrays.length()) {
            arrays.check(kernel, 1);
        }
    }
}
