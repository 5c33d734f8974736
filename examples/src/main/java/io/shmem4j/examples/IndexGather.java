// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Gathers elements at random places of a table that is spread over all PEs, twice: by one get for each element, and by
 * a conveyor that carries places to the PEs that have them, and then their elements back.
 *
 * <p>Arguments: elements that each PE gathers (default 100 thousand), elements that each PE has (default 1000).
 */
public final class IndexGather {
    private static final long SEED = 0x9a7;

    private final Shmem shmem;
    private final int n;
    private final SymmetricLongs table;
    private final int[] places;
    private final long[] gathered;
    private final Conveyor conveyor;
    /** The asking PE of each request, its own number of the element, and the element. */
    private int[] askers;
    private long[] replies;

    private IndexGather(Shmem shmem, int count, int elements) {
        this.shmem = shmem;
        this.n = shmem.nPes();
        this.table = shmem.allocateLongs(elements).named("table");
        this.places = new SplittableRandom(SEED + shmem.myPe()).ints(count, 0, n * elements).toArray();
        this.gathered = new long[count];
        this.conveyor = new Conveyor(shmem, 2);
        this.askers = new int[count];
        this.replies = new long[2 * count];
        for (int index = 0; index < elements; index++) {
            table.set(index, element(index * n + shmem.myPe()));
        }
        shmem.barrierAll();
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("gather [count [elements]]", args, 2);
        int count = arguments.count(0, 100_000);
        int elements = arguments.count(1, 1000);
        try (Shmem shmem = Shmem.init()) {
            IndexGather gather = new IndexGather(shmem, count, elements);
            double gets = 0;
            double conveyed = 0;
            // The first round of each warms up.
            for (int round = 0; round < 2; round++) {
                gets = gather.timed(gather::byGets);
                conveyed = gather.timed(gather::byConveyor);
            }
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT,
                    "%d elements for each of %d PEs: %.1f ns each by gets, %.1f ns by conveyor%n", count, shmem.nPes(),
                    gets * 1e9 / count, conveyed * 1e9 / count);
            }
        }
    }

    private static long element(int place) {
        return 3L * place + 1;
    }

    private double timed(Runnable way) {
        Arrays.fill(gathered, -1);
        shmem.barrierAll();
        double start = shmem.time();
        way.run();
        shmem.barrierAll();
        double seconds = shmem.time() - start;
        for (int i = 0; i < places.length; i++) {
            if (gathered[i] != element(places[i])) {
                throw new AssertionError("element " + places[i] + " is " + gathered[i]);
            }
        }
        return seconds;
    }

    private void byGets() {
        for (int i = 0; i < places.length; i++) {
            gathered[i] = shmem.g(table, places[i] / n, places[i] % n);
        }
    }

    /** All requests first, then all replies: a PE answers when all requests have come. */
    private void byConveyor() {
        int asked = 0;
        int requests = 0;
        while (conveyor.advance(asked == places.length)) {
            while (asked < places.length && conveyor.push(places[asked] % n, asked, places[asked] / n)) {
                asked++;
            }
            while (conveyor.pull()) {
                if (requests == askers.length) {
                    askers = Arrays.copyOf(askers, 2 * requests);
                    replies = Arrays.copyOf(replies, 4 * requests);
                }
                askers[requests] = conveyor.from();
                replies[2 * requests] = conveyor.item();
                replies[2 * requests + 1] = table.get(conveyor.item(1));
                requests++;
            }
        }
        conveyor.restart();
        int replied = 0;
        while (conveyor.advance(replied == requests)) {
            while (replied < requests
                && conveyor.push(askers[replied], replies[2 * replied], replies[2 * replied + 1])) {
                replied++;
            }
            while (conveyor.pull()) {
                gathered[(int) conveyor.item()] = conveyor.item(1);
            }
        }
        conveyor.restart();
    }
}
