// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.SystemLayout;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The PEs of a team as the algorithms see them: indices 0 to size-1, and the team's slot in the system zone. A table
 * has their world numbers if start and stride can't express them, else it is null.
 *
 * @param team the group of the whole team if this is one of its levels, else null
 */
public record Group(Backend backend, int start, int stride, int size, int me, int slot, Calls calls, int[] table,
    Group team) implements RaceDetector.Participants {
    /** PEs at equal distances; this PE has called no collective yet. */
    public Group(Backend backend, int start, int stride, int size, int me, int slot) {
        this(backend, start, stride, size, me, slot, new Calls(), null, null);
    }

    /** {@return the group of PEs with these world numbers} */
    public static Group of(Backend backend, int[] worlds, int me, int slot) {
        int stride = worlds.length == 1 ? 1 : worlds[1] - worlds[0];
        Group even = new Group(backend, worlds[0], stride, worlds.length, me, slot);
        for (int index = 0; index < worlds.length; index++) {
            if (even.world(index) != worlds[index]) {
                return new Group(backend, worlds[0], 1, worlds.length, me, slot, even.calls, worlds, null);
            }
        }
        return even;
    }

    /** {@return adjacent members as a level of this team} */
    Group part(int from, int count, int slot) {
        return table == null ? new Group(backend, world(from), stride, count, me - from, slot, calls, null,
            this)
            : new Group(backend, table[from], 1, count, me - from, slot, calls, Arrays.copyOfRange(table, from,
                from + count), this);
    }

    /** {@return the group whose members a wait in this group depends on} */
    Group needed() {
        return team == null ? this : team;
    }

    /**
     * Sets a cell on which members wait at the holder. With a table, nodes between the lowest and the highest member
     * may get a copy that they do not need.
     */
    void publish(int holder, long cell, long value) {
        if (table == null) {
            backend.cellPublish(holder, cell, value, start, stride, size);
        } else {
            int lowest = Arrays.stream(table).min().orElse(start);
            int highest = Arrays.stream(table).max().orElse(start);
            backend.cellPublish(holder, cell, value, lowest, 1, 1 + highest - lowest);
        }
    }

    /** Zeroes this node's copies of the members' cells, see {@link Backend#forgetPublished}. */
    public void forgetPublished(long offset, long bytes) {
        if (table == null) {
            backend.forgetPublished(offset, bytes, start, stride, size);
        } else {
            Arrays.stream(table).forEach(member -> backend.forgetPublished(offset, bytes, member, 1, 1));
        }
    }

    /** {@return a PE's index, or -1} */
    public int index(int world) {
        if (table == null) {
            int index = (world - start) / stride;
            return index >= 0 && index < size && world(index) == world ? index : -1;
        }
        return IntStream.range(0, size).filter(i -> table[i] == world).findFirst().orElse(-1);
    }

    @Override
    public int world(int index) {
        return table == null ? start + index * stride : table[index];
    }

    /** {@return whether a condition holds for the world number of some member} */
    public boolean contains(IntPredicate which) {
        for (int index = 0; index < size; index++) {
            if (which.test(world(index))) {
                return true;
            }
        }
        return false;
    }

    public long syncCell(int index) {
        return SystemLayout.syncCell(slot, index, backend.nPes());
    }

    /** {@return offset of the cell that belongs to a member in every member's slot} */
    public long pairCell(int index) {
        return SystemLayout.pairCell(slot, index, backend.nPes());
    }

    public long scratch() {
        return SystemLayout.scratch(slot, backend.nPes());
    }
}
