// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.LongView;
import io.shmem4j.MayRace;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.Arrays;

/**
 * One way of updating. Every PE has its own part of the stream of random numbers. A number's low bits choose the word,
 * other bits the PE. As exclusive or undoes itself, the same updates once more, atomically, must give the table that
 * was there at first.
 */
@MayRace
abstract class GupsProbe extends Probe {
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
        super(name, Long.BYTES, Sides.EACH);
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
    public final int actors() {
        return nPes;
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
            WrongResultException.check("table after " + name() + ", " + all + " wrong words", first, table.get(first),
                first);
        }
    }

    /** By atomic exclusive or. */
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

    /** By g and p. */
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

    /** By load and store through views of all PEs' tables. */
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
