// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.SoftwareProfile;
import io.shmem4j.studies.experiment.Setup;

/** The programs as the study ran them. */
public final class Jobs {
    static final String PROFILE = "gasnet";
    static final String PROFILE_NOTE = "Calls of the library cost what the calibrated profile " + PROFILE + " says.";
    private static final long SPARE = 1 << 20;
    private static final int STREAM_PES = 2;

    private Jobs() {
    }

    static PairsProgram pairs(Setup setup, int[] pairs, int mostBytes) {
        for (int active : pairs) {
            if (active < 1 || active > PairsProgram.PAIRS) {
                throw new IllegalArgumentException("from 1 to " + PairsProgram.PAIRS + " pairs, not " + active);
            }
        }
        PairsProgram program = new PairsProgram(pairs, mostBytes);
        new JobRun(setup.machine(), SoftwareProfile.load(PROFILE)).run(2 * PairsProgram.PAIRS,
            2L * mostBytes + SPARE, program::run);
        return program;
    }

    static ReduceProgram reduce(Setup setup, int pes, int mostBytes) {
        if (Integer.bitCount(mostBytes) != 1 || Integer.numberOfTrailingZeros(mostBytes) % 2 != 0 || mostBytes < 4) {
            throw new IllegalArgumentException("sizes are powers of 4, from 4 bytes up; not " + mostBytes);
        }
        ReduceProgram program = new ReduceProgram(mostBytes);
        new JobRun(setup.machine(), SoftwareProfile.load(PROFILE)).run(pes, 2L * mostBytes + SPARE, program::run);
        return program;
    }

    /**
     * {@return STREAM after it has run on 2 PEs}
     *
     * @param blocks bytes of a PE's block
     */
    public static StreamProgram stream(CoherentMachine machine, int... blocks) {
        StreamProgram program = new StreamProgram(blocks);
        JobRun job = new JobRun(machine, SoftwareProfile.load(PROFILE));
        job.run(STREAM_PES, program.heapBytes(STREAM_PES) + SPARE, shmem -> program.run(shmem, job::prefetch));
        return program;
    }
}
