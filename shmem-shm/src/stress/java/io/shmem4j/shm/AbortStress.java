// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two PEs end the job at once, and one reads who has and why: the facts of one of them, which are all there. */
@JCStressTest
@Outcome(id = {"1, 11, 1", "2, 22, 2"}, expect = Expect.ACCEPTABLE, desc = "One PE's facts.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Facts of both, or facts that are not there yet.")
@State
public class AbortStress {
    private static final long BYTES = ControlLayout.bytes(1);
    private static final MemorySegment ALL = StressMemory.sparse(StressMemory.PLACES * BYTES);

    private final ControlFile control;

    public AbortStress() {
        MemorySegment memory = ALL.asSlice(StressMemory.next() * BYTES, BYTES);
        memory.asSlice(0, ControlLayout.VARIABLE_SLEEPERS).fill((byte) 0);
        memory.set(JAVA_LONG, ControlLayout.MAGIC_AT, ControlLayout.MAGIC);
        memory.set(JAVA_INT, ControlLayout.FORMAT_AT, ControlLayout.FORMAT);
        memory.set(JAVA_INT, ControlLayout.PES, 1);
        control = new ControlFile(memory);
    }

    /** Ends the job. */
    @Actor
    public void first() {
        control.abort(1, 11, "1");
    }

    /** Ends the job, too, and reads who has. */
    @Actor
    public void second(III_Result r) {
        control.abort(2, 22, "2");
        if (control.aborting()) {
            r.r1 = control.abortPe();
            r.r2 = control.abortStatus();
            r.r3 = Integer.parseInt(control.abortReason());
        }
    }
}
