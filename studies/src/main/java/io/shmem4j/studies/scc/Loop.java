// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshCore;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Cores that do the same again and again from time 0 on, all as long as the others do, and the mean time that each took
 * for one. The first of each core does not count.
 */
public final class Loop {
    private final long[] first;
    private final long[] last;
    private final int[] count;

    private Loop(int cores) {
        first = new long[cores];
        last = new long[cores];
        count = new int[cores];
    }

    /**
     * {@return the times of rounds that cores of an idle chip begin for so many picoseconds; some do nothing, by null}
     */
    public static Loop run(MeshChip chip, long until, IntFunction<Consumer<MeshCore>> body) {
        Loop loop = new Loop(chip.topology().cores());
        chip.run(core -> {
            Consumer<MeshCore> round = body.apply(core.number());
            if (round != null) {
                loop.repeat(core, until, round);
            }
        });
        return loop;
    }

    private void repeat(MeshCore core, long until, Consumer<MeshCore> round) {
        int number = core.number();
        round.accept(core);
        first[number] = core.now();
        do {
            round.accept(core);
            count[number]++;
            last[number] = core.now();
        } while (core.now() < until);
    }

    /** {@return the mean of a core's rounds in picoseconds; 0 for a core that did nothing} */
    public double picos(int core) {
        return count[core] == 0 ? 0 : (double) (last[core] - first[core]) / count[core];
    }

    /** {@return how many rounds of a core count} */
    int rounds(int core) {
        return count[core];
    }
}
