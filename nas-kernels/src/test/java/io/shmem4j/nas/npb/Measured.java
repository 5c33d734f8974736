// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;

/** Runs all steps of a kernel in this JVM. */
public final class Measured {
    private Measured() {
    }

    public static <P extends Enum<P>> double[] values(Shmem shmem, KernelProblem<P> problem, Transfer transfer) {
        Kernel kernel = problem.kernel(shmem, transfer, new PhaseTimers<>(shmem, problem.phases()));
        kernel.reset();
        kernel.begin();
        for (int step = 1; step <= problem.steps(); step++) {
            kernel.step(step);
        }
        double[] values = kernel.verified(kernel.finish());
        kernel.free();
        return values;
    }

    /** {@return what a rehearsal of some steps says that it has done} */
    public static <P extends Enum<P>> String rehearsed(Shmem shmem, KernelProblem<P> small, Transfer transfer,
        int most) {
        AllGather allGather = new AllGather(shmem, 1);
        String done = new KernelRun.Rehearsal<>(shmem, small, transfer, allGather).run(most);
        allGather.free();
        return done;
    }
}
