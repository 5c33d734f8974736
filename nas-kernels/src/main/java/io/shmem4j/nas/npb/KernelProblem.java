// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;


/** A problem: a kernel in a class. */
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

    /** {@return the maximum number of PEs} By default PEs without data only wait. */
    default int mostPes() {
        return Integer.MAX_VALUE;
    }

    /** {@return why this number of PEs is not supported, with the nearest supported one, or null} */
    default String refusal(Transfer transfer, int pes) {
        return pes <= mostPes() ? null : facts().name() + " class " + npbClass() + " is for 1 to " + mostPes()
            + " PEs, and not for " + pes + "; try -np " + mostPes();
    }

    /** {@return symmetric memory per PE in bytes} */
    long bytes(Transfer transfer, int pes);

    /** {@return approximate Java heap per PE in bytes} */
    default long javaBytes(Transfer transfer, int pes) {
        return 0;
    }

    Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers);

    /**
     * {@return the problem to rehearse the benchmark with, so that all of its loops run} Called on the smallest class.
     */
    default KernelProblem rehearsal(KernelProblem benchmark) {
        return this;
    }

    /** {@return the maximum duration of the rehearsal in seconds} */
    default double rehearsalSeconds() {
        return 3;
    }

    /** {@return the problem to run after a number of rehearsed steps} */
    default KernelProblem rehearsed(int steps) {
        return this;
    }

    /** {@return whether the result of this number of steps can be verified} */
    default boolean verifiable(int steps) {
        return steps == steps();
    }

    /** {@return whether the values match the references} */
    boolean right(double... values);

    /** {@return whether a value is close to its reference, which NaN is not} */
    static boolean close(double value, double reference, double epsilon) {
        return Math.abs(value - reference) <= epsilon * Math.abs(reference);
    }
}
