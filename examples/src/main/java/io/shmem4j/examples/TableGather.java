// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.message.Messages;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Looks up random elements of a distributed table in three ways: by a {@code g} for each, by a {@link Batch}, and by
 * {@link Messages} that the owner answers. It prints the time of a lookup for each.
 *
 * <p>Element e is on PE e mod n, at index e div n. Its value depends on e only, so every PE can check its results.
 *
 * <p>Arguments: lookups per PE (default 20 thousand), rounds (default 3; the best one counts).
 */
public final class TableGather {
    private static final long SEED = 0x9a7;

    private final Shmem shmem;
    private final int n;
    private final SymmetricLongs table;
    private final Batch batch;
    private final Messages messages;
    private final int lookUp;
    private final int[] elements;
    private final long[] gathered;

    private TableGather(Shmem shmem, int lookups) {
        this.shmem = shmem;
        this.n = shmem.nPes();
        int each = Math.max(1, lookups / 100);
        this.table = shmem.allocateLongs(each).named("table");
        for (int i = 0; i < each; i++) {
            table.set(i, value(i * n + shmem.myPe()));
        }
        this.batch = Batch.allocate(shmem, table);
        this.elements = new SplittableRandom(SEED + shmem.myPe()).ints(lookups, 0, n * each).toArray();
        this.gathered = new long[lookups];
        this.messages = Messages.allocate(shmem);
        int answer = messages.handler((from, words) -> gathered[(int) words.get(0)] = words.get(1));
        this.lookUp = messages.handler((from, words) ->
            messages.send(from, answer, words.get(0), table.get(words.get(1))));
        messages.open();
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("gather [lookups [rounds]]", args, 2);
        int lookups = arguments.count(0, 20_000);
        int rounds = arguments.count(1, 3);
        try (Shmem shmem = Shmem.init()) {
            TableGather gather = new TableGather(shmem, lookups);
            double single = gather.best(rounds, gather::single);
            double batched = gather.best(rounds, gather::batched);
            double asked = gather.best(rounds, gather::asked);
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d lookups on each of %d PEs: single %.1f ns, batch %.1f ns, messages"
                    + " %.1f ns a lookup%n", lookups, shmem.nPes(), single, batched, asked);
            }
            shmem.finish();
        }
    }

    private static long value(int element) {
        return 3L * element + 1;
    }

    /** {@return the time of a lookup in nanoseconds, in the best round} */
    private double best(int rounds, Runnable lookups) {
        double best = Double.POSITIVE_INFINITY;
        for (int round = 0; round < rounds; round++) {
            shmem.barrierAll();
            double start = shmem.time();
            lookups.run();
            shmem.barrierAll();
            best = Math.min(best, shmem.time() - start);
            for (int i = 0; i < elements.length; i++) {
                if (gathered[i] != value(elements[i])) {
                    throw new AssertionError("element " + elements[i] + " is " + gathered[i]);
                }
                gathered[i] = -1;
            }
        }
        return best * 1e9 / elements.length;
    }

    private void single() {
        for (int i = 0; i < elements.length; i++) {
            gathered[i] = shmem.g(table, elements[i] / n, elements[i] % n);
        }
    }

    private void batched() {
        for (int i = 0; i < elements.length; i++) {
            int at = i;
            batch.get(table, elements[i] / n, elements[i] % n, value -> gathered[at] = value);
        }
        batch.barrier();
    }

    private void asked() {
        for (int i = 0; i < elements.length; i++) {
            messages.send(elements[i] % n, lookUp, i, elements[i] / n);
        }
        messages.finish();
    }
}
