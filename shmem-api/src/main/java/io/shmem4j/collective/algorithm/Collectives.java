// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.algorithm.Reductions.Reduction;
import io.shmem4j.collective.team.Group;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.WaitKind;
import java.util.function.Supplier;

/**
 * The collectives of one group, by the algorithms chosen for it.
 *
 * <p>All addresses are symmetric offsets that are the same on every member. Another operation may follow at once,
 * because each algorithm protects the data that a member still needs from the others.
 *
 * <p>Errors: a collective that an error cuts off may end on other members, so it is the member's last one. A plain
 * field says so, because a StackOverflowError leaves no room for a call. Deaths cut collectives off, too, until the PEs
 * have recovered.
 */
public final class Collectives {
    private final TeamView team;
    private final Gathers gathers;
    private final Strides strides;
    /** Whether a collective has begun and not ended. */
    private boolean unfinished;

    /** The collectives of a group whose slot is zero on every member. */
    public Collectives(Group group) {
        this.team = new TeamView(group);
        this.gathers = new Gathers(team);
        this.strides = new Strides(team);
    }

    public Group group() {
        return team.group();
    }

    /** {@return the algorithm of a call by its name in options, or null without a choice} */
    public String algorithm(CollectiveOptions options, Routine routine, long bytes) {
        return team.choices().word(options, routine, bytes);
    }

    /** {@return the members on this node, or null if all members are on one} */
    public Group here() {
        return team.levels() == null ? null : team.levels().here().group();
    }

    private void begin(CollectiveOptions options) {
        if (unfinished) {
            refuse();
        }
        unfinished = true;
        team.follow(options);
    }

    private void begin(CollectiveOptions options, Routine routine, int root) {
        begin(options);
        group().calls().count(routine, root, group());
    }

    private void refuse() {
        Backend backend = team.backend();
        backend.attached().requireUncut(team.self());
        if (backend.lives() != null) {
            Group group = group();
            backend.lives().check(WaitKind.COLLECTIVE, -1, group.start(), group.stride(), group.size(), group.table());
        }
        throw new IllegalStateException("PE " + team.self() + ", " + CallSite.routine() + " called at "
            + CallSite.place() + ": an error has cut off a collective of this team on this PE, or another thread is "
            + "still in one; it may have ended on other PEs, so this PE can call no other one of the team");
    }

    /** Makes a call that contains several collectives; an error between them cuts it off, too. */
    public <T> T whole(Supplier<T> call) {
        try {
            return call.get();
        } catch (Error e) {
            unfinished = true;
            throw e;
        }
    }

    /** Makes the present call the last one. */
    public void cutOff() {
        unfinished = true;
    }

    public void sync(CollectiveOptions options, WaitKind kind) {
        begin(options);
        team.sync(kind);
        unfinished = false;
    }

    /** Waits like {@link #sync(CollectiveOptions, WaitKind)}, in a barrier or sync of the program, which counts. */
    public void meet(CollectiveOptions options, WaitKind kind) {
        begin(options);
        group().calls().countMeeting();
        team.sync(kind);
        unfinished = false;
    }

    /** Waits until all members have called it, by the environment's algorithm. */
    public void sync(WaitKind kind) {
        sync(CollectiveOptions.environment(), kind);
    }

    /** Reduces element by element over the members; every member gets the result, which may replace the source. */
    public void reduce(CollectiveOptions options, Kernel kernel, long dest, long source, long bytes) {
        if (bytes <= 0) {
            return;
        }
        if (team.size() == 1) {
            team.copy(dest, source, bytes);
            return;
        }
        begin(options, Routine.reduction(kernel.operator()), -1);
        Reduction reduction = options.deterministic() && kernel.ordered() ? Reductions.inOrder(bytes)
            : Reductions.chosen(team, options, bytes);
        reduction.reduce(team, options.transfer(), kernel, dest, source, bytes);
        unfinished = false;
    }

    /** Copies the root's source to every member's dest. */
    public void broadcast(CollectiveOptions options, long dest, long source, long bytes, int root) {
        if (bytes <= 0) {
            return;
        }
        if (team.size() == 1) {
            team.copy(dest, source, bytes);
            return;
        }
        begin(options, Routine.BROADCAST, root);
        Broadcasts.chosen(team, options, bytes).broadcast(team, dest, source, bytes, root);
        unfinished = false;
    }

    /**
     * Concatenates the members' sources, of any lengths, in every member's dest, and {@return their total bytes} If
     * that is more than {@code room}, nothing was copied.
     */
    public long collect(CollectiveOptions options, long dest, long room, long source, long bytes) {
        if (team.size() > 1) {
            begin(options, Routine.COLLECT, -1);
            long all = gathers.unequal(options, dest, room, source, bytes);
            unfinished = false;
            return all;
        }
        gathers.alone(bytes);
        if (bytes <= room) {
            team.copy(dest, source, bytes);
        }
        return bytes;
    }

