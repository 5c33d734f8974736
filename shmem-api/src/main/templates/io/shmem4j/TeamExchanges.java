// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/**
 * Collectives that move data between the members of a team: broadcast, collect, fcollect, alltoall and alltoalls.
 *
 * <p>All members call them in the same order with the same symmetric objects, whether they use both or not. Null is for
 * calls in which no member has elements. A call returns when this member's result is complete and its source may be
 * changed. Source and result must not overlap, except that the dest of a broadcast may be its source.
 *
 * <p>Every call throws {@link io.shmem4j.error.NotInitializedException} on a team that this PE is not in,
 * {@link io.shmem4j.error.SymmetricIndexException} for a count beyond an object's end,
 * {@link io.shmem4j.error.FreedObjectException} for a freed object, {@link NullPointerException} for null where there
 * are elements, {@link IllegalArgumentException} for overlapping objects, and
 * {@link io.shmem4j.error.InvalidPeException} for a root that is no member. {@code SHMEM_CHECK=2} adds
 * {@link io.shmem4j.error.SymmetricMismatchException} where the members' calls differ.
 */
public sealed interface TeamExchanges permits Team {
//#types
//#each mem/count/elements/c /count/elements/$type$_ byte: mem/bytes/bytes/
//#param root number of the root in the team
//#param dest the result, on every member; may be the source
//#param source the $elements$, on the root
//#param $count$ number of $elements$
    /**
     * Copies $elements$ of one member to all, {@code shmem_$c$broadcast$mem$}.
     *
     * @params
     * @throws index, freed, overlap, root, member
     */
    default void broadcast$mem$(Symmetric$Types$ dest, Symmetric$Types$ source, long $count$, int root) {
        ((Team) this).calls.spread(dest, source, $count$, root);
    }

//#param dest the result, null only if no member gives $elements$
//#param source this member's part, null only if no member gives $elements$
//#param $count$ number of its $elements$
    /**
     * Concatenates $elements$ of all members, which may have different numbers of them,
     * {@code shmem_$c$collect$mem$}.
     *
     * @params
     * @throws index, freed, overlap, member
     */
    default void collect$mem$(Symmetric$Types$ dest, Symmetric$Types$ source, long $count$) {
        ((Team) this).calls.gatherAny(dest, source, $count$);
    }

    /**
     * Concatenates $elements$ of all members, the same number of each, {@code shmem_$c$fcollect$mem$}.
     *
     * @params
     * @throws index, freed, overlap, member
     */
    default void fcollect$mem$(Symmetric$Types$ dest, Symmetric$Types$ source, long $count$) {
        ((Team) this).calls.gather(dest, source, $count$);
    }

//#param dest the blocks received
//#param source the blocks to send
//#param $count$ number of $elements$ in a block
    /**
     * Sends a block of $elements$ of every member to every other, {@code shmem_$c$alltoall$mem$}: block {@code i} of
     * the source goes to member {@code i}, which stores it as the block with the sender's number.
     *
     * @params
     * @throws index, freed, overlap, member
     */
    default void alltoall$mem$(Symmetric$Types$ dest, Symmetric$Types$ source, long $count$) {
        ((Team) this).calls.exchange(dest, source, $count$);
    }

//#param dest the $elements$ received
//#param source the $elements$ to send
    /**
     * Sends a block of every member to every other with a stride between $elements$, {@code shmem_$c$alltoalls$mem$}.
     *
     * @params
     * @param destStride $elements$ from the start of one to the next in dest
     * @param sourceStride $elements$ from the start of one to the next in source
     * @throws index, freed, overlap, member
     */
    default void alltoalls$mem$(Symmetric$Types$ dest, Symmetric$Types$ source, long destStride, long sourceStride,
        long $count$) {
        ((Team) this).calls.exchange(dest, source, destStride, sourceStride, $count$);
    }

//#next
//#param dest the result, null only if no member gives elements
//#param source this member's part, null only if no member gives elements
//#param count number of its elements
    /**
     * {@return how many elements each member has given} Concatenates elements of all members, as {@code collect} does,
     * and says where each part lies. A convenience beside the standard.
     *
     * @params
     * @throws index, freed, overlap, member
     */
    default long[] collectv(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        return ((Team) this).calls.gatherCounted(dest, source, count);
    }

//#param dest the blocks received, without gaps in the order of the members, null only if no member sends any
//#param source the blocks to send, without gaps in the order of the members, null only if no member sends any
    /**
     * {@return how many elements each member has sent to this one} Sends a block of every member to every other, each
     * of any length. A convenience beside the standard.
     *
     * @params
     * @param counts number of elements for each member
     * @throws index, freed, overlap, member
     */
    default long[] alltoallv(Symmetric$Types$ dest, Symmetric$Types$ source, long[] counts) {
        return ((Team) this).calls.exchange(dest, source, counts);
    }

//#param root number of the root in the team
//#param count number of elements of a member
    /**
     * Concatenates elements of all members on one, the same number of each. A convenience beside the standard.
     *
     * @params
     * @param dest the result, on the root; the others pass it too, null only if the count is 0
     * @param source this member's part, null only if the count is 0
     * @throws index, freed, overlap, root, member
     */
    default void gather(Symmetric$Types$ dest, Symmetric$Types$ source, long count, int root) {
        ((Team) this).calls.withRoot(true, dest, source, count, root);
    }

    /**
     * Sends a block of one member to every other. A convenience beside the standard.
     *
     * @params
     * @param dest this member's block, null only if the count is 0
     * @param source the root's blocks in the order of the members; the others pass it too, null only if the count is 0
     * @throws index, freed, overlap, root, member
     */
    default void scatter(Symmetric$Types$ dest, Symmetric$Types$ source, long count, int root) {
        ((Team) this).calls.withRoot(false, dest, source, count, root);
    }

    /**
     * {@return the root's value} A convenience beside the standard, which needs no symmetric object.
     *
     * @params
     * @param value the value, on the root; any value of the same type on the others
     * @throws root, member
     */
    default $type$ broadcast($type$ value, int root) {
        return ((Team) this).values.spread(value, root);
    }

//#done
}
