// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Atomics in a loop, with a method for each operation. The word starts with {@link #START}, and its final value is
 * known for any number of turns and PEs.
 */
public final class AtomicProbe extends Probe {
    /** Initial value of the word, with bits that bitwise operations change. */
    private static final long START = 0x55;

    private final Place on;
    private final Loop operations;
    private final ToLongFunction<Totals> expected;
    private long count;
    private long results;

    /**
     * Words that PEs access atomically.
     *
     * @param words  16 longs, a cache line, per PE of the job
     * @param tally  two words on PE 0 that sum up the results of contending PEs
     * @param pe     the PE whose copy of the words is accessed
     * @param actors PEs 0 to actors - 1 take part
     * @param shared whether they use the same word or a line each
     * @param sides  the PEs that run the loop
     */
    public record Place(Shmem shmem, SymmetricLongs words, SymmetricLongs tally, int pe, int actors,
        boolean shared, Sides sides) {
        /** Longs per cache line. */
        static final int LINE = 16;

        /** {@return a cache line that only PE 0 uses} */
        public static Place single(Shmem shmem, SymmetricLongs words, int pe) {
            return new Place(shmem, words, null, pe, 1, true, Sides.ORIGIN);
        }

        boolean acts() {
            return shmem.myPe() < actors;
        }

        long index() {
            return shared ? 0 : (long) shmem.myPe() * LINE;
        }

        int users() {
            return shared ? actors : 1;
        }
    }

    /** The loop of an operation. */
    @FunctionalInterface
    private interface Loop {
        /**
         * Runs the operation, of which {@code first} turns have been run before, and {@return the sum of its results}
         */
        long run(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns);
    }

    private AtomicProbe(Place on, String name, Loop operations, ToLongFunction<Totals> expected) {
        super(name, Long.BYTES, on.sides(), on.actors(), on.acts());
        this.on = on;
        this.operations = operations;
        this.expected = expected;
    }

    public static List<Probe> all(Place on) {
        ToLongFunction<Totals> added = t -> START + 3 * t.all;
        ToLongFunction<Totals> counted = t -> START + t.all;
        ToLongFunction<Totals> cleared = t -> t.each < 2 ? START : START & ~1;
        ToLongFunction<Totals> stored = t -> t.each < 3 ? START : START | 2;
        ToLongFunction<Totals> turned = t -> START ^ t.all & 1;
        return List.of(new AtomicProbe(on, "fetch-add", AtomicProbe::fetchAdd, added),
            new AtomicProbe(on, "add", AtomicProbe::add, added),
            new AtomicProbe(on, "fetch-inc", AtomicProbe::fetchInc, counted),
            new AtomicProbe(on, "inc", AtomicProbe::inc, counted),
            new AtomicProbe(on, "fetch", AtomicProbe::atomicFetch, t -> START),
            new AtomicProbe(on, "set", AtomicProbe::atomicSet,
                t -> Math.clamp(t.value, t.all == t.each ? t.each - 1 : 0, t.each - 1)),
            new AtomicProbe(on, "swap", AtomicProbe::swap, t -> START - t.results),
            new AtomicProbe(on, "compare-swap", AtomicProbe::compareSwap, t -> START + t.results),
            new AtomicProbe(on, "fetch-and", AtomicProbe::fetchAnd, cleared),
            new AtomicProbe(on, "and", AtomicProbe::and, cleared),
            new AtomicProbe(on, "fetch-or", AtomicProbe::fetchOr, stored),
            new AtomicProbe(on, "or", AtomicProbe::or, stored),
            new AtomicProbe(on, "fetch-xor", AtomicProbe::fetchXor, turned),
            new AtomicProbe(on, "xor", AtomicProbe::xor, turned));
    }

    @Override
    public void prepare() {
        if (on.acts()) {
            on.shmem().atomicSet(on.words(), on.index(), START, on.pe());
        }
        if (on.tally() != null && on.shmem().myPe() == 0) {
            on.tally().set(0, 0);
        }
    }

    @Override
    public void loop(int turns) {
        results += operations.run(on.shmem(), on.words(), on.index(), on.pe(), count, turns);
        count += turns;
    }

    @Override
    public void check() {
        long all = results;
        if (on.users() > 1) {
            on.shmem().add(on.tally(), 0, results, 0);
            on.shmem().barrierAll();
            all = on.shmem().atomicFetch(on.tally(), 0, 0);
        }
        if (on.acts()) {
            long value = on.shmem().atomicFetch(on.words(), on.index(), on.pe());
            WrongResultException.check(name() + " of " + on.users() + " PEs", on.index(), value,
                expected.applyAsLong(new Totals(count, count * on.users(), all, value)));
        }
    }

    private static long swap(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns) {
        long sum = 0;
        for (int i = 0; i < turns; i++) {
            sum += shmem.swap(word, at, first + i, pe) - first - i;
        }
        return sum;
    }

    private static long compareSwap(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns) {
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

    //#each call/arguments add/3,pe inc/pe and/~(first+i&1),pe or/first+i&2,pe xor/1,pe atomicSet/first+i,pe
    private static long $call$(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns) {
        for (int i = 0; i < turns; i++) {
            shmem.$call$(word, at, $arguments$);
        }
        return 0;
    }

    //#next
    //#each call/arguments fetchAdd/3,pe fetchInc/pe fetchAnd/~(first+i&1),pe fetchOr/first+i&2,pe fetchXor/1,pe
    //#row atomicFetch | pe
    private static long $call$(Shmem shmem, SymmetricLongs word, long at, int pe, long first, int turns) {
        long sum = 0;
        for (int i = 0; i < turns; i++) {
            sum += shmem.$call$(word, at, $arguments$);
        }
        return sum;
    }

    //#next
    /**
     * Totals of the operations on a word.
     *
     * @param each    operations per PE
     * @param all     operations of all PEs
     * @param results sum of the results, as defined by the operation
     */
    private record Totals(long each, long all, long results, long value) {
    }
}
