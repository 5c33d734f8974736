// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;

/**
 * Iterations of a small class before the benchmark is set up, so that the JVM compiles what the benchmark runs. They
 * see none of the benchmark's numbers, and their memory is given back.
 *
 * @param <P> the phases
 */
final class KernelRehearsal<P extends Enum<P>> {
    /** Many PEs on few cores take long for small steps, too. */
    private static final double LONGEST_SECONDS = 3;

    private final Shmem shmem;
    private final KernelProblem<P> small;
    private final Transfer transfer;
    private final AllGather allGather;
    private int done;

    KernelRehearsal(Shmem shmem, KernelProblem<P> small, Transfer transfer, AllGather allGather) {
        this.shmem = shmem;
        this.small = small;
        this.transfer = transfer;
        this.allGather = allGather;
    }

    /**
     * Runs it; collective.
     *
     * @param most steps, of which there are fewer when they take long, and none on simulated machines, where nothing
     *             that a JVM does takes time
     * @return what was done, in words
     */
    String run(int most) {
        if (most > 0 && !shmem.simulated()) {
            double latest = shmem.time() + LONGEST_SECONDS;
            Kernel kernel = small.kernel(shmem, transfer, new PhaseTimers<>(shmem, small.phases()));
            do {
                repeat(kernel, most);
            } while (done < most && allGather.max(shmem.time() - latest) < 0);
            kernel.free();
        }
        return done == 0 ? "none" : done + " untimed iterations of " + small.size();
    }

    /** Goes once through all of the small class, or less. */
    private void repeat(Kernel kernel, int most) {
        kernel.reset();
        kernel.begin();
        for (int step = 1; step <= small.steps() && done < most; step++) {
            kernel.step(step);
            done++;
        }
        kernel.finish();
    }
}
