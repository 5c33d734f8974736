// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricFloats;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.SymmetricShorts;
import io.shmem4j.Team;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;

/**
 * The team of a communicator, and symmetric memory of its own, through which elements reach the team's collectives.
 *
 * <p>Two communicators have different contexts, so no PE has the same memory for both.
 */
public final class Stage {
    /** Number of communicators of a PE that have one. */
    private static final int MOST = 32;
    private static final int LONGEST = 1 << 18;
    private static final int LEAST = 1 << 10;

    public final Team team;
    /** Bytes of the source, and of the dest. */
    public final long bytes;
    /** What this member gives, replaced by the result of a reduction or broadcast. */
    public final SymmetricBytes source;
    public final SymmetricBytes dest;
    /** This PE's source and dest. */
    public final MemorySegment given;
    public final MemorySegment taken;
    /** The source as elements of other types. */
    public final SymmetricShorts shorts;
    public final SymmetricInts ints;
    public final SymmetricLongs longs;
    public final SymmetricFloats floats;
    public final SymmetricDoubles doubles;
    private final SymmetricBytes all;
    /** The teams of this PE's communicators by context. */
    private final Map<Integer, Team> made;

    private Stage(Team team, SymmetricBytes all, int number, Map<Integer, Team> made) {
        this.team = team;
        this.all = all;
        this.made = made;
        this.bytes = all.length() / MOST / 2;
        this.source = all.slice(2 * number * bytes, bytes);
        this.dest = all.slice((2 * number + 1) * bytes, bytes);
        this.given = source.local();
        this.taken = dest.local();
        this.shorts = source.asShorts();
        this.ints = source.asInts();
        this.longs = source.asLongs();
        this.floats = source.asFloats();
        this.doubles = source.asDoubles();
    }

    /** Makes the stage of all PEs; collective over them. */
    static Stage ofAll(Shmem shmem, long heap) {
        long share = Long.highestOneBit(Math.max(1, heap / 16 / MOST));
        long bytes = Math.max(Math.clamp(share, LEAST, LONGEST), Long.highestOneBit(16L * shmem.nPes()));
        return new Stage(shmem.world(), shmem.allocateBytes(2 * MOST * bytes).named("mpi collectives"), 0,
            new TreeMap<>());
    }

    /**
     * {@return the stage of a new communicator, null on PEs without one, or if there are too many} Collective over the
     * team.
     *
     * @param context number of the communicator, from 6 by 2
     * @param members world numbers of the communicator's members, other ones on other PEs
     * @param rank    this PE's index among them, or -1
     */
    Stage split(int context, int[] members, int rank) {
        int number = context / 2 - 2;
        if (number >= MOST) {
            return null;
        }
        int alone = -1 - team.myPe();
        Team part = team.split(rank < 0 ? alone : members[0], rank);
        if (rank < 0) {
            part.free();
            return null;
        }
        synchronized (made) {
            made.put(context, part);
        }
        return new Stage(part, all, number, made);
    }

    /** Frees the memory and all teams; collective over all PEs. */
    void free() {
        made.values().forEach(Team::free);
        all.free();
    }
}
