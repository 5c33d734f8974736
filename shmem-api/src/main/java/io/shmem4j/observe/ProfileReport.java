// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Routine.Family;
import io.shmem4j.spi.Routine;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The tables of a profile, made from the data that PEs have published. */
final class ProfileReport {
    private static final double NANOS = 1e9;
    /** Number of call sites in the report. */
    private static final int SLOWEST = 5;

    private final Backend backend;
    private final int nPes;

    ProfileReport(Backend backend) {
        this.backend = backend;
        this.nPes = backend.nPes();
    }

    String text() {
        StringBuilder out = new StringBuilder();
        line(out, "profile of %d PEs", nPes);
        places(out, 0, nPes);
        line(out, "share of each PE's time between init and the end");
        shareHead(out);
        long[] all = new long[Family.values().length];
        long elapsed = 0;
        for (int pe = 0; pe < nPes; pe++) {
            long[] nanos = nanos(pe);
            shares(out, Integer.toString(pe), Tally.elapsed(backend, pe), nanos);
            elapsed += Tally.elapsed(backend, pe);
            for (int i = 0; i < all.length; i++) {
                all[i] += nanos[i];
            }
        }
        shares(out, "all", elapsed, all);
        routines(out, 0, nPes);
        matrix(out);
        return out.toString();
    }

    String ofOne(int pe) {
        StringBuilder out = new StringBuilder();
        line(out, "profile of PE %d so far", pe);
        places(out, pe, pe + 1);
        shareHead(out);
        shares(out, Integer.toString(pe), Tally.elapsed(backend, pe), nanos(pe));
        routines(out, pe, pe + 1);
        return out.toString();
    }

    private void places(StringBuilder out, int from, int to) {
        List<Places.Place> slowest = Places.of(backend, from, to, SLOWEST);
        if (slowest.isEmpty()) {
            return;
        }
        line(out, "slowest places, by calls of %d us and more", Places.SLOW_NANOS / 1000);
        line(out, "%12s %10s  %-18s %-16s %-18s %s", "seconds", "calls", "routine", "object", "last to arrive", "at");
        for (Places.Place place : slowest) {
            String[] parts = place.parts();
            line(out, "%12.6f %10d  %-18s %-16s %-18s %s", place.nanos / NANOS, place.calls, parts[0], parts[1],
                place.lastInWords(from, to), parts[2]);
        }
    }

    private void shareHead(StringBuilder out) {
        line(out, "%5s %10s %11s %12s %14s %8s %7s", "PE", "seconds", "reductions", "collectives", "remote access",
            "waiting", "rest");
    }

    private void shares(StringBuilder out, String name, long elapsed, long[] nanos) {
        double whole = Math.max(1, elapsed);
        long known = Arrays.stream(nanos).sum();
        line(out, "%5s %10.3f %10.1f%% %11.1f%% %13.1f%% %7.1f%% %6.1f%%", name, elapsed / NANOS,
            100 * nanos[Family.REDUCTION.ordinal()] / whole, 100 * nanos[Family.COLLECTIVE.ordinal()] / whole,
            100 * nanos[Family.REMOTE.ordinal()] / whole, 100 * nanos[Family.WAITING.ordinal()] / whole,
            100 * Math.max(0, elapsed - known) / whole);
    }

    private long[] nanos(int pe) {
        long[] nanos = new long[Family.values().length];
        for (Routine routine : Routine.values()) {
            nanos[routine.family().ordinal()] += Tally.nanos(backend, pe, routine);
        }
        return nanos;
    }

    private record Row(Routine routine, long calls, long bytes, long nanos) {
    }

    private void routines(StringBuilder out, int from, int to) {
        List<Row> rows = Arrays.stream(Routine.values()).map(r -> row(r, from, to)).filter(r -> r.calls > 0)
            .sorted(Comparator.comparingLong(Row::nanos).reversed()).toList();
        line(out, "%-26s %12s %16s %12s %12s  in C", "routine", "calls", "bytes", "seconds", "us/call");
        for (Row row : rows) {
            line(out, "%-26s %12d %16d %12.6f %12.3f  %s", row.routine.text(), row.calls, row.bytes, row.nanos / NANOS,
                row.nanos / 1e3 / row.calls, row.routine.inC());
        }
    }

    private Row row(Routine routine, int from, int to) {
        long calls = 0;
        long bytes = 0;
        long nanos = 0;
        for (int pe = from; pe < to; pe++) {
            calls += Tally.calls(backend, pe, routine);
            bytes += Tally.bytes(backend, pe, routine);
            nanos += Tally.nanos(backend, pe, routine);
        }
        return new Row(routine, calls, bytes, nanos);
    }

    private void matrix(StringBuilder out) {
        line(out, "bytes that a PE (row) put to or got from a PE (column), collectives not counted");
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%5s", "PE"));
        for (int peer = 0; peer < nPes; peer++) {
            head.append(String.format(Locale.ROOT, " %12d", peer));
        }
        out.append(head).append(System.lineSeparator());
        for (int pe = 0; pe < nPes; pe++) {
            out.append(String.format(Locale.ROOT, "%5d", pe));
            for (int peer = 0; peer < nPes; peer++) {
                out.append(String.format(Locale.ROOT, " %12d", Tally.moved(backend, pe, peer)));
            }
            out.append(System.lineSeparator());
        }
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
