// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.spi.RaceDetector.Participants;
import io.shmem4j.spi.RaceDetector.Move;
import io.shmem4j.spi.Routine;

/**
 * What a collective accesses and whom it orders. A member reads its source and writes its dest between its call and its
 * return. It has waited for those whose data it has got, and for nobody else.
 */
final class Collective {
    private Collective() {
    }

    /** {@return whether what a member did before its call comes before what another one does after its return} */
    static boolean orders(Routine routine, int root, int member, int me) {
        return switch (routine) {
            case BROADCAST -> root < 0 || member == root;
            case SUM_INSCAN, SUM_EXSCAN -> member < me;
            case TEAM_SPLIT_STRIDED, TEAM_SPLIT_2D -> false;
            default -> true;
        };
    }

    /** Notes this member's part, in its memory. */
    static void own(ThreadRaces thread, Participants members, Move move) {
        int pe = thread.pe.pe;
        int size = members.size();
        switch (move.routine()) {
            case BROADCAST -> {
                if (members.me() == move.root()) {
                    thread.access(Shadow.READ, pe, move.source(), move.bytes());
                }
                thread.access(Shadow.WRITE, pe, move.dest(), move.bytes());
            }
            // How long the result is, only the call tells.
            case COLLECT -> thread.access(Shadow.READ, pe, move.source(), move.bytes());
            case FCOLLECT -> {
                thread.access(Shadow.READ, pe, move.source(), move.bytes());
                thread.access(Shadow.WRITE, pe, move.dest(), size * move.bytes());
            }
            case ALLTOALL, ALLTOALLS -> {
                long elements = size * (move.bytes() / move.element());
                elements(thread, Shadow.READ, move.source(), move.sourceStride(), move.element(), elements);
                elements(thread, Shadow.WRITE, move.dest(), move.destStride(), move.element(), elements);
            }
            default -> {
                thread.access(Shadow.READ, pe, move.source(), move.bytes());
                thread.access(Shadow.WRITE, pe, move.dest(), move.bytes());
            }
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
