// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;

/**
 * One class of a kernel: what can be said of it before it runs.
 *
 * @param <P> the phases
 */
public interface KernelProblem<P extends Enum<P>> {
    /** {@return the kernel's short name} */
    String name();

    /** {@return the class} */
    NpbClass npbClass();

    /** {@return the size in words} */
    String size();

    /** {@return timed iterations} */
    int steps();

    /** {@return millions of operations of all steps} */
    double megaOperations();

    /** {@return what an operation is} */
    default String operation() {
        return "floating point";
    }

    /** {@return all phases in their order} */
    P[] phases();

    /** {@return the most PEs that have something to do} */
    int mostPes();

    /**
     * {@return why a number of PEs does not suit, and what does; null where it suits}
     *
     * @param transfer how numbers move
     * @param pes      number of PEs
     */
    default String refusal(Transfer transfer, int pes) {
        return pes <= mostPes() ? null : name() + " class " + npbClass() + " is for 1 to " + mostPes()
            + " PEs, and not for " + pes + "; try -np " + mostPes();
    }

    /**
     * {@return bytes of symmetric heap that each PE needs}
     *
     * @param transfer how numbers move
     * @param pes      number of PEs
     */
    long bytes(Transfer transfer, int pes);

    /**
     * {@return bytes of Java heap that each PE needs, about}
     *
     * @param transfer how numbers move
     * @param pes      number of PEs
     */
    default long javaBytes(Transfer transfer, int pes) {
        return 0;
    }

    /**
     * {@return this PE's part}; collective
     *
     * @param shmem    the PE's handle
     * @param transfer how numbers move
     * @param timers   watches of the phases
     */
    Kernel kernel(Shmem shmem, Transfer transfer, PhaseTimers<P> timers);

    /** {@return what to rehearse where this is the smallest class, so that every loop of the larger ones runs} */
    default KernelProblem<P> rehearsal() {
        return this;
    }

    /** {@return whether there are references} */
    default boolean verifiable() {
        return true;
    }

    /**
     * {@return whether numbers are those of the reference}
     *
     * @param values what the kernel has computed
     */
    boolean right(double... values);

    /**
     * {@return whether a number is close to its reference}; no number is close to one that is none
     *
     * @param value     the number
     * @param reference what it should be
     * @param epsilon   largest relative error
     */
    static boolean close(double value, double reference, double epsilon) {
        return Math.abs(value - reference) <= epsilon * Math.abs(reference);
    }
}
