// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.irregular.message.Messages;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * PageRank of pages with random links: each page passes its rank in equal parts to the pages that it links to. Each PE
 * owns a range of pages. In each round a message per link carries a part of a rank, and its handler adds it up.
 *
 * <p>Reductions of one number are single calls: the sum of the ranks of pages without links, which all pages share, and
 * the largest change, so that all PEs stop in the same round.
 *
 * <p>Arguments: pages per PE (default 2000), largest change of a rank at which to stop (default 1e-9).
 */
public final class PageRank {
    private static final double DAMPING = 0.85;
    private static final int MOST_LINKS = 10;

    public static void main(String[] args) {
        Arguments arguments = new Arguments("pagerank [pages [change]]", args, 2);
        int pages = arguments.count(0, 2000);
        double limit = arguments.real(1, 1e-9);
        try (Shmem shmem = Shmem.init()) {
            int n = shmem.nPes();
            int all = Math.multiplyExact(pages, n);
            Team world = shmem.world();
            int[][] links = links(pages * shmem.myPe(), pages, all);
            double[] ranks = new double[pages];
            double[] received = new double[pages];
            Messages messages = Messages.allocate(shmem);
            int give = messages.handler((from, words) -> received[(int) words.get(0)] += words.getDouble(1));
            messages.open();
            Arrays.fill(ranks, 1.0 / all);
            int rounds = 0;
            double start = shmem.time();
            for (double change = 1; change > limit; rounds++) {
                double lost = give(links, ranks, messages, give);
                messages.finish();
                double base = (1 - DAMPING + DAMPING * world.sumReduce(lost)) / all;
                change = world.maxReduce(update(ranks, received, base));
            }
            double seconds = shmem.time() - start;
            messages.free();
            double sum = world.sumReduce(Arrays.stream(ranks).sum());
            double largest = world.maxReduce(Arrays.stream(ranks).max().orElseThrow());
            if (Math.abs(sum - 1) > 1e-9) {
                throw new AssertionError("the ranks add up to " + sum + ", not 1");
            }
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d pages on %d PEs, %d rounds of %.3f ms, the largest rank is %.3e%n",
                    all, n, rounds, seconds / rounds * 1e3, largest);
            }
            shmem.finish();
        }
    }

    /** {@return the links of some pages, which depend on their numbers only} */
    private static int[][] links(int first, int count, int all) {
        int[][] links = new int[count][];
        for (int i = 0; i < count; i++) {
            SplittableRandom random = new SplittableRandom(first + i);
            links[i] = random.ints(random.nextInt(MOST_LINKS), 0, all).toArray();
        }
        return links;
    }

    /** Sends each page's rank along its links, and {@return the sum of the ranks of pages without links} */
    private static double give(int[][] links, double[] ranks, Messages messages, int give) {
        int pages = ranks.length;
        double lost = 0;
        for (int page = 0; page < pages; page++) {
            lost += links[page].length == 0 ? ranks[page] : 0;
            for (int to : links[page]) {
                messages.send(to / pages, give, to % pages,
                    Double.doubleToRawLongBits(ranks[page] / links[page].length));
            }
        }
        return lost;
    }

    /** Computes the new ranks, and {@return the largest change} */
    private static double update(double[] ranks, double[] received, double base) {
        double change = 0;
        for (int i = 0; i < ranks.length; i++) {
            double rank = base + DAMPING * received[i];
            change = Math.max(change, Math.abs(rank - ranks[i]));
            ranks[i] = rank;
            received[i] = 0;
        }
        return change;
    }
}
