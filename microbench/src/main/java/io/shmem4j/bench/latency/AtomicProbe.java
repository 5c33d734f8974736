// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.latency;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.Probe;
import io.shmem4j.bench.WrongResultException;
import java.util.List;

/**
 * Atomics of PE 0 on a word of its peer, one after the other. Each operation is a class with a loop of its own; all
 * start with the word at {@link #START} and know what it holds after n turns.
 */
abstract class AtomicProbe extends Probe {
    /** What the word holds at first. */
    static final long START = 0x55;

    private final Buffers on;
    private long count;
    private long results;

    AtomicProbe(String name, Buffers on) {
        super(name, Long.BYTES, Sides.ORIGIN);
        this.on = on;
    }

    static List<Probe> all(Buffers on) {
        return List.of(new FetchAdd(on), new Add(on), new FetchInc(on), new Inc(on), new Fetch(on), new Store(on),
            new Swap(on), new CompareSwap(on), new FetchAnd(on), new And(on), new FetchOr(on), new Or(on),
            new FetchXor(on), new Xor(on));
    }

    /** Runs the operation; {@code first} turns have been run before. Returns something that needs all results. */
    abstract long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns);

    /** {@return what the word holds after some turns} */
    abstract long expected(long turns);

    @Override
    public final void prepare() {
        on.shmem().atomicSet(on.word(), 0, START, on.peer());
    }

    @Override
    public final void loop(int turns) {
        results += run(on.shmem(), on.word(), on.peer(), count, turns);
        count += turns;
    }

    @Override
    public final void check() {
        WrongResultException.check(name() + " (results " + results + ")", 0,
            on.shmem().atomicFetch(on.word(), 0, on.peer()), expected(count));
    }

    /** fetch-add. */
    private static final class FetchAdd extends AtomicProbe {
        FetchAdd(Buffers on) {
            super("fetch-add", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            long sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += shmem.fetchAdd(word, 0, 3, peer);
            }
            return sum;
        }

        @Override
        long expected(long turns) {
            return START + 3 * turns;
        }
    }

    /** add. */
    private static final class Add extends AtomicProbe {
        Add(Buffers on) {
            super("add", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            for (int i = 0; i < turns; i++) {
                shmem.add(word, 0, 3, peer);
            }
            return first;
        }

        @Override
        long expected(long turns) {
            return START + 3 * turns;
        }
    }

    /** fetch-inc. */
    private static final class FetchInc extends AtomicProbe {
        FetchInc(Buffers on) {
            super("fetch-inc", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            long sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += shmem.fetchInc(word, 0, peer);
            }
            return sum;
        }

        @Override
        long expected(long turns) {
            return START + turns;
        }
    }

    /** inc. */
    private static final class Inc extends AtomicProbe {
        Inc(Buffers on) {
            super("inc", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            for (int i = 0; i < turns; i++) {
                shmem.inc(word, 0, peer);
            }
            return first;
        }

        @Override
        long expected(long turns) {
            return START + turns;
        }
    }

    /** fetch. */
    private static final class Fetch extends AtomicProbe {
        Fetch(Buffers on) {
            super("fetch", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            long sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += shmem.atomicFetch(word, 0, peer);
            }
            return sum;
        }

        @Override
        long expected(long turns) {
            return START;
        }
    }

    /** set. */
    private static final class Store extends AtomicProbe {
        Store(Buffers on) {
            super("set", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            for (int i = 0; i < turns; i++) {
                shmem.atomicSet(word, 0, first + i, peer);
            }
            return first;
        }

        @Override
        long expected(long turns) {
            return turns - 1;
        }
    }

    /** swap. */
    private static final class Swap extends AtomicProbe {
        Swap(Buffers on) {
            super("swap", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            long sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += shmem.swap(word, 0, first + i, peer);
            }
            return sum;
        }

        @Override
        long expected(long turns) {
            return turns - 1;
        }
    }

    /** compare-swap. */
    private static final class CompareSwap extends AtomicProbe {
        CompareSwap(Buffers on) {
            super("compare-swap", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            long sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += shmem.compareSwap(word, 0, START + first + i, START + first + i + 1, peer);
            }
            return sum;
        }

        @Override
        long expected(long turns) {
            return START + turns;
        }
    }

    /** fetch-and. */
    private static final class FetchAnd extends AtomicProbe {
        FetchAnd(Buffers on) {
            super("fetch-and", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            long sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += shmem.fetchAnd(word, 0, ~(first + i & 1), peer);
            }
            return sum;
        }

        @Override
        long expected(long turns) {
            return turns < 2 ? START : START & ~1;
        }
    }

    /** and. */
    private static final class And extends AtomicProbe {
        And(Buffers on) {
            super("and", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            for (int i = 0; i < turns; i++) {
                shmem.and(word, 0, ~(first + i & 1), peer);
            }
            return first;
        }

        @Override
        long expected(long turns) {
            return turns < 2 ? START : START & ~1;
        }
    }

    /** fetch-or. */
    private static final class FetchOr extends AtomicProbe {
        FetchOr(Buffers on) {
            super("fetch-or", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            long sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += shmem.fetchOr(word, 0, first + i & 2, peer);
            }
            return sum;
        }

        @Override
        long expected(long turns) {
            return turns < 3 ? START : START | 2;
        }
    }

    /** or. */
    private static final class Or extends AtomicProbe {
        Or(Buffers on) {
            super("or", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            for (int i = 0; i < turns; i++) {
                shmem.or(word, 0, first + i & 2, peer);
            }
            return first;
        }

        @Override
        long expected(long turns) {
            return turns < 3 ? START : START | 2;
        }
    }

    /** fetch-xor. */
    private static final class FetchXor extends AtomicProbe {
        FetchXor(Buffers on) {
            super("fetch-xor", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            long sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += shmem.fetchXor(word, 0, 1, peer);
            }
            return sum;
        }

        @Override
        long expected(long turns) {
            return START ^ turns & 1;
        }
    }

    /** xor. */
    private static final class Xor extends AtomicProbe {
        Xor(Buffers on) {
            super("xor", on);
        }

        @Override
        long run(Shmem shmem, SymmetricLongs word, int peer, long first, int turns) {
            for (int i = 0; i < turns; i++) {
                shmem.xor(word, 0, 1, peer);
            }
            return first;
        }

        @Override
        long expected(long turns) {
            return START ^ turns & 1;
        }
    }
}
