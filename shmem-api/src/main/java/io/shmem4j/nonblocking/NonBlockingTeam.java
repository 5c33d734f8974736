// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.Team;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.error.SymmetricIndexException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.SystemLayout;
import java.util.Arrays;

/**
 * The non-blocking collectives of a team. All members start them in the same order with the same symmetric objects.
 *
 * <p>A PE's result is written only after the PE has started the collective, and only in the PE's calls of this package,
 * so PEs need no agreement beforehand. Source and result must not overlap. Every member copies from every source: each
 * of n members makes n - 1 copies, which is more than the blocking forms make in large teams.
 */
public final class NonBlockingTeam implements NonBlockingReductions, AutoCloseable {
    private final NonBlocking owner;
    private final Shmem shmem;
    private final Team team;
    private final Flags flags;
    private final Pending[] latest;
    private final Backend memory;
    /** Offset of the heap in a PE's memory. */
    private final long heap;
    private long started;

    NonBlockingTeam(NonBlocking owner, Team team, int pending) {
        this.owner = owner;
        this.shmem = owner.shmem;
        this.team = team;
        this.flags = new Flags(shmem, team, pending);
        this.latest = new Pending[pending];
        this.memory = Library.currentViews();
        this.heap = SystemLayout.heap(shmem.nPes());
    }

    /**
     * {@return a barrier: complete when all members have started it} First completes this PE's updates on the default
     * context.
     */
    public Pending barrier() {
        requireMember();
        shmem.quiet();
        return begin("barrier", -1, Pending.NOTHING);
    }

    /**
     * {@return a broadcast of one member's elements}
     *
     * @param <A>    the class of the arrays
     * @param dest   the result, on every member
     * @param source the elements, on the root
     * @param count  number of elements
     * @param root   number of the root in the team
     */
    public <A extends Symmetric> Pending broadcast(A dest, A source, long count, int root) {
        if (root < 0 || root >= size()) {
            throw Fault.root(root, size());
        }
        check(dest, count, source, count);
        long bytes = count * dest.elementBytes();
        return begin("broadcast", root, member -> copy(dest, 0, source, 0, bytes, member));
    }

    /**
     * {@return a concatenation of all members' elements, the same number of each}
     *
     * @param <A>    the class of the arrays
     * @param dest   the result
     * @param source this member's part
     * @param count  number of its elements
     */
    public <A extends Symmetric> Pending fcollect(A dest, A source, long count) {
        check(dest, Fault.times(count, size()), source, count);
        long bytes = count * dest.elementBytes();
        return begin("fcollect", -1, member -> copy(dest, member * bytes, source, 0, bytes, member));
    }

    /**
     * {@return an exchange of blocks: member {@code j} receives block {@code j} of every member's source, in the order
     * of the senders}
     *
     * @param <A>    the class of the arrays
     * @param dest   the blocks received
     * @param source the blocks to send
     * @param count  number of elements in a block
     */
    public <A extends Symmetric> Pending alltoall(A dest, A source, long count) {
        long all = Fault.times(count, size());
        check(dest, all, source, all);
        long bytes = count * dest.elementBytes();
        return begin("alltoall", -1,
            member -> copy(dest, member * bytes, source, flags.me * bytes, bytes, member));
    }

    /** Starts a reduction. It combines elements in the order of the members, so all members get the same bits. */
    Pending reduce(String name, Kernel kernel, Symmetric dest, Symmetric source, long count) {
        check(dest, count, source, count);
        long bytes = count * dest.elementBytes();
        return begin(name, -1, member -> {
            if (member == 0) {
                copy(dest, 0, source, 0, bytes, member);
            } else {
                combine(kernel, dest, source, bytes, member);
            }
        });
    }

    private void copy(Symmetric dest, long to, Symmetric source, long from, long bytes, int member) {
        memory.copy(shmem.myPe(), address(dest) + to, flags.world(member), address(source) + from, bytes);
    }

    private void combine(Kernel kernel, Symmetric dest, Symmetric source, long bytes, int member) {
        long to = address(dest);
        memory.combine(kernel, shmem.myPe(), to, shmem.myPe(), to, flags.world(member), address(source), bytes);
    }

    /** {@return an object's offset in a PE's memory} Refuses a freed one. */
    private long address(Symmetric object) {
        return heap + object.heapOffset();
    }

    private Pending begin(String name, int root, Pending.Copy copy) {
        requireMember();
        long first = owner.pending.first(flags.members);
        if (first > started) {
            flags.reset();
            Arrays.fill(latest, null);
            started = first;
        }
        long number = started + 1;
        int set = (int) (number % latest.length);
        if (latest[set] != null) {
            owner.pending.await(latest[set]);
        }
        Pending operation = new Pending(owner.pending, name, flags, number, root, copy);
        owner.pending.requireOpen();
        try {
            started = number;
            latest[set] = operation;
            operation.start();
            owner.pending.begin(operation);
            return operation;
        } catch (Error e) {
            owner.pending.failed = true;
            throw e;
        }
    }

    private int size() {
        requireMember();
        return flags.size();
    }

    private void requireMember() {
        owner.pending.requireOpen();
        flags.requireOpen();
        if (!team.isMember()) {
            throw new IllegalStateException(Fault.where() + ": this PE is not a member of " + team);
        }
    }

    private void check(Symmetric dest, long destCount, Symmetric source, long sourceCount) {
        requireMember();
        room(Fault.required(dest, "dest"), destCount);
        room(Fault.required(source, "source"), sourceCount);
        if (dest.getClass() != source.getClass()) {
            throw new IllegalArgumentException(Fault.where() + ": dest is " + dest.getClass().getSimpleName()
                + ", source " + source.getClass().getSimpleName());
        }
        long destBytes = destCount * dest.elementBytes();
        long sourceBytes = sourceCount * source.elementBytes();
        if (dest.heapOffset() < source.heapOffset() + sourceBytes
            && source.heapOffset() < dest.heapOffset() + destBytes) {
            throw new IllegalArgumentException(Fault.where() + ": dest " + dest + " and source " + source
                + " overlap");
        }
    }

    private static void room(Symmetric object, long count) {
        // Refuses a freed object.
        object.heapOffset();
        if (count < 0 || count > object.length()) {
            throw new SymmetricIndexException(Fault.where() + ": " + Fault.outOfBounds("element", 0, count,
                object.name(), object.length()));
        }
    }

    /** Frees the memory of the flags; collective over all PEs, after all have completed the team's collectives. */
    public void free() {
        owner.requireIdle();
        flags.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        flags.close();
    }

    @Override
    public String toString() {
        return "non-blocking collectives of " + team;
    }
}
