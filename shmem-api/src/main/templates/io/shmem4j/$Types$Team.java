// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.$Type$Kernel;
import io.shmem4j.collective.Collectives;
import io.shmem4j.spi.Operator;

/**
 * Collectives on {@code $type$}s: a link in the chain of classes that make up {@link Team}.
 *
 * <p>All members call them in the same order with the same symmetric objects. A call returns when this member's result
 * is complete and its source may be changed. Objects may not overlap, but reductions and scans work in place.
 */
public abstract sealed class $Types$Team extends $TeamBefore$ permits $TeamAfter$ {
    $Types$Team(Library library, Collectives collectives, RootTeam origin, CollectiveOptions options, String name) {
        super(library, collectives, origin, options, name);
    }

    /**
     * Copies elements of one member to all, {@code shmem_$type$_broadcast}.
     *
     * @param dest   where to, on every member
     * @param source what, on the root
     * @param count  elements
     * @param root   number of the root in the team
     */
    public final void broadcast(Symmetric$Types$ dest, Symmetric$Types$ source, long count, int root) {
        spread(dest, source, count, root);
    }

    /**
     * Concatenates elements of all members, as many as each has, {@code shmem_$type$_collect}.
     *
     * @param dest   where to
     * @param source this member's part
     * @param count  its elements
     */
    public final void collect(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        gatherAny(dest, source, count);
    }

    /**
     * Concatenates elements of all members, equally many of each, {@code shmem_$type$_fcollect}.
     *
     * @param dest   where to
     * @param source this member's part
     * @param count  its elements
     */
    public final void fcollect(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        gather(dest, source, count);
    }

    /**
     * Sends a block of every member to every other, {@code shmem_$type$_alltoall}: block {@code i} of the source goes
     * to member {@code i}, where it becomes the block with the sender's number.
     *
     * @param dest   the blocks received
     * @param source the blocks to send
     * @param count  elements of a block
     */
    public final void alltoall(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        exchange(dest, source, count);
    }

    /**
     * Like {@code alltoall} with elements apart, {@code shmem_$type$_alltoalls}.
     *
     * @param dest         the elements received
     * @param source       the elements to send
     * @param destStride   elements from one to the next in dest
     * @param sourceStride elements from one to the next in source
     * @param count        elements of a block
     */
    public final void alltoalls(Symmetric$Types$ dest, Symmetric$Types$ source, long destStride, long sourceStride,
        long count) {
        exchange(dest, source, destStride, sourceStride, count);
    }
//#if integer
    /**
     * Bitwise and over the members, element by element, {@code shmem_$type$_and_reduce}.
     *
     * @param dest   the result, on every member; may be the source
     * @param source the operands
     * @param count  elements
     */
    public final void andReduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        reduce($Type$Kernel.of(Operator.AND), dest, source, count);
    }

    /**
     * Bitwise or over the members, element by element, {@code shmem_$type$_or_reduce}.
     *
     * @param dest   the result, on every member; may be the source
     * @param source the operands
     * @param count  elements
     */
    public final void orReduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        reduce($Type$Kernel.of(Operator.OR), dest, source, count);
    }

    /**
     * Bitwise exclusive or over the members, element by element, {@code shmem_$type$_xor_reduce}.
     *
     * @param dest   the result, on every member; may be the source
     * @param source the operands
     * @param count  elements
     */
    public final void xorReduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        reduce($Type$Kernel.of(Operator.XOR), dest, source, count);
    }

    /**
     * Largest of unsigned numbers over the members, element by element, {@code shmem_u$type$_max_reduce}.
     *
     * @param dest   the result, on every member; may be the source
     * @param source the operands
     * @param count  elements
     */
    public final void umaxReduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        reduce($Type$Kernel.of(Operator.UMAX), dest, source, count);
    }

    /**
     * Smallest of unsigned numbers over the members, element by element, {@code shmem_u$type$_min_reduce}.
     *
     * @param dest   the result, on every member; may be the source
     * @param source the operands
     * @param count  elements
     */
    public final void uminReduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        reduce($Type$Kernel.of(Operator.UMIN), dest, source, count);
    }
//#end
    /**
     * Largest over the members, element by element, {@code shmem_$type$_max_reduce}.
     *
     * @param dest   the result, on every member; may be the source
     * @param source the operands
     * @param count  elements
     */
    public final void maxReduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        reduce($Type$Kernel.of(Operator.MAX), dest, source, count);
    }

    /**
     * Smallest over the members, element by element, {@code shmem_$type$_min_reduce}.
     *
     * @param dest   the result, on every member; may be the source
     * @param source the operands
     * @param count  elements
     */
    public final void minReduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        reduce($Type$Kernel.of(Operator.MIN), dest, source, count);
    }

    /**
     * Sum over the members, element by element, {@code shmem_$type$_sum_reduce}.
     *
     * @param dest   the result, on every member; may be the source
     * @param source the operands
     * @param count  elements
     */
    public final void sumReduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        reduce($Type$Kernel.of(Operator.SUM), dest, source, count);
    }

    /**
     * Product over the members, element by element, {@code shmem_$type$_prod_reduce}.
     *
     * @param dest   the result, on every member; may be the source
     * @param source the operands
     * @param count  elements
     */
    public final void prodReduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        reduce($Type$Kernel.of(Operator.PROD), dest, source, count);
    }
//#if real
    /**
     * Sum of complex numbers over the members, pair by pair, {@code shmem_complex$letter$_sum_reduce}.
     *
     * @param dest   the result, real and imaginary parts in turn; may be the source
     * @param source the operands
     * @param count  pairs
     */
    public final void complexSumReduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        reduce($Type$Kernel.of(Operator.SUM), dest, source, Fault.times(count, 2));
    }

    /**
     * Product of complex numbers over the members, pair by pair, {@code shmem_complex$letter$_prod_reduce}.
     *
     * @param dest   the result, real and imaginary parts in turn; may be the source
     * @param source the operands
     * @param count  pairs
     */
    public final void complexProdReduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        reduce($Type$Kernel.of(Operator.COMPLEX_PROD), dest, source, Fault.times(count, 2));
    }
//#end

    /**
     * Sums the elements of the members up to each, including its own, {@code shmem_$type$_sum_inscan}.
     *
     * @param dest   the result; may be the source
     * @param source the operands
     * @param count  elements
     */
    public final void sumInscan(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        scan($Type$Kernel.of(Operator.SUM), dest, source, count, true);
    }

    /**
     * Sums the elements of the members up to each, without its own, zero on the first, {@code shmem_$type$_sum_exscan}.
     *
     * @param dest   the result; may be the source
     * @param source the operands
     * @param count  elements
     */
    public final void sumExscan(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        scan($Type$Kernel.of(Operator.SUM), dest, source, count, false);
    }
}
