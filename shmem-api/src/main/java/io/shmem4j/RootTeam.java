// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.Collectives;
import io.shmem4j.collective.Group;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.WaitKind;

/** What all links of the chain of {@link Team} share: membership, sync, and the checks of collective arguments. */
public abstract sealed class RootTeam permits BytesTeam {
    final Library library;
    private final Collectives collectives;
    private final String name;
    private final RootTeam origin;
    private final CollectiveOptions options;
    private final CollectiveCheck check;
    private volatile boolean destroyed;

    /** A team, or a view of one by other algorithms, then with its origin. */
    RootTeam(Library library, Collectives collectives, RootTeam origin, CollectiveOptions options, String name) {
        this.library = library;
        this.collectives = collectives;
        this.name = name;
        this.origin = origin == null ? this : origin.origin;
        this.options = options;
        this.check = origin != null ? origin.check
            : Check.FULL && collectives != null ? new CollectiveCheck(collectives, name) : null;
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
        sync(Routine.TEAM_SYNC, WaitKind.SYNC);
    }

    final void sync(Routine routine, WaitKind kind) {
        Collectives team = collectives();
        long token = Hook.ON ? enter(routine, "") : 0;
        team.sync(options, kind);
        if (Hook.ON) {
            leave(routine, 0, token);
        }
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
        if (Check.FULL) {
            library.threads().check();
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

    /** Starts a collective; {@code arguments} are words that must be equal on all members. */
    final long enter(Routine routine, String arguments) {
        return enter(routine, arguments, "", 0);
    }

    /** Compares a call that all members make, at the highest level of checking. */
    final void meet(Routine routine, String arguments) {
        check.enter(routine.text() + arguments, "");
        check.leave();
    }

    private long enter(Routine routine, String arguments, String local, long bytes) {
        if (Check.FULL) {
            // First, so that a thread that is refused does not stand in the way of the team's next collective.
            library.threads().enter();
            check.enter(routine.text() + arguments, local);
        }
        return Hook.enter(library, routine, -1, bytes);
    }

    private long enter(Routine routine, Symmetric dest, Symmetric source, long elements, String more) {
        return enter(routine, Check.FULL ? words(dest, source) + ", " + elements + " elements" + more : "", "",
            bytes(dest, elements));
    }

    private static String words(Symmetric dest, Symmetric source) {
        return (source == null ? "" : " of " + source.getClass().getSimpleName()) + ", dest " + words(dest)
            + ", source " + words(source);
    }

    private static String words(Symmetric object) {
        return object == null ? "null" : object.name() + " at heap offset " + object.heapOffset();
    }

    /** {@return bytes of some elements, none of an object that is null because there are none} */
    private static long bytes(Symmetric object, long elements) {
        return object == null ? Fault.nothing("object", elements) : elements * object.elementBytes();
    }

    final void leave(Routine routine, long bytes, long token) {
        Hook.leave(library, routine, -1, bytes, token);
        if (Check.FULL) {
            check.leave();
        }
    }

    final void reduce(Kernel kernel, Symmetric dest, Symmetric source, long elements) {
        Collectives team = collectives();
        long bytes = bytes(dest, elements);
        long to = Symmetric.at(dest, 0, elements);
        long from = Symmetric.at(source, 0, elements);
        Check.overlap(dest, to, bytes, source, from, bytes, true);
        Routine routine = Hook.ON ? Routine.reduction(kernel.operator()) : null;
        long token = Hook.ON ? enter(routine, dest, source, elements, ", operator " + kernel.operator()) : 0;
        team.reduce(options, kernel, to, from, bytes);
        if (Hook.ON) {
            leave(routine, bytes, token);
        }
    }

    final void scan(Kernel kernel, Symmetric dest, Symmetric source, long elements, boolean inclusive) {
        Collectives team = collectives();
        long bytes = bytes(dest, elements);
        long to = Symmetric.at(dest, 0, elements);
        long from = Symmetric.at(source, 0, elements);
        Check.overlap(dest, to, bytes, source, from, bytes, true);
        Routine routine = inclusive ? Routine.SUM_INSCAN : Routine.SUM_EXSCAN;
        long token = Hook.ON ? enter(routine, dest, source, elements, "") : 0;
        team.scan(options, kernel, to, from, bytes, inclusive);
        if (Hook.ON) {
            leave(routine, bytes, token);
        }
    }

    final void spread(Symmetric dest, Symmetric source, long elements, int root) {
        Collectives team = collectives();
        if (Integer.compareUnsigned(root, team.group().size()) >= 0) {
            throw Fault.root(root, team.group().size());
        }
        long bytes = bytes(dest, elements);
        long to = Symmetric.at(dest, 0, elements);
        long from = Symmetric.at(source, 0, elements);
        Check.overlap(dest, to, bytes, source, from, bytes, true);
        long token = Hook.ON ? enter(Routine.BROADCAST, dest, source, elements, ", root " + root) : 0;
        team.broadcast(options, to, from, bytes, root);
        if (Hook.ON) {
            leave(Routine.BROADCAST, bytes, token);
        }
    }

    final void gather(Symmetric dest, Symmetric source, long elements) {
        Collectives team = collectives();
        long bytes = bytes(dest, elements);
        long all = Fault.times(elements, team.group().size());
        long to = Symmetric.at(dest, 0, all);
        long from = Symmetric.at(source, 0, elements);
        Check.overlap(dest, to, bytes(dest, all), source, from, bytes, false);
        long token = Hook.ON ? enter(Routine.FCOLLECT, dest, source, elements, "") : 0;
        team.fcollect(options, to, from, bytes);
        if (Hook.ON) {
            leave(Routine.FCOLLECT, bytes, token);
        }
    }

    final void gatherAny(Symmetric dest, Symmetric source, long elements) {
        Collectives team = collectives();
        long bytes = bytes(source, elements);
        long room = dest == null ? Fault.nothing("object", elements) : dest.byteSize();
        long to = Symmetric.at(dest, 0, 0);
        long from = Symmetric.at(source, 0, elements);
        Check.overlap(dest, to, Math.min(bytes, room), source, from, bytes, false);
        long token = Hook.ON ? enter(Routine.COLLECT, Check.FULL ? words(dest, source) : "",
            Check.FULL ? ", " + elements + " elements" : "", bytes) : 0;
        long all = team.collect(options, to, room, from, bytes);
        if (Hook.ON) {
            leave(Routine.COLLECT, bytes, token);
        }
        if (all > room) {
            throw Fault.index(Fault.required(dest, "object"), 0, all / dest.elementBytes());
        }
    }

    final void exchange(Symmetric dest, Symmetric source, long elements) {
        Collectives team = collectives();
        long all = Fault.times(elements, team.group().size());
        long bytes = bytes(dest, elements);
        long to = Symmetric.at(dest, 0, all);
        long from = Symmetric.at(source, 0, all);
        Check.overlap(dest, to, bytes(dest, all), source, from, bytes(dest, all), false);
        long token = Hook.ON ? enter(Routine.ALLTOALL, dest, source, elements, "") : 0;
        team.alltoall(options, to, from, bytes);
        if (Hook.ON) {
            leave(Routine.ALLTOALL, bytes(dest, all), token);
        }
    }

    final void exchange(Symmetric dest, Symmetric source, long destStride, long sourceStride, long elements) {
        Collectives team = collectives();
        long all = Fault.times(elements, team.group().size());
        int size = (int) bytes(dest, Math.min(all, 1));
        long to = Symmetric.strided(dest, 0, destStride, 1, all);
        long from = Symmetric.strided(source, 0, sourceStride, 1, all);
        Check.overlap(dest, to, Fault.span(destStride, 1, all) * size, source, from,
            Fault.span(sourceStride, 1, all) * size, false);
        long token = Hook.ON
            ? enter(Routine.ALLTOALLS, dest, source, elements, ", strides " + destStride + " and " + sourceStride) : 0;
        team.alltoalls(options, to, destStride * size, from, sourceStride * size, size, elements);
        if (Hook.ON) {
            leave(Routine.ALLTOALLS, all * size, token);
        }
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

    /**
     * Like {@code alltoallmem} with bytes apart, {@code shmem_alltoallsmem}.
     *
     * @param dest         the bytes received
     * @param source       the bytes to send
     * @param destStride   bytes from one to the next in dest
     * @param sourceStride bytes from one to the next in source
     * @param bytes        length of a block
     */
    public final void alltoallsmem(SymmetricBytes dest, SymmetricBytes source, long destStride, long sourceStride,
        long bytes) {
        exchange(dest, source, destStride, sourceStride, bytes);
    }

    @Override
    public final String toString() {
        return name;
    }
}
