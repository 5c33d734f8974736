// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import com.google.gson.Gson;
import io.shmem4j.launch.Installation;
import io.shmem4j.report.PageStyle;
import io.shmem4j.spi.Routine.Family;
import io.shmem4j.spi.Routine;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The page of a trace: a template with everything it draws in one JSON object inside, so it needs no other file. */
final class TracePage {
    private static final String PLACE = "@DATA@";
    private static final String STYLE = "@STYLE@";

    /** More pieces than that make the page slow. */
    private static final int MOST_PIECES = 60_000;
    private static final int LEAST_PIECES = 200;

    private final long origin;
    private final Lane[] lanes;
    private final long[] alive;
    private final Totals totals;
    private final Waits waits;

    /** The origin is the time of the first init. */
    TracePage(int nPes, long origin) {
        this.origin = origin;
        this.lanes = new Lane[nPes];
        for (int pe = 0; pe < nPes; pe++) {
            lanes[pe] = new Lane(Math.max(LEAST_PIECES, MOST_PIECES / nPes), origin);
        }
        this.alive = new long[nPes];
        this.totals = new Totals(nPes);
        this.waits = new Waits(nPes);
    }

    /** Keeps the nanoseconds that a PE was in the library's care. */
    void alive(int pe, long nanos) {
        alive[pe] = nanos;
    }

    void add(TracePart.Call call) {
        totals.add(call);
        waits.add(call);
        lanes[call.pe].add(call);
    }

    /** Looks again at a call, when all have been added. */
    void again(TracePart.Call call) {
        waits.stored(call);
    }

    /**
     * Writes the page, with the command, date and machine by name; the span is that from the origin to the last end.
     */
    void write(TraceFiles to, Map<String, String> head, List<String> notes, long span, long calls)
        throws IOException {
        String page = Installation.resource(TracePage.class, "page.html").replace(STYLE, PageStyle.css());
        int at = page.indexOf(PLACE);
        Files.writeString(to.html(), page.substring(0, at) + data(to.title(), head, notes, span, calls)
            + page.substring(at + PLACE.length()));
    }

