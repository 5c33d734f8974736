// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.spi.Routine;
import java.util.ArrayList;
import java.util.List;

/**
 * One PE's line in the page's picture. Its number of pieces has a limit: when there are more, neighbouring short calls
 * become one piece, and the limit of "short" doubles until all pieces fit.
 */
final class TraceLane {
    private static final long SHORTEST = 100;

    private final int most;
    private final long origin;
    private List<Piece> pieces = new ArrayList<>();
    private long shortNanos;

    /** One or more calls that are drawn as one: {@code routine} is the longest's, {@code peer} -1 if not the same. */
    static final class Piece {
        final long begin;
        long end;
        Routine routine;
        long longest;
        int peer;
        long bytes;
        long calls;

        Piece(long begin, long end, Routine routine, int peer, long bytes) {
            this.begin = begin;
            this.end = end;
            this.routine = routine;
            this.longest = end - begin;
            this.peer = peer;
            this.bytes = bytes;
            this.calls = 1;
        }

        void take(Piece next) {
            end = Math.max(end, next.end);
            if (next.longest > longest) {
                longest = next.longest;
                routine = next.routine;
            }
            peer = peer == next.peer ? peer : -1;
            bytes += next.bytes;
            calls += next.calls;
        }
    }

    TraceLane(int most, long origin) {
        this.most = most;
        this.origin = origin;
    }

    void add(TracePart.Call call) {
        append(new Piece(call.begin - origin, call.end - origin, call.routine, call.peer, call.bytes));
        while (pieces.size() > most) {
            shortNanos = Math.max(SHORTEST, 2 * shortNanos);
            List<Piece> old = pieces;
            pieces = new ArrayList<>();
            old.forEach(this::append);
        }
    }

    /** Only calls that are both short and close to each other become one. */
    private void append(Piece piece) {
        Piece last = pieces.isEmpty() ? null : pieces.getLast();
        if (last != null && piece.end - last.begin < shortNanos) {
            last.take(piece);
        } else {
            pieces.add(piece);
        }
    }

    List<Piece> pieces() {
        return pieces;
    }
}
