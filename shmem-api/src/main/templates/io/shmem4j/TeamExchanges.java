// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/**
 * Collectives that move data between the members of a team: broadcast, collect, fcollect, alltoall and alltoalls.
 *
 * <p>All members make the same calls in the same order and pass the same symmetric objects, even those they do not
 * use. Null is allowed only if no member has elements. A call returns when this member's result is complete and its
 * source may change again. Source and result must not overlap, except that the dest of a broadcast may be its source.
 * The overloads for {@link SymmetricBytes} are the {@code mem} forms of the standard.
 *
 * <p>Every call throws {@link io.shmem4j.error.NotInitializedException} on a team that this PE is not in,
 * {@link io.shmem4j.error.SymmetricIndexException} for a count beyond an object's end,
 * {@link io.shmem4j.error.FreedObjectException} for a freed object, {@link NullPointerException} for null where there
 * are elements, {@link IllegalArgumentException} for overlapping objects, and {@link
 * io.shmem4j.error.InvalidPeException} if the root is not a member. With {@code SHMEM_CHECK=2} it throws
 * {@link io.shmem4j.error.SymmetricMismatchException} if the members' calls differ.
 */
public sealed interface TeamExchanges permits Team {
//#types: broadcast value -collectv -alltoallv -counts
//#param root number of the root in the team
//#param dest the result, on every member; may be the source
//#param source the elements, on the root
//#param count number of elements
    /** Copies elements of one member to all, {@code shmem_long_broadcast}. @params @throws index, freed, overlap, root,
     * member */
    default void broadcast(SymmetricLongs dest, SymmetricLongs source, long count, int root) {
        ((Team) this).calls.broadcast(dest, source, count, root);
    }

    /**
     * Copies a part of an array from one member to all, in place. An extension of the standard.
     *
     * @params
     * @param array the array; null only if the count is 0
     * @param from first element of the part
     * @throws index, freed, root, member
     */
    default void broadcast(SymmetricLongs array, long from, long count, int root) {
        SymmetricLongs part = array == null ? null : array.slice(from, count);
        ((Team) this).calls.broadcast(part, part, count, root);
    }

//#param dest the result, null only if no member gives elements
//#param source this member's part, null only if no member gives elements
//#param count number of its elements
    /** Concatenates elements of all members, {@code shmem_long_collect}. Members may give different numbers of
     * elements. @params @throws index, freed, overlap, member */
    default void collect(SymmetricLongs dest, SymmetricLongs source, long count) {
        ((Team) this).calls.collect(dest, source, count);
    }

    /** Concatenates elements of all members, the same number of each, {@code shmem_long_fcollect}. @params @throws
     * index, freed, overlap, member */
    default void fcollect(SymmetricLongs dest, SymmetricLongs source, long count) {
        ((Team) this).calls.fcollect(dest, source, count);
    }

//#param dest the blocks received
//#param source the blocks to send
//#param count number of elements in a block
    /** Exchanges blocks between all members, {@code shmem_long_alltoall}: member {@code j} receives block {@code j} of
     * every member's source, in the order of the senders. @params @throws index, freed, overlap, member */
    default void alltoall(SymmetricLongs dest, SymmetricLongs source, long count) {
        ((Team) this).calls.alltoall(dest, source, count);
    }

//#param dest the elements received
//#param source the elements to send
    /**
     * Exchanges blocks between all members with a stride between elements, {@code shmem_long_alltoalls}.
     *
     * @params
     * @param destStride distance between elements in dest, in elements
     * @param sourceStride distance between elements in source, in elements
     * @throws index, freed, overlap, member
     */
    default void alltoalls(SymmetricLongs dest, SymmetricLongs source, long destStride, long sourceStride,
        long count) {
        ((Team) this).calls.alltoalls(dest, source, destStride, sourceStride, count);
    }

//#param dest the result, null only if no member gives elements
//#param source this member's part, null only if no member gives elements
//#param count number of its elements
    /** {@return the number of elements of each member} Concatenates elements of all members, as {@code collect} does.
     * An extension of the standard. @params @throws index, freed, overlap, member */
    default long[] collectv(SymmetricLongs dest, SymmetricLongs source, long count) {
        return ((Team) this).calls.collectv(dest, source, count);
    }

//#param dest the blocks received, in the order of the members without gaps; null only if no member sends elements
//#param source the blocks to send, in the order of the members without gaps; null only if no member sends elements
    /** {@return the number of elements that each member has sent to this one} Exchanges blocks of any lengths between
     * all members. An extension of the standard. @params @param counts number of elements for each member @throws
     * index, freed, overlap, member */
    default long[] alltoallv(SymmetricLongs dest, SymmetricLongs source, long[] counts) {
        return ((Team) this).calls.alltoallv(dest, source, counts);
    }

//#param root number of the root in the team
//#param count number of elements of a member
    /**
     * Concatenates elements of all members on the root, the same number of each. An extension of the standard.
     *
     * @params
     * @param dest the result, used on the root only; null only if the count is 0
     * @param source this member's part, null only if the count is 0
     * @throws index, freed, overlap, root, member
     */
    default void gather(SymmetricLongs dest, SymmetricLongs source, long count, int root) {
        ((Team) this).calls.gather(dest, source, count, root);
    }

    /**
     * Sends each member its block of the root's source. An extension of the standard.
     *
     * @params
     * @param dest this member's block, null only if the count is 0
     * @param source blocks in the order of the members, used on the root only; null only if the count is 0
     * @throws index, freed, overlap, root, member
     */
    default void scatter(SymmetricLongs dest, SymmetricLongs source, long count, int root) {
        ((Team) this).calls.scatter(dest, source, count, root);
    }

    /** {@return the root's value} An extension of the standard that needs no symmetric object. @params @param value the
     * value, on the root; any value of the same type on the other members @throws root, member */
    default long broadcast(long value, int root) {
        return ((Team) this).values.broadcast(value, root);
    }

//#done
}
