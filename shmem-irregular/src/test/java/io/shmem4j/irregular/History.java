// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Operations of all PEs with the times of their calls and returns, and whether they could have happened one at a time,
 * each between its call and its return. The clock is that of the machine, which its processes share.
 *
 * <p>The search takes an operation that no other one precedes, asks a model whether it fits, and goes on from the
 * model's next state; pairs of a set of done operations and a state are tried once.
 */
final class History {
    private static final int WORDS = 6;

    private final Shmem shmem;
    private final int most;
    private final SymmetricLongs words;
    private int count;

    /** Effect of an operation on an object; a state is a list of numbers. */
    interface Model {
        /** {@return the state after an operation, or null where that can't have its result} */
        List<Long> apply(List<Long> state, Operation operation);
    }

    /** An operation on an object. */
    record Operation(long kind, long argument, long second, long result, long called, long returned) { }

    /** Makes room for operations; collective. */
    History(Shmem shmem, int most) {
        this.shmem = shmem;
        this.most = most;
        this.words = shmem.allocateLongs(1 + (long) most * WORDS).named("history");
    }

    long record(long kind, long argument, long second, LongSupplier operation) {
        // No load of the operation passes a store of this history.
        shmem.quiet();
        long called = System.nanoTime();
        long result = operation.getAsLong();
        long returned = System.nanoTime();
        words.set(1 + (long) count++ * WORDS, new long[] {kind, argument, second, result, called, returned});
        words.set(0, count);
        return result;
    }

    /** Checks the operations of all PEs on PE 0, at most 64 of them; collective. */
    void check(List<Long> initial, Model model) {
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            List<Operation> all = new ArrayList<>();
            long[] w = new long[most * WORDS];
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                shmem.get(w, 0, words, 1, w.length, pe);
                int end = (int) shmem.g(words, 0, pe) * WORDS;
                for (int i = 0; i < end; i += WORDS) {
                    all.add(new Operation(w[i], w[i + 1], w[i + 2], w[i + 3], w[i + 4], w[i + 5]));
                }
            }
            if (!fits(all, initial, model)) {
                throw new AssertionError("not linearizable: " + all);
            }
        }
        shmem.barrierAll();
        count = 0;
        words.set(0, 0);
    }

    static boolean fits(List<Operation> all, List<Long> initial, Model model) {
        return fits(all, 0, initial, model, new HashSet<>());
    }

    private record Tried(long done, List<Long> state) { }

    private static boolean fits(List<Operation> all, long done, List<Long> state, Model model, Set<Tried> tried) {
        if (Long.bitCount(done) == all.size()) {
            return true;
        }
        if (!tried.add(new Tried(done, state))) {
            return false;
        }
        long earliest = Long.MAX_VALUE;
        for (int i = 0; i < all.size(); i++) {
            if ((done >> i & 1) == 0) {
                earliest = Math.min(earliest, all.get(i).returned);
            }
        }
        for (int i = 0; i < all.size(); i++) {
            if ((done >> i & 1) == 0 && all.get(i).called <= earliest) {
                List<Long> next = model.apply(state, all.get(i));
                if (next != null && fits(all, done | 1L << i, next, model, tried)) {
                    return true;
                }
            }
        }
        return false;
    }
}
