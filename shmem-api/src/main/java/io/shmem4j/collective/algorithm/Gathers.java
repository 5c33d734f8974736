// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.CollectAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.SystemCells;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Cell;

/**
 * The algorithms for collect and fcollect by their names, the choice between them, and the first phase of collect, in
 * which every member publishes the length of its part.
 *
 * <p>Lengths are published in two places in turn. A member writes to the same place again only after a barrier that all
 * members enter after they have read it. Between nodes lengths are collected like parts.
 */
final class Gathers {
    private static final Gather[] ALL = new Gather[CollectAlgorithm.values().length];

    static {
        ALL[CollectAlgorithm.DIRECT.ordinal()] = new DirectGather();
        ALL[CollectAlgorithm.RING.ordinal()] = new RingGather();
        ALL[CollectAlgorithm.RECDBL.ordinal()] = new RecdblGather();
        ALL[CollectAlgorithm.BRUCK.ordinal()] = new BruckGather();
    }

    private static final Gather LEVELS = new LevelsGather();

    private final TeamView team;
    private final Parts parts;
    private final Parts words;
    private int turn;

    Gathers(TeamView team) {
        this.team = team;
        this.parts = new Parts(team.size());
        this.words = new Parts(team.size()).equal(Long.BYTES);
    }

    void equal(CollectiveOptions options, long dest, long source, long bytes) {
        chosen(options, bytes * team.size()).gather(team, parts.equal(bytes), dest, source);
    }

    /** {@return bytes of all parts; when they are more than {@code room}, nothing was copied} */
    long unequal(CollectiveOptions options, long dest, long room, long source, long bytes) {
        Backend backend = team.backend();
        long said = team.group().syncCell(SystemCells.COLLECT) + Cell.DATA + turn * Long.BYTES;
        turn ^= 1;
        backend.putLong(team.self(), said, bytes);
        parts.unequal();
        if (team.levels() == null) {
            team.sync();
            for (int i = 0; i < team.size(); i++) {
                parts.length(i, backend.getLong(team.world(i), said));
            }
        } else {
            long all = team.staging().accumulator();
            LEVELS.gather(team, words, all, said);
            for (int i = 0; i < team.size(); i++) {
                parts.length(i, backend.getLong(team.self(), all + (long) i * Long.BYTES));
            }
        }
        long total = parts.total();
        if (total > 0 && total <= room) {
            chosen(options, total).gather(team, parts, dest, source);
        }
        return total;
    }

    /** Notes the length of the only part. */
    void alone(long bytes) {
        parts.unequal();
        parts.length(0, bytes);
    }

    /** {@return bytes of a member's part in the latest collect of parts of any lengths} */
    long length(int member) {
        return parts.length(member);
    }

    /** The choice for parts of different lengths is that for their mean. */
    private Gather chosen(CollectiveOptions options, long total) {
        if (options.collect() == CollectAlgorithm.AUTO && team.levels() != null) {
            return LEVELS;
        }
        return ALL[team.choices().of(options.collect(), Operation.COLLECT, total / team.size())];
    }

    /**
     * An algorithm that concatenates the members' data on every member.
     *
     * <p>Nobody can leave before all have entered, see {@link Staging#entered}.
     */
    interface Gather {
        /** Concatenates in a group of at least two members. */
        void gather(TeamView team, Parts parts, long dest, long source);
    }
}
