// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/**
 * Collectives that move data between the members of a team: broadcast, collect, fcollect, alltoall and alltoalls.
 *
 * <p>All members call them in the same order with the same symmetric objects. A call returns when this member's result
 * is complete and its source may be changed. Source and result must not overlap, except that the dest of a broadcast
 * may be its source.
 *
 * <p>Every call throws {@link io.shmem4j.error.NotInitializedException} on a team that this PE is not in,
 * {@link io.shmem4j.error.SymmetricIndexException} for a count beyond an object's end,
 * {@link io.shmem4j.error.FreedObjectException} for an object that has been freed, {@link IllegalArgumentException} for
 * objects that overlap, and {@link io.shmem4j.error.InvalidPeException} for a root that is no member. {@code
 * SHMEM_CHECK=2} adds {@link io.shmem4j.error.SymmetricMismatchException} where the members' calls differ.
 */
public sealed interface TeamExchanges permits Team {
//#types
    /**
     * Copies elements of one member to all, {@code shmem_$type$_broadcast}.
     *
     * @param dest   the result, on every member; may be the source
     * @param source the elements, on the root
     * @param count  number of elements
     * @param root   number of the root in the team
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.InvalidPeException if the root is no member
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void broadcast(Symmetric$Types$ dest, Symmetric$Types$ source, long count, int root) {
        ((Team) this).calls.spread(dest, source, count, root);
    }

    /**
     * {@return the root's value} A convenience beside the standard, which needs no symmetric object.
     *
     * @param value the value, on the root; any value of the same type on the others
     * @param root  number of the root in the team
     * @throws io.shmem4j.error.InvalidPeException if the root is no member
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default $type$ broadcast($type$ value, int root) {
        return ((Team) this).values.spread(value, root);
    }

    /**
     * Concatenates elements of all members, of which each may have a different number, {@code shmem_$type$_collect}.
     *
     * @param dest   the result
     * @param source this member's part
     * @param count  number of its elements
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void collect(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        ((Team) this).calls.gatherAny(dest, source, count);
    }

    /**
     * Concatenates elements of all members, the same number of each, {@code shmem_$type$_fcollect}.
     *
     * @param dest   the result
     * @param source this member's part
     * @param count  number of its elements
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void fcollect(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        ((Team) this).calls.gather(dest, source, count);
    }

    /**
     * Sends a block of every member to every other, {@code shmem_$type$_alltoall}: block {@code i} of the source goes
     * to member {@code i}, which stores it as the block with the sender's number.
     *
     * @param dest   the blocks received
     * @param source the blocks to send
     * @param count  number of elements in a block
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void alltoall(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        ((Team) this).calls.exchange(dest, source, count);
    }

    /**
     * Sends a block of every member to every other with a stride between elements, {@code shmem_$type$_alltoalls}.
     *
     * @param dest         the elements received
     * @param source       the elements to send
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param count        number of elements in a block
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void alltoalls(Symmetric$Types$ dest, Symmetric$Types$ source, long destStride, long sourceStride,
        long count) {
        ((Team) this).calls.exchange(dest, source, destStride, sourceStride, count);
    }

//#done
    /**
     * Copies bytes of one member to all, {@code shmem_broadcastmem}.
     *
     * @param dest   the result, on every member; may be the source
     * @param source the bytes, on the root
     * @param bytes  number of bytes
     * @param root   number of the root in the team
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.InvalidPeException if the root is no member
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void broadcastmem(SymmetricBytes dest, SymmetricBytes source, long bytes, int root) {
        broadcast(dest, source, bytes, root);
    }

    /**
     * Concatenates bytes of all members, of which each may have a different number, {@code shmem_collectmem}.
     *
     * @param dest   the result
     * @param source this member's part
     * @param bytes  number of its bytes
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void collectmem(SymmetricBytes dest, SymmetricBytes source, long bytes) {
        collect(dest, source, bytes);
    }

    /**
     * Concatenates bytes of all members, the same number of each, {@code shmem_fcollectmem}.
     *
     * @param dest   the result
     * @param source this member's part
     * @param bytes  number of its bytes
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void fcollectmem(SymmetricBytes dest, SymmetricBytes source, long bytes) {
        fcollect(dest, source, bytes);
    }

    /**
     * Sends a block of bytes of every member to every other, {@code shmem_alltoallmem}.
     *
     * @param dest   the blocks received
     * @param source the blocks to send
     * @param bytes  number of bytes in a block
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void alltoallmem(SymmetricBytes dest, SymmetricBytes source, long bytes) {
        alltoall(dest, source, bytes);
    }

    /**
     * Sends a block of bytes of every member to every other with a stride between bytes, {@code shmem_alltoallsmem}.
     *
     * @param dest         the bytes received
     * @param source       the bytes to send
     * @param destStride   distance from one byte to the next in dest
     * @param sourceStride distance from one byte to the next in source
     * @param bytes        number of bytes in a block
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void alltoallsmem(SymmetricBytes dest, SymmetricBytes source, long destStride, long sourceStride,
        long bytes) {
        alltoalls(dest, source, destStride, sourceStride, bytes);
    }
}
