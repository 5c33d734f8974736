// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.collective.team.Group;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.util.stream.IntStream;

/** Splitting a team: which PEs, in which order, and the slot they share. */
final class TeamSplit {
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
        long token = Hook.ON ? parent.enter(Routine.TEAM_SPLIT_STRIDED, Check.FULL
            ? ", start " + start + ", stride " + stride + ", size " + size : "") : 0;
        int slot = parent.library.slots().claim(parent.collectives(), Routine.TEAM_SPLIT_STRIDED);
        Team made = make(parent, slot, start, stride, size, config);
        if (Hook.ON) {
            parent.leave(Routine.TEAM_SPLIT_STRIDED, 0, token);
        }
        return made;
    }

    static Team.Grid grid(Team parent, int columns, TeamConfig rowConfig, TeamConfig columnConfig) {
        Group group = parent.group();
        Fault.required(rowConfig, "rowConfig");
        Fault.required(columnConfig, "columnConfig");
        if (columns < 1) {
            throw new IllegalArgumentException(Fault.where() + ": a row of " + columns + " PEs; a row has at least 1");
        }
        int width = Math.min(columns, group.size());
        int me = group.me();
        int row = me / width;
        int column = me % width;
        int rowSize = Math.min(width, group.size() - row * width);
        int columnSize = (group.size() - column + width - 1) / width;
        long token = Hook.ON ? parent.enter(Routine.TEAM_SPLIT_2D, Check.FULL ? ", rows of " + columns : "") : 0;
        int slot = parent.library.slots().claim(parent.collectives(), Routine.TEAM_SPLIT_2D);
        Team inRow = make(parent, slot, row * width, 1, rowSize, rowConfig);
        slot = parent.library.slots().claim(parent.collectives(), Routine.TEAM_SPLIT_2D);
        Team inColumn = make(parent, slot, column, width, columnSize, columnConfig);
        if (Hook.ON) {
            parent.leave(Routine.TEAM_SPLIT_2D, 0, token);
        }
        return new Team.Grid(inRow, inColumn);
    }

    /** {@return index of a PE in a group, or -1} */
    static int index(Group group, int world) {
        if (group.table() != null) {
            return IntStream.range(0, group.size()).filter(i -> group.world(i) == world).findFirst().orElse(-1);
        }
        if (group.size() == 1) {
            return world == group.start() ? 0 : -1;
        }
        int distance = world - group.start();
        int index = distance / group.stride();
        return distance % group.stride() == 0 && index >= 0 && index < group.size() ? index : -1;
    }

    private static Team make(Team parent, int slot, int start, int stride, int size, TeamConfig config) {
        Group group = parent.group();
        int distance = group.me() - start;
        int me = stride == 0 ? (distance == 0 ? 0 : -1)
            : distance % stride == 0 && distance / stride >= 0 && distance / stride < size ? distance / stride : -1;
        SessionLibrary library = parent.library;
        if (me < 0) {
            library.slots().decline(slot);
            return Team.INVALID;
        }
        int step = size == 1 ? 1 : stride * group.stride();
        Group made = group.table() == null
            ? new Group(group.backend(), group.world(start), step, size, me, slot)
            : Group.of(group.backend(), IntStream.range(0, size)
                .map(i -> group.world(start + i * stride)).toArray(), me, slot);
        String name = "team " + slot + " (" + size + " PEs from world PE " + made.start() + " by " + step + ")";
        return library.adopt(new Team(library, new Collectives(made), config, name));
    }
}
