// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;

/** Runs all steps of a kernel in this JVM. */
public final class Measured {
    private Measured() {
    }

    public static double[] values(Shmem shmem, KernelProblem problem, Transfer transfer) {
        KernelHeap heap = new KernelHeap(shmem);
        Kernel kernel = problem.kernel(heap, transfer, new PhaseTimers(shmem, problem.facts().phases()));
        kernel.reset();
        kernel.begin();
        for (int step = 1; step <= problem.steps(); step++) {
            kernel.step(step);
        }
        double[] values = kernel.verified(problem.steps(), kernel.finish());
        heap.free();
        return values;
    }

    /** {@return what a rehearsal of some steps says that it has done} */
    public static String rehearsed(Shmem shmem, KernelProblem small, Transfer transfer,
        int most) {
        KernelHeap heap = new KernelHeap(shmem);
        AllGather allGather = new AllGather(heap, 1);
        String done = new KernelRun.Rehearsal(shmem, small, transfer, allGather).run(most);
        heap.free();
        return done;
    }
}
