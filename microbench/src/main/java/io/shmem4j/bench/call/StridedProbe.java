// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.MayRace;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.Arrays;

/** The first PE of each pair moves ints whose distances differ from one side to the other. */
@MayRace
abstract class StridedProbe extends Probe {
    /** What is strided: where data go, where they come from. */
    record Strides(int target, int origin) {
    }

    final Shmem shmem;
    final SymmetricInts block;
    final int[] local;
    final int count;
    final int partner;
    final Strides strides;
    private final int pairs;

    StridedProbe(String name, Shmem shmem, SymmetricInts block, int[] local, int count, Strides strides, int pairs) {
        super(name, (long) count * Integer.BYTES, Sides.EACH);
        this.shmem = shmem;
        this.block = block;
        this.local = local;
        this.count = count;
        this.strides = strides;
        this.pairs = pairs;
        this.partner = (shmem.myPe() + shmem.nPes() / 2) % shmem.nPes();
    }

    @Override
    public final int actors() {
        return pairs;
    }

    @Override
    public final boolean acts() {
        return shmem.myPe() < pairs;
    }

    @Override
    public final void loop(int turns) {
        if (acts()) {
            move(turns);
        }
    }

    abstract void move(int turns);

    @Override
    public final void check() {
        if (acts()) {
            verify();
        }
    }

    abstract void verify();

    /** iput. */
    static final class Iput extends StridedProbe {
        Iput(Shmem shmem, SymmetricInts block, int[] local, int count, Strides strides, int pairs) {
            super("iput", shmem, block, local, count, strides, pairs);
        }

        @Override
        public void prepare() {
            Arrays.setAll(local, i -> 3 * i + shmem.myPe());
            block.fill(-1);
        }

        @Override
        void move(int turns) {
            for (int i = 0; i < turns; i++) {
                shmem.iput(block, 0, local, 0, strides.target(), strides.origin(), count, partner);
                shmem.quiet();
            }
        }

        @Override
        void verify() {
            for (int i = 0; i < count; i++) {
                int at = i * strides.target();
                WrongResultException.check("iput", at, shmem.g(block, at, partner),
                    3L * i * strides.origin() + shmem.myPe());
            }
        }
    }

    /** iget. */
    static final class Iget extends StridedProbe {
        Iget(Shmem shmem, SymmetricInts block, int[] local, int count, Strides strides, int pairs) {
            super("iget", shmem, block, local, count, strides, pairs);
        }

        @Override
        public void prepare() {
            Arrays.fill(local, -1);
            for (int i = 0; i < block.length(); i++) {
                block.set(i, 5 * i + shmem.myPe());
            }
        }

        @Override
        void move(int turns) {
            for (int i = 0; i < turns; i++) {
                shmem.iget(local, 0, block, 0, strides.target(), strides.origin(), count, partner);
            }
        }

        @Override
        void verify() {
            for (int i = 0; i < count; i++) {
                int at = i * strides.target();
                WrongResultException.check("iget", at, local[at], 5L * i * strides.origin() + partner);
            }
        }
    }
}
