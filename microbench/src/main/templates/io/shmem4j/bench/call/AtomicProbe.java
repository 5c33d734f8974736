// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.List;

/**
 * Atomics, one after the other. Each operation is a class with a loop of its own; all start with the word at
 * {@link #START} and know what it holds after any number of turns of any number of PEs.
 */
public abstract class AtomicProbe extends Probe {
    /** What the word holds at first; has bits that the bitwise operations change. */
    static final long START = 0x55;

    private final AtomicPlace on;
    private long count;
    private long results;

    AtomicProbe(String name, AtomicPlace on) {
        super(name, Long.BYTES, on.sides());
        this.on = on;
    }

    /** {@return all operations} */
    public static List<Probe> all(AtomicPlace on) {
        return List.of(new FetchAdd(on), new Add(on), new FetchInc(on), new Inc(on), new Fetch(on), new Store(on),
            new Swap(on), new CompareSwap(on), new FetchAnd(on), new And(on), new FetchOr(on), new Or(on),
            new FetchXor(on), new Xor(on));
    }

    /** Runs the operation; {@code first} turns have been run before. Returns the sum of its results. */
    abstract long run(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns);

    abstract long expected(Totals t);

    @Override
    public final boolean acts() {
        return on.acts();
    }

    @Override
    public final int actors() {
        return on.actors();
    }

    @Override
    public final void prepare() {
        if (on.acts()) {
            on.shmem().atomicSet(on.words(), on.index(), START, on.pe());
        }
        if (on.tally() != null && on.shmem().myPe() == 0) {
            on.tally().set(0, 0);
        }
    }

    @Override
    public final void loop(int turns) {
        if (on.acts()) {
            results += run(on.shmem(), on.words(), on.index(), on.pe(), count, turns);
            count += turns;
        }
    }

    @Override
    public final void check() {
        long all = results;
        if (on.users() > 1) {
            on.shmem().add(on.tally(), 0, results, 0);
            on.shmem().barrierAll();
            all = on.shmem().atomicFetch(on.tally(), 0, 0);
        }
        if (on.acts()) {
            long value = on.shmem().atomicFetch(on.words(), on.index(), on.pe());
            WrongResultException.check(name() + " of " + on.users() + " PEs", on.index(), value,
                expected(new Totals(count, count * on.users(), all, value)));
        }
    }

    /** set. */
    private static final class Store extends AtomicProbe {
        Store(AtomicPlace on) {
            super("set", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns) {
            for (int i = 0; i < turns; i++) {
                shmem.atomicSet(word, at, first + i, pe);
            }
            return 0;
        }

        @Override
        long expected(Totals t) {
            return Math.clamp(t.value(), t.all() == t.each() ? t.each() - 1 : 0, t.each() - 1);
        }
    }

    /** swap. */
    private static final class Swap extends AtomicProbe {
        Swap(AtomicPlace on) {
            super("swap", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns) {
            long sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += shmem.swap(word, at, first + i, pe) - first - i;
            }
            return sum;
        }

        @Override
        long expected(Totals t) {
            return START - t.results();
        }
    }

    /** compare-swap. */
    private static final class CompareSwap extends AtomicProbe {
        CompareSwap(AtomicPlace on) {
            super("compare-swap", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns) {
            long hits = 0;
            long seen = START;
            for (int i = 0; i < turns; i++) {
                long old = shmem.compareSwap(word, at, seen, seen + 1, pe);
                if (old == seen) {
                    hits++;
                    seen++;
                } else {
                    seen = old;
                }
            }
            return hits;
        }

        @Override
        long expected(Totals t) {
            return START + t.results();
        }
    }

    /** fetch. */
    private static final class Fetch extends AtomicProbe {
        Fetch(AtomicPlace on) {
            super("fetch", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns) {
            long sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += shmem.atomicFetch(word, at, pe);
            }
            return sum;
        }

        @Override
        long expected(Totals t) {
            return START;
        }
    }

    //#types long
    //#each Op/op/arguments Add/add/3,pe Inc/inc/pe And/and/~(first+i&1),pe Or/or/first+i&2,pe Xor/xor/1,pe
    /** $op$. */
    private static class $Op$ extends AtomicProbe {
        $Op$(AtomicPlace on) {
            this("$op$", on);
        }

        $Op$(String name, AtomicPlace on) {
            super(name, on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns) {
            for (int i = 0; i < turns; i++) {
                shmem.$op$(word, at, $arguments$);
            }
            return 0;
        }

        @Override
        final long expected(Totals t) {
            //#when Add
            return START + 3 * t.all();
            //#end
            //#when Inc
            return START + t.all();
            //#end
            //#when And
            return t.each() < 2 ? START : START & ~1;
            //#end
            //#when Or
            return t.each() < 3 ? START : START | 2;
            //#end
            //#when Xor
            return START ^ t.all() & 1;
            //#end
        }
    }

    /** fetch-$op$. */
    private static final class Fetch$Op$ extends $Op$ {
        Fetch$Op$(AtomicPlace on) {
            super("fetch-$op$", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns) {
            long sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += shmem.fetch$Op$(word, at, $arguments$);
            }
            return sum;
        }
    }

    //#next
    //#done

    /**
     * The operations on a word so far.
     *
     * @param each    operations of each PE that used it
     * @param all     operations of all of them
     * @param results sum of their results, as the operation defines it
     */
    record Totals(long each, long all, long results, long value) {
    }
}
