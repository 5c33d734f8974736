// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.JobMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A sleeper on a cell and a PE that sets it. The first result says whether the sleeper has seen the new value after it
 * had counted itself in, the second whether the setter has seen a sleeper. If neither, the sleeper sleeps for ever.
 */
@JCStressTest
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "The wake-up is lost.")
@Outcome(expect = Expect.ACCEPTABLE, desc = "The sleeper goes on.")
@State
public class CellStress {
    private static final long CELL = 512;

    private final int pe = StressMemory.next();

    public CellStress() {
        JobMemory.words().setLong(pe * StressMemory.PE_BYTES + CELL, 0);
        JobMemory.words().setLong(pe * StressMemory.PE_BYTES + CELL + Long.BYTES, 0);
    }

    /** Counts itself in and looks. */
    @Actor
    public void sleeper(ZZ_Result r) {
        StressMemory.backend().addSleepers(pe, CELL, 1);
        r.r1 = StressMemory.backend().cellGet(pe, CELL) == 1;
    }

    /** Sets the cell. */
    @Actor
    public void setter(ZZ_Result r) {
        r.r2 = StressMemory.backend().setFindsSleepers(pe, CELL, 1);
    }
}
