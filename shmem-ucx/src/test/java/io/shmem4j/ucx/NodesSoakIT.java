// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Weekly;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Jobs of 4 PEs on 2 nodes, one after the other: each has the right status and leaves no files, for which
 * {@link Oshrun} looks. The property {@code nodes.soak.jobs} says how many.
 */
@Weekly
class NodesSoakIT {
    private static final int JOBS = Integer.getInteger("nodes.soak.jobs", 5);
    private static final int PES = 4;

    /** Work of jobs, by the program's first argument, and their ends. */
    private enum Work {
        RELAY(0), ATOMICS(0), EXIT(7), MAPS(0), ABORT(5);

        final int status;

        Work(int status) {
            this.status = status;
        }
    }

    @BeforeAll
    static void needUcx() {
        SeveralMachines.assume();
    }

    @Test
    void noneOfManyJobsFails() {
        for (int job = 0; job < JOBS; job++) {
            Work work = Work.values()[job % Work.values().length];
            Oshrun.run(Oshrun.words(PES, Oshrun.program(NodesProgram.class, work.name().toLowerCase(Locale.ROOT)),
                "--split", "2", "--heap-size", "1m", "--timeout", "120")).expect(work.status);
        }
        System.out.println("soak: " + JOBS + " jobs");
    }
}
