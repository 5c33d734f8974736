// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;


/** One class of a kernel: what can be said of it before it runs. */
public interface KernelProblem {
    NpbClass npbClass();

    int steps();

    Facts facts();

    /**
     * Facts of the problem for the result.
     *
     * @param operation what an operation is
     * @param unit what steps are, in words
     * @param phases what is timed, in the order of the result
     */
    record Facts(String name, String size, double megaOperations, String operation, String unit, Phase... phases) {
        public Facts(String name, String size, double megaOperations, Phase... phases) {
            this(name, size, megaOperations, "floating point", "iterations", phases);
        }
    }

    /** {@return most PEs that it runs on}; where it says nothing, PEs without data of their own wait */
    default int mostPes() {
        return Integer.MAX_VALUE;
    }

    /** {@return why a number of PEs does not suit, and what does; null where it suits} */
    default String refusal(Transfer transfer, int pes) {
        return pes <= mostPes() ? null : facts().name() + " class " + npbClass() + " is for 1 to " + mostPes()
            + " PEs, and not for " + pes + "; try -np " + mostPes();
    }

    /** {@return bytes of symmetric heap that each PE needs}, by whether memory of other PEs can be mapped */
    long bytes(Transfer transfer, int pes, boolean mapped);

    /** {@return bytes of Java heap that each PE needs, about} */
    default long javaBytes(Transfer transfer, int pes) {
        return 0;
    }

    Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers);

    /** {@return what to rehearse where this is the smallest class, so that every loop of the benchmark runs} */
    default KernelProblem rehearsal(KernelProblem benchmark) {
        return this;
    }

    /** {@return how long a rehearsal may take}, as many PEs on few cores take long for small steps, too */
    default double rehearsalSeconds() {
        return 3;
    }

    /** {@return what to run after some steps of a rehearsal} */
    default KernelProblem rehearsed(int steps) {
        return this;
    }

    /** {@return whether there is something to verify after some steps} */
    default boolean verifiable(int steps) {
        return steps == steps();
    }

    /** {@return whether numbers are those of the reference} */
    boolean right(double... values);

    /** {@return whether a number is close to its reference; no number is close to one that is none} */
    static boolean close(double value, double reference, double epsilon) {
        return Math.abs(value - reference) <= epsilon * Math.abs(reference);
    }
}