    /** Concatenates the members' sources, of equal length, in every member's dest. */
    public void fcollect(CollectiveOptions options, long dest, long source, long bytes) {
        if (bytes <= 0) {
            return;
        }
        if (team.size() == 1) {
            team.copy(dest, source, bytes);
            return;
        }
        begin(options, Routine.FCOLLECT, -1);
        gathers.equal(options, dest, source, bytes);
        unfinished = false;
    }

    /** {@return bytes of a member's part in the latest {@link #collect}} */
    public long collected(int member) {
        return gathers.length(member);
    }

    /** Concatenates the members' sources, of equal length, in the root's dest. */
    public void gather(CollectiveOptions options, long dest, long source, long bytes, int root) {
        begin(options, Routine.GATHER, root);
        team.sync();
        team.put(root, dest + team.me() * bytes, source, bytes);
        team.sync();
        unfinished = false;
    }

    /** Copies block i of the root's source to member i. */
    public void scatter(CollectiveOptions options, long dest, long source, long bytes, int root) {
        begin(options, Routine.SCATTER, root);
        team.sync();
        team.get(dest, root, source + team.me() * bytes, bytes);
        team.sync();
        unfinished = false;
    }

    /**
     * Sends blocks of any lengths, consecutive in the source, to all members, and {@return the bytes received} If that
     * is more than {@code room}, nothing was copied to this member.
     *
     * @param sent     bytes for each member
     * @param received gets the bytes from each member
     */
    public long alltoallv(CollectiveOptions options, long dest, long room, long source, long[] sent, long[] received) {
        begin(options, Routine.ALLTOALLV, -1);
        long begins = team.staging().fresh();
        long begin = 0;
        for (int i = 0; i <= team.size(); i++) {
            team.backend().putLong(team.self(), begins + (long) i * Long.BYTES, begin);
            begin += i < team.size() ? sent[i] : 0;
        }
        team.sync();
        long[] from = new long[team.size()];
        long pair = team.staging().accumulator();
        long total = 0;
        for (int i = 0; i < team.size(); i++) {
            team.get(pair, i, begins + (long) team.me() * Long.BYTES, 2 * Long.BYTES);
            from[i] = team.backend().getLong(team.self(), pair);
            received[i] = team.backend().getLong(team.self(), pair + Long.BYTES) - from[i];
            total += received[i];
        }
        long to = dest;
        for (int i = 0; i < team.size() && total <= room; i++) {
            team.get(to, i, source + from[i], received[i]);
            to += received[i];
        }
        team.sync();
        unfinished = false;
        return total;
    }

    /** Sends block i of the source to member i, which stores it as block {@code me} of dest. */
    public void alltoall(CollectiveOptions options, long dest, long source, long bytes) {
        alltoalls(options, Routine.ALLTOALL, dest, 1, source, 1, 1, bytes);
    }

    /** Like {@link #alltoall} with gaps between elements, given by strides in bytes. */
    public void alltoalls(CollectiveOptions options, long dest, long destStride, long source, long sourceStride,
        int elementBytes, long count) {
        alltoalls(options, Routine.ALLTOALLS, dest, destStride, source, sourceStride, elementBytes, count);
    }

    private void alltoalls(CollectiveOptions options, Routine routine, long dest, long destStride, long source,
        long sourceStride, int elementBytes, long count) {
        if (count <= 0) {
            return;
        }
        strides.set(dest, destStride, source, sourceStride, elementBytes, count);
        if (team.size() == 1) {
            strides.read(0);
            return;
        }
        begin(options, routine, -1);
        Exchanges.chosen(team, options, count * elementBytes).exchange(team, strides);
        unfinished = false;
    }

    /**
     * Combines element by element over the members up to this one, including its own operands if inclusive. A result
     * without operands is zero. It may replace the source.
     */
    public void scan(CollectiveOptions options, Kernel kernel, long dest, long source, long bytes, boolean inclusive) {
        if (bytes <= 0) {
            return;
        }
        if (team.size() > 1) {
            begin(options, inclusive ? Routine.SUM_INSCAN : Routine.SUM_EXSCAN, -1);
            Scans.chosen(team, options, bytes).scan(team, kernel, dest, source, bytes, inclusive);
            unfinished = false;
        } else if (inclusive) {
            team.copy(dest, source, bytes);
        } else {
            team.backend().clear(dest, bytes);
        }
    }
}
