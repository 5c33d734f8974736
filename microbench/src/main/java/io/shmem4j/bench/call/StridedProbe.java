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
final class StridedProbe extends Probe {
    private final Area area;
    private final boolean puts;
    private final int target;
    private final int origin;
    private final int pairs;

    /** Where ints go, how many in a call, and between whom. */
    record Area(Shmem shmem, SymmetricInts block, int[] local, int count) {
        int partner() {
            return (shmem.myPe() + shmem.nPes() / 2) % shmem.nPes();
        }
    }

    /**
     * A call.
     *
     * @param target stride where data go
     * @param origin stride where they come from
     */
    StridedProbe(boolean puts, Area area, int target, int origin, int pairs) {
        super(puts ? "iput" : "iget", (long) area.count() * Integer.BYTES, Sides.EACH);
        this.puts = puts;
        this.area = area;
        this.target = target;
        this.origin = origin;
        this.pairs = pairs;
    }

    @Override
    public int actors() {
        return pairs;
    }

    @Override
    public boolean acts() {
        return area.shmem().myPe() < pairs;
    }

    @Override
    public void prepare() {
        int me = area.shmem().myPe();
        if (puts) {
            Arrays.setAll(area.local(), i -> 3 * i + me);
            area.block().fill(-1);
        } else {
            Arrays.fill(area.local(), -1);
            for (int i = 0; i < area.block().length(); i++) {
                area.block().set(i, 5 * i + me);
            }
        }
    }

    @Override
    public void loop(int turns) {
        if (puts) {
            put(area.shmem(), area.block(), area.local(), area.count(), area.partner(), turns);
        } else {
            get(area.shmem(), area.block(), area.local(), area.count(), area.partner(), turns);
        }
    }

    private void put(Shmem shmem, SymmetricInts block, int[] local, int count, int partner, int turns) {
        for (int i = 0; i < turns; i++) {
            shmem.iput(block, 0, local, 0, target, origin, count, partner);
            shmem.quiet();
        }
    }

    private void get(Shmem shmem, SymmetricInts block, int[] local, int count, int partner, int turns) {
        for (int i = 0; i < turns; i++) {
            shmem.iget(local, 0, block, 0, target, origin, count, partner);
        }
    }

    @Override
    public void check() {
        for (int i = 0; acts() && i < area.count(); i++) {
            int at = i * target;
            if (puts) {
                WrongResultException.check(name(), at, area.shmem().g(area.block(), at, area.partner()),
                    3L * i * origin + area.shmem().myPe());
            } else {
                WrongResultException.check(name(), at, area.local()[at], 5L * i * origin + area.partner());
            }
        }
    }
}
