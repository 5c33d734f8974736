// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;


/** A class of a kernel. */
public interface KernelProblem {
    NpbClass npbClass();

    int steps();

    Facts facts();

    /**
     * Constants for the report.
     *
     * @param operation unit of the operation count
     * @param unit      name of the steps
     * @param phases    timed phases in the order of the report
     */
    record Facts(String name, String size, double megaOperations, String operation, String unit, Phase... phases) {
        public Facts(String name, String size, double megaOperations, Phase... phases) {
            this(name, size, megaOperations, "floating point", "iterations", phases);
        }
    }

    /** {@return the most PEs that it runs on}; by default PEs without data wait */
    default int mostPes() {
        return Integer.MAX_VALUE;
    }

    /** {@return why a number of PEs does not suit, with the nearest that does; null if it suits} */
    default String refusal(Transfer transfer, int pes) {
        return pes <= mostPes() ? null : facts().name() + " class " + npbClass() + " is for 1 to " + mostPes()
            + " PEs, and not for " + pes + "; try -np " + mostPes();
    }

    /** {@return symmetric bytes of each PE} */
    long bytes(Transfer transfer, int pes);

    /** {@return approximate bytes of Java heap of each PE} */
    default long javaBytes(Transfer transfer, int pes) {
        return 0;
    }

    Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers);

    /** {@return what to rehearse of this smallest class, so that every loop of the benchmark runs} */
    default KernelProblem rehearsal(KernelProblem benchmark) {
        return this;
    }

    /** {@return a time limit of the rehearsal} */
    default double rehearsalSeconds() {
        return 3;
    }

    /** {@return the problem to run after some rehearsed steps} */
    default KernelProblem rehearsed(int steps) {
        return this;
    }

    /** {@return whether a number of steps can be verified} */
    default boolean verifiable(int steps) {
        return steps == steps();
    }

    /** {@return whether values agree with the references} */
    boolean right(double... values);

    /** {@return whether a value is close to its reference}; NaN is not */
    static boolean close(double value, double reference, double epsilon) {
        return Math.abs(value - reference) <= epsilon * Math.abs(reference);
    }
}
