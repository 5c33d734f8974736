// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.LongView;
import io.shmem4j.MayRace;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.report.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** RandomAccess: 64-bit words all over the job's memory, each exclusive-ored with a random number. */
@MayRace
public final class GupsBenchmark extends Benchmark {
    private static final Option TABLE =
        Option.size("--table", "WORDS", "1m", "64-bit words of the table on each PE, a power of two");

    public GupsBenchmark() {
        super("gups", "random updates of a table over all PEs, billions per second: by atomics, by get and put,"
            + " by load and store", TABLE);
    }

    @Override
    protected void require(int nPes, Options options) {
        long words = options.size(TABLE);
        if (Long.bitCount(words) != 1 || words > 1 << 30) {
            throw new UsageException("--table is a power of two up to 1g, not " + words);
        }
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        Options options = bench.options();
        long words = options.size(TABLE);
        bench.requireRoom(words * Long.BYTES);
        SymmetricLongs table = bench.keep(shmem.allocateLongs(words, 128).named("table"));
        SymmetricLongs errors = bench.keep(shmem.allocateLongs(1, 128).named("errors"));
        Sheet sheet = new Sheet(name(), String.format(Locale.ROOT, "random updates by all PEs of a table of %d MiB",
            (words * Long.BYTES * shmem.nPes()) >> 20), Sheet.Column.of("update"), new Sheet.Column("updates", "GUP/s",
                5),
            new Sheet.Column("per PE", "M/s", 3), new Sheet.Column("errors", "%", 4))
            .drawn(true, "updates (GUP/s)");
        for (GupsProbe probe : List.of(GupsProbe.atomic(shmem, table, errors), GupsProbe.getPut(shmem, table, errors),
            GupsProbe.loadStore(shmem, table, errors))) {
            if (options.wants(probe.name())) {
                bench.progress().plan(1);
                Timing timing = bench.measure(probe, sheet, probe.name());
                if (timing != null) {
                    double perPe = 1 / timing.nanos(options.statistic());
                    sheet.row(probe.name(), perPe * shmem.nPes(), perPe * 1e3, probe.errorPercent());
                }
            }
        }
        sheet.note("updates that are not atomic may get lost; up to 1 % is allowed");
        bench.add(sheet);
    }

    /**
     * The random numbers of the RandomAccess benchmark: powers of x among the polynomials over GF(2) modulo
     * x^64 + x^2 + x + 1, so a place far ahead is reached by squaring.
     */
    private static final class RandomStream {
        private static final long POLYNOMIAL = 7;

        private RandomStream() {
        }

        static long next(long value) {
            return value << 1 ^ (value < 0 ? POLYNOMIAL : 0);
        }

        /** {@return the number of a place in the stream, x to that power} */
        static long at(long place) {
            long result = 1;
            long square = 2;
            for (long left = place; left != 0; left >>>= 1) {
                if ((left & 1) != 0) {
                    result = multiply(result, square);
                }
                square = multiply(square, square);
            }
            return result;
        }

        private static long multiply(long a, long b) {
            long product = 0;
            long shifted = a;
            for (long left = b; left != 0; left >>>= 1) {
                if ((left & 1) != 0) {
                    product ^= shifted;
                }
                shifted = next(shifted);
            }
            return product;
        }
    }

    /**
     * One way of updating. Every PE has its own part of the stream of random numbers. A number's low bits choose the
     * word, other bits the PE. As exclusive or undoes itself, the same updates once more, atomically, must give the
     * table that was there at first.
     */
    private abstract static class GupsProbe extends Probe {
        private static final long PART = 1L << 50;
        private static final double ALLOWED = 0.01;

        final long mask;
        private final Shmem shmem;
        private final SymmetricLongs table;
        private final int nPes;
        private final SymmetricLongs errors;
        private final boolean exact;
        private long random;
        private long count;
        private double percent;

        private GupsProbe(String name, Shmem shmem, SymmetricLongs table, SymmetricLongs errors, boolean exact) {
            super(name, Long.BYTES, Sides.EACH, shmem.nPes(), true);
            this.shmem = shmem;
            this.table = table;
            this.mask = table.length() - 1;
            this.nPes = shmem.nPes();
            this.errors = errors;
            this.exact = exact;
        }

        /** Updates with the following numbers of the stream; returns the last one. */
        abstract long update(long from, int turns);

        final int pe(long number) {
            return (int) ((number >>> 33) * nPes >>> 31);
        }

        final double errorPercent() {
            return percent;
        }

        @Override
        public final void prepare() {
            random = RandomStream.at(shmem.myPe() * PART);
            count = 0;
            for (long i = 0; i < table.length(); i++) {
                table.set(i, i);
            }
            errors.set(0, 0);
        }

        @Override
        public final void loop(int turns) {
            random = update(random, turns);
            count += turns;
        }

        @Override
        public final void check() {
            long number = RandomStream.at(shmem.myPe() * PART);
            for (long i = 0; i < count; i++) {
                number = RandomStream.next(number);
                shmem.xor(table, number & mask, number, pe(number));
            }
            shmem.barrierAll();
            long wrong = 0;
            long first = -1;
            for (long i = 0; i < table.length(); i++) {
                if (table.get(i) != i) {
                    first = wrong == 0 ? i : first;
                    wrong++;
                }
            }
            shmem.add(errors, 0, wrong, 0);
            shmem.barrierAll();
            long all = shmem.g(errors, 0, 0);
            percent = 100.0 * all / (table.length() * nPes);
            if (wrong > 0 && (exact || all > ALLOWED * table.length() * nPes)) {
                WrongResultException.check("table after " + name() + ", " + all + " wrong words", first,
                    table.get(first), first);
            }
        }

        static GupsProbe atomic(Shmem shmem, SymmetricLongs table, SymmetricLongs errors) {
            return new GupsProbe("atomic xor", shmem, table, errors, true) {
                @Override
                long update(long from, int turns) {
                    long number = from;
                    for (int i = 0; i < turns; i++) {
                        number = RandomStream.next(number);
                        shmem.xor(table, number & mask, number, pe(number));
                    }
                    return number;
                }
            };
        }

        static GupsProbe getPut(Shmem shmem, SymmetricLongs table, SymmetricLongs errors) {
            return new GupsProbe("g, p", shmem, table, errors, shmem.nPes() == 1) {
                @Override
                long update(long from, int turns) {
                    long number = from;
                    for (int i = 0; i < turns; i++) {
                        number = RandomStream.next(number);
                        int pe = pe(number);
                        shmem.p(table, number & mask, shmem.g(table, number & mask, pe) ^ number, pe);
                    }
                    return number;
                }
            };
        }

        static GupsProbe loadStore(Shmem shmem, SymmetricLongs table, SymmetricLongs errors) {
            LongView[] views = new LongView[shmem.nPes()];
            Arrays.setAll(views, pe -> shmem.view(table, pe));
            return new GupsProbe("load, store", shmem, table, errors, shmem.nPes() == 1) {
                @Override
                long update(long from, int turns) {
                    long number = from;
                    for (int i = 0; i < turns; i++) {
                        number = RandomStream.next(number);
                        LongView view = views[pe(number)];
                        int at = (int) (number & mask);
                        view.set(at, view.get(at) ^ number);
                    }
                    return number;
                }
            };
        }
    }
}