    /** {@return one JSON object, without a string that could end its script element} */
    private String data(String title, Map<String, String> head, List<String> notes, long span, long calls) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", title);
        data.put("head", head);
        data.put("notes", notes);
        data.put("span", span);
        data.put("calls", calls);
        data.put("groups", Stream.of(Family.values()).map(TracePart::word).toArray());
        data.put("routines", Stream.of(Routine.values())
            .map(routine -> new Object[] {routine.text(), routine.family().ordinal()}).toArray());
        data.put("lanes", Stream.of(lanes).map(Lane::numbers).toArray());
        data.put("alive", alive);
        data.put("shares", totals.groupNanos);
        data.put("moved", totals.moved);
        data.put("totals", totals.routines().stream().map(Routine::ordinal)
            .map(i -> new long[] {i, totals.calls[i], totals.bytes[i], totals.nanos[i]}).toArray());
        data.put("waits", waits.longestFirst().stream().map(wait -> new Object[] {wait.pe(), wait.routine().ordinal(),
            wait.begin() - origin, wait.nanos(), waits.last(wait), wait.open() ? 1 : 0, wait.place()}).toArray());
        return new Gson().toJson(data);
    }

    /**
     * One PE's line in the page's picture. Its number of pieces has a limit: when there are more, neighbouring short
     * calls become one piece, and the limit of "short" doubles until all pieces fit.
     */
    private static final class Lane {
        private static final long SHORTEST = 100;

        private final int most;
        private final long origin;
        private List<Piece> pieces = new ArrayList<>();
        private long shortNanos;

        /**
         * One or more calls that are drawn as one: {@code routine} is the longest's, {@code peer} -1 if not the same.
         */
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

        Lane(int most, long origin) {
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

        /** {@return begin, length, routine, peer, bytes and calls of each piece, all in one array} */
        long[] numbers() {
            return pieces.stream().flatMapToLong(piece -> LongStream.of(piece.begin, piece.end - piece.begin,
                piece.routine.ordinal(), piece.peer, piece.bytes, piece.calls)).toArray();
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
    }

    /** Adds up over all calls: time by PE and group, bytes from PE to PE, and calls by routine. */
    private static final class Totals {
        private static final int GROUPS = Family.values().length;

        private final long[][] groupNanos;
        private final long[][] moved;
        private final long[] calls = new long[Routine.values().length];
        private final long[] bytes = new long[calls.length];
        private final long[] nanos = new long[calls.length];

        Totals(int nPes) {
            this.groupNanos = new long[nPes][GROUPS];
            this.moved = new long[nPes][nPes];
        }

        void add(TracePart.Call call) {
            int routine = call.routine.ordinal();
            calls[routine]++;
            bytes[routine] += call.bytes;
            nanos[routine] += call.nanos();
            groupNanos[call.pe][call.routine.family().ordinal()] += call.nanos();
            if (call.peer >= 0) {
                moved[call.pe][call.peer] += call.bytes;
            }
        }

        /** {@return the routines that were called, the longest first} */
        List<Routine> routines() {
            return Arrays.stream(Routine.values()).filter(routine -> calls[routine.ordinal()] > 0)
                .sorted(Comparator.comparingLong((Routine routine) -> nanos[routine.ordinal()]).reversed()).toList();
        }
    }

    /**
     * Finds the longest calls that wait for other PEs: collectives, reductions, and waiting itself.
     *
     * <p>All PEs make the same sequence of collectives of the world, so the k-th ones of all PEs belong together. Where
     * each waits for all, all others have waited for the PE whose call began last. A waiter for a variable has waited
     * for the last PE that stored to it before the wait ended.
     */
    private static final class Waits {
        /** Not known which PE came last. */
        static final int UNKNOWN = -1;
        /** Some PEs have not come. */
        static final int MISSING = -2;

        private static final int KEPT = 20;
        /** Collectives after which a PE may go on before others have come. */
        private static final Set<Routine> ONE_WAY = EnumSet.of(Routine.BROADCAST, Routine.SUM_INSCAN,
            Routine.SUM_EXSCAN);
        /** Remote accesses that change nothing. */
        private static final Set<Routine> LOADS = EnumSet.of(Routine.G, Routine.GET, Routine.GET_NBI, Routine.IGET,
            Routine.IBGET, Routine.ATOMIC_FETCH, Routine.ATOMIC_FETCH_NBI);

        private final PriorityQueue<Wait> longest = new PriorityQueue<>(Comparator.comparingLong(Wait::nanos));
        private final List<Arrival> meetings = new ArrayList<>();
        private final Map<Wait, Arrival> stores = new HashMap<>();
        private final int nPes;
        private int pe = -1;
        private int meeting;

        /** One long call; of collectives of the world, which of the PE's. */
        private record Wait(int pe, Routine routine, long begin, long nanos, boolean open, int number,
            String place) {
            long end() {
                return begin + nanos;
            }
        }

        /** The last of some PEs to come to a collective, or to store to a variable. */
        private record Arrival(int pe, long begin, int count) {
            Arrival and(TracePart.Call call) {
                return call.begin > begin ? new Arrival(call.pe, call.begin, count + 1)
                    : new Arrival(pe, begin, count + 1);
            }

            static Arrival of(TracePart.Call call) {
                return new Arrival(call.pe, call.begin, 1);
            }
        }

        Waits(int nPes) {
            this.nPes = nPes;
        }

        void add(TracePart.Call call) {
            if (call.pe != pe) {
                pe = call.pe;
                meeting = 0;
            }
            int number = call.world ? arrive(meeting++, call) : -1;
            if (call.routine.family() != Family.REMOTE && (longest.size() < KEPT
                || call.nanos() > longest.element().nanos())) {
                longest.add(new Wait(call.pe, call.routine, call.begin, call.nanos(), call.open, number,
                    call.place));
                if (longest.size() > KEPT) {
                    longest.remove();
                }
            }
        }

        private int arrive(int number, TracePart.Call call) {
            if (number == meetings.size()) {
                meetings.add(Arrival.of(call));
            } else {
                meetings.set(number, meetings.get(number).and(call));
            }
            return number;
        }

        /** Looks whether a call has ended one of the longest waits; for each call, when all have been added. */
        void stored(TracePart.Call call) {
            if (call.peer >= 0 && call.routine.family() == Family.REMOTE && !LOADS.contains(call.routine)) {
                for (Wait wait : longest) {
                    if (wait.routine.family() == Family.WAITING && !wait.open && wait.pe == call.peer
                        && call.begin <= wait.end() && call.end >= wait.begin) {
                        stores.merge(wait, Arrival.of(call), (last, next) -> last.and(call));
                    }
                }
            }
        }

        List<Wait> longestFirst() {
            return longest.stream().sorted(Comparator.comparingLong(Wait::nanos).reversed()).toList();
        }

        /** {@return the PE that came last, {@link #UNKNOWN} or {@link #MISSING}} */
        int last(Wait wait) {
            Arrival store = stores.get(wait);
            if (wait.number < 0 || ONE_WAY.contains(wait.routine)) {
                return store == null ? UNKNOWN : store.pe;
            }
            Arrival last = meetings.get(wait.number);
            return last.count < nPes ? MISSING : last.pe;
        }
    }
}
