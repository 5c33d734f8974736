// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.Collectives;
import io.shmem4j.collective.Group;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.WaitKind;

/** What all links of the chain of {@link Team} share: membership, sync, and the checks of collective arguments. */
public abstract sealed class RootTeam permits BytesTeam {
    final Library library;
    private final Collectives collectives;
    private final RootTeam origin;
    private final CollectiveOptions options;
    private boolean destroyed;

    /** A team, or a view of one by other algorithms, then with its origin. */
    RootTeam(Library library, Collectives collectives, RootTeam origin, CollectiveOptions options) {
        this.library = library;
        this.collectives = collectives;
        this.origin = origin == null ? this : origin.origin;
        this.options = options;
    }

    /** {@return whether this PE belongs to the team and the team still exists} */
    public final boolean isMember() {
        return collectives != null && !origin.destroyed;
    }

    /** {@return this PE's number in the team, -1 when it is no member}, {@code shmem_team_my_pe} */
    public final int myPe() {
        return isMember() ? collectives.group().me() : -1;
    }

    /** {@return number of PEs, -1 when this PE is no member}, {@code shmem_team_n_pes} */
    public final int nPes() {
        return isMember() ? collectives.group().size() : -1;
    }

    /** Waits until all members have called it; completes no remote access, {@code shmem_team_sync}. */
    public final void sync() {
        collectives().sync(options, WaitKind.SYNC);
    }

    /** {@return by which algorithms its collectives run} */
    public final CollectiveOptions options() {
        group();
        return options;
    }

    /** {@return the team of which this may be a view} */
    final RootTeam origin() {
        return origin;
    }

    final Collectives collectives() {
        if (!isMember()) {
            throw Fault.team(this);
        }
        return collectives;
    }

    final Group group() {
        return collectives().group();
    }

    /** {@return the group, of a team that may be gone; null for INVALID} */
    final Group anyGroup() {
        return collectives == null ? null : collectives.group();
    }

    final boolean isDestroyed() {
        return origin.destroyed;
    }

    final void markDestroyed() {
        origin.destroyed = true;
    }

    final void reduce(Kernel kernel, Symmetric dest, Symmetric source, long elements) {
        Collectives team = collectives();
        team.reduce(options, kernel, dest.address(0, elements), source.address(0, elements),
            elements * dest.elementBytes());
    }

    final void scan(Kernel kernel, Symmetric dest, Symmetric source, long elements, boolean inclusive) {
        Collectives team = collectives();
        team.scan(options, kernel, dest.address(0, elements), source.address(0, elements),
            elements * dest.elementBytes(), inclusive);
    }

    final void spread(Symmetric dest, Symmetric source, long elements, int root) {
        Collectives team = collectives();
        if (Integer.compareUnsigned(root, team.group().size()) >= 0) {
            throw Fault.root(root, team.group().size());
        }
        team.broadcast(options, dest.address(0, elements), source.address(0, elements),
            elements * dest.elementBytes(), root);
    }

    final void gather(Symmetric dest, Symmetric source, long elements) {
        Collectives team = collectives();
        long to = dest.address(0, Math.multiplyExact(elements, team.group().size()));
        team.fcollect(options, to, source.address(0, elements), elements * dest.elementBytes());
    }

    final void gatherAny(Symmetric dest, Symmetric source, long elements) {
        Collectives team = collectives();
        long all = team.collect(options, dest.address(0, 0), dest.byteSize(), source.address(0, elements),
            elements * source.elementBytes());
        if (all > dest.byteSize()) {
            throw Fault.index(dest, 0, all / dest.elementBytes());
        }
    }

    final void exchange(Symmetric dest, Symmetric source, long elements) {
        Collectives team = collectives();
        long all = Math.multiplyExact(elements, team.group().size());
        team.alltoall(options, dest.address(0, all), source.address(0, all), elements * dest.elementBytes());
    }

    final void exchange(Symmetric dest, Symmetric source, long destStride, long sourceStride, long elements) {
        Collectives team = collectives();
        long all = Math.multiplyExact(elements, team.group().size());
        int size = dest.elementBytes();
        team.alltoalls(options, dest.strided(0, destStride, 1, all), destStride * size,
            source.strided(0, sourceStride, 1, all), sourceStride * size, size, elements);
    }

    /**
     * Copies bytes of one member to all, {@code shmem_broadcastmem}.
     *
     * @param dest   where to, on every member
     * @param source what, on the root
     * @param bytes  how many
     * @param root   number of the root in the team
     */
    public final void broadcastmem(SymmetricBytes dest, SymmetricBytes source, long bytes, int root) {
        spread(dest, source, bytes, root);
    }

    /**
     * Concatenates bytes of all members, as many as each has, {@code shmem_collectmem}.
     *
     * @param dest   where to
     * @param source this member's part
     * @param bytes  its length
     */
    public final void collectmem(SymmetricBytes dest, SymmetricBytes source, long bytes) {
        gatherAny(dest, source, bytes);
    }

    /**
     * Concatenates bytes of all members, equally many of each, {@code shmem_fcollectmem}.
     *
     * @param dest   where to
     * @param source this member's part
     * @param bytes  its length
     */
    public final void fcollectmem(SymmetricBytes dest, SymmetricBytes source, long bytes) {
        gather(dest, source, bytes);
    }

    /**
     * Sends bytes of every member to every other, {@code shmem_alltoallmem}.
     *
     * @param dest   the blocks received
     * @param source the blocks to send
     * @param bytes  length of a block
     */
    public final void alltoallmem(SymmetricBytes dest, SymmetricBytes source, long bytes) {
        exchange(dest, source, bytes);
    }
}
