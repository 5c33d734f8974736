// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.spi.RaceDetector.Participants;
import io.shmem4j.spi.RaceDetector.Move;
import io.shmem4j.spi.Routine;

/**
 * A call of a collective: what it accesses and whom it orders. A member reads its source and writes its dest between
 * its call and its return. It has waited for those whose data it has got, and for nobody else.
 *
 * @param root   index of the member that others depend on, or -1
 * @param number of all calls of its group
 */
public record Collective(Participants members, Routine routine, int root, int number, int site) {
    /** {@return whether what a member did before its call comes before what this one does after its return} */
    boolean orders(int member) {
        return member != members.me() && switch (routine) {
            case BROADCAST -> root < 0 || member == root;
            case SUM_INSCAN, SUM_EXSCAN -> member < members.me();
            case TEAM_SPLIT_STRIDED, TEAM_SPLIT_2D -> false;
            default -> true;
        };
    }

    /** {@return how reports name its kind} */
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
        // Only the call knows the length of collect's result.
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
