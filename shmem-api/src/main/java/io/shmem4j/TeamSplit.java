// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.collective.team.Group;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Splitting a team: which PEs, in which order, and the slot they share. Disjoint teams of a split share a number. */
final class TeamSplit {
    /** A team's name lists at most this many PEs one by one. */
    private static final int MOST_NAMED = 8;

    private TeamSplit() {
    }

    static Team strided(Team parent, int start, int stride, int size, TeamConfig config) {
        Group group = parent.group();
        Fault.required(config, "config");
        long last = start + (size - 1L) * stride;
        boolean inside = start >= 0 && start < group.size() && last >= 0 && last < group.size();
        if (size < 1 || !inside || stride == 0 && size != 1) {
            throw new IllegalArgumentException(Fault.where() + ": start " + start + ", stride " + stride + ", size "
                + size + " is no part of " + parent + ", which has PEs 0 to " + (group.size() - 1));
        }
        return whole(parent, Routine.TEAM_SPLIT_STRIDED, Check.FULL
            ? ", start " + start + ", stride " + stride + ", size " + size : "",
            () -> make(parent, Routine.TEAM_SPLIT_STRIDED, strided(start, stride, size), config));
    }

    static Team.Grid grid(Team parent, int columns, TeamConfig rowConfig, TeamConfig columnConfig) {
        Group group = parent.group();
        Fault.required(rowConfig, "rowConfig");
        Fault.required(columnConfig, "columnConfig");
        if (columns < 1) {
            throw new IllegalArgumentException(Fault.where() + ": a row of " + columns + " PEs; a row has at least 1");
        }
        int width = Math.min(columns, group.size());
        int row = group.me() / width;
        int column = group.me() % width;
        int rowSize = Math.min(width, group.size() - row * width);
        int columnSize = (group.size() - column + width - 1) / width;
        return whole(parent, Routine.TEAM_SPLIT_2D, Check.FULL ? ", rows of " + columns : "", () -> new Team.Grid(
            make(parent, Routine.TEAM_SPLIT_2D, strided(row * width, 1, rowSize), rowConfig),
            make(parent, Routine.TEAM_SPLIT_2D, strided(column, width, columnSize), columnConfig)));
    }

    static Team of(Team parent, int... pes) {
        Group group = parent.group();
        BitSet seen = new BitSet();
        for (int pe : Fault.required(pes, "pes")) {
            if (pe < 0 || pe >= group.size()) {
                throw Misuse.member(parent, pe);
            }
            if (seen.get(pe)) {
                throw new IllegalArgumentException(Fault.where() + ": PE " + pe + " is given twice");
            }
            seen.set(pe);
        }
        if (pes.length == 0) {
            throw new IllegalArgumentException(Fault.where() + ": there are no PEs; a team has at least 1");
        }
        return whole(parent, Routine.TEAM_OF, Check.FULL ? ", PEs " + Arrays.toString(pes) : "",
            () -> make(parent, Routine.TEAM_OF, pes, TeamConfig.NONE));
    }

    static Team byColor(Team parent, int color, int key) {
        return whole(parent, Routine.TEAM_SPLIT, "", () -> make(parent, color, key));
    }

    private static Team make(Team parent, int color, int key) {
        Group group = parent.group();
        long[] all = parent.library.slots().exchange(parent.collectives(), Routine.TEAM_SPLIT,
            (long) color << Integer.SIZE | Integer.toUnsignedLong(key));
        // The sort is stable, so equal keys keep the parent's order.
        int[] members = IntStream.range(0, group.size()).filter(i -> (int) (all[i] >> Integer.SIZE) == color).boxed()
            .sorted((a, b) -> Integer.compare((int) all[a], (int) all[b])).mapToInt(i -> i).toArray();
        return make(parent, Routine.TEAM_SPLIT, members, TeamConfig.NONE);
    }

    private static int[] strided(int start, int stride, int size) {
        return IntStream.range(0, size).map(i -> start + i * stride).toArray();
    }

    /** Makes a team of members of the parent; the teams that its members make in one call are equal or disjoint. */
    private static Team make(Team parent, Routine routine, int[] members, TeamConfig config) {
        SessionLibrary library = parent.library;
        Group group = parent.group();
        int slot = library.slots().claim(parent.collectives(), routine);
        int me = IntStream.range(0, members.length).filter(i -> members[i] == group.me()).findFirst().orElse(-1);
        Group made = Group.of(group.backend(), Arrays.stream(members).map(group::world).toArray(), me, slot);
        String name = "team " + slot + " (" + name(made) + ")";
        if (me < 0) {
            library.slots().decline(slot);
            return new Team(library, null, config, name);
        }
        return library.teams.adopt(new Team(library, new Collectives(made), config, name));
    }

    private static String name(Group made) {
        if (made.size() == 1) {
            return "world PE " + made.start();
        }
        if (made.table() == null) {
            return made.size() + " PEs from world PE " + made.start() + " by " + made.stride();
        }
        int named = Math.min(made.size(), MOST_NAMED);
        String some = Arrays.toString(Arrays.copyOf(made.table(), named));
        return "world PEs " + some.substring(1, some.length() - 1)
            + (named < made.size() ? " and " + (made.size() - named) + " more" : "");
    }

    private static <T> T whole(Team parent, Routine routine, String arguments, Supplier<T> split) {
        long token = Hook.ON ? parent.enter(routine, arguments) : 0;
        T made = parent.collectives().whole(split);
        if (Hook.ON) {
            parent.leave(routine, 0, token);
        }
        return made;
    }
}
