// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.spi.RaceDetector.Move;
import io.shmem4j.spi.RaceDetector.Participants;
import io.shmem4j.spi.Routine;

/**
 * A call of a collective, with the accesses it makes and the members it orders. A member reads its source and writes
 * its dest between call and return. It is ordered only after members whose data it has received.
 *
 * @param root   index of the member whose data are distributed or that collects data, or -1
 * @param number the number of the call in its group
 */
public record Collective(Participants members, Routine routine, int root, int number, int site) {
    /** {@return whether a member's steps before the call happen before this member's steps after it} */
    boolean orders(int member) {
        return member != members.me() && switch (routine) {
            case BROADCAST, SCATTER -> root < 0 || member == root;
            case GATHER -> members.me() == root;
            case SUM_INSCAN, SUM_EXSCAN -> member < members.me();
            case TEAM_SPLIT_STRIDED, TEAM_SPLIT_2D, TEAM_SPLIT, TEAM_OF -> false;
            default -> true;
        };
    }

    /** {@return the name of the collective in reports} */
    String kind() {
        String name = routine.text();
        return routine == Routine.MALLOC ? "allocation" : name.startsWith("barrier") ? "barrier" : name;
    }

    /** Records this member's accesses to its own memory. */
    void moves(ThreadRaces thread, Move move) {
        int pe = thread.pe.pe;
        Routine moving = move.routine();
        if (moving == Routine.ALLTOALL || moving == Routine.ALLTOALLS) {
            long elements = members.size() * (move.bytes() / move.element());
            elements(thread, Shadow.READ, move.source(), move.sourceStride(), move.element(), elements);
            elements(thread, Shadow.WRITE, move.dest(), move.destStride(), move.element(), elements);
            return;
        }
        if (moving != Routine.BROADCAST || members.me() == move.root()) {
            thread.access(Shadow.READ, pe, move.source(), move.bytes());
        }
        // The length of collect's result is known only to the call.
        if (moving != Routine.COLLECT) {
            thread.access(Shadow.WRITE, pe, move.dest(), (moving == Routine.FCOLLECT ? members.size() : 1)
                * move.bytes());
        }
    }

    private static void elements(ThreadRaces thread, int kind, long first, long stride, int size, long count) {
        int pe = thread.pe.pe;
        if (stride == size) {
            thread.access(kind, pe, first, count * size);
            return;
        }
        for (long i = 0; i < count; i++) {
            thread.access(kind, pe, first + i * stride, size);
        }
    }
}
