// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The command line of a kernel that is made of steps. */
public abstract class KernelOptions extends Options {
    private static final String REHEARSAL = "500";

    @Option(names = "--transfer", paramLabel = "HOW", defaultValue = "DIRECT",
        description = "how numbers of other PEs are reached: direct, by load and store, the default; putget")
    private Transfer transfer;

    @Option(names = "--steps", paramLabel = "N", converter = Count.class,
        description = "end after N of the class's iterations, unverified")
    private Integer steps;

    @Option(names = "--rehearsal", paramLabel = "N", defaultValue = REHEARSAL, converter = Count.class,
        description = "at most N iterations of a small class in the initialisation, to have code compiled (default:"
            + " ${DEFAULT-VALUE})")
    private int rehearsal;

    /** {@return the options of a kernel that has no more of them} */
    public static KernelOptions of(Function<NpbClass, KernelProblem<?>> problems) {
        return new KernelOptions() {
            @Override
            protected KernelProblem<?> problem(NpbClass npbClass) {
                return problems.apply(npbClass);
            }
        };
    }

    /** {@return the problem of a class, null where it is too large} */
    protected abstract KernelProblem<?> problem(NpbClass npbClass);

    @Override
    protected final Result measure(Shmem shmem) {
        return KernelRun.run(shmem, this);
    }

    final Transfer transfer() {
        return transfer;
    }

    /**
     * {@return iterations}
     *
     * @param all those of the problem, where the user has not said
     */
    final int steps(int all) {
        return steps == null ? all : steps;
    }

    final int rehearsal() {
        return rehearsal;
    }
}
