// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.Team;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The rank of pages that link to each other at random: a page gives its rank to those that it links to, in equal parts.
 * Pages are dealt out in bands. In each round all PEs gather what every page gives to a link, and add up what their
 * pages get.
 *
 * <p>Sums of one number over all PEs are single calls: the rank of pages without links, which all pages share, and the
 * largest change, by which all PEs stop in the same round.
 *
 * <p>Arguments: pages of each PE (default 2000), largest change of a rank that ends it (default 1e-9).
 */
public final class PageRank {
    private static final double DAMPING = 0.85;
    private static final int MOST_LINKS = 10;
    private static final long SEED = 0x9a6e;

    private PageRank() {
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("pagerank [pages [change]]", args, 2);
        int pages = arguments.count(0, 2000);
        double rest = arguments.real(1, 1e-9);
        try (Shmem shmem = Shmem.init()) {
            int n = shmem.nPes();
            int all = Math.multiplyExact(pages, n);
            Team world = shmem.world();
            // The links of all pages come from one seed, so each PE can count those that lead to its own.
            int[] links = new int[all];
            int[] begins = new int[pages + 1];
            int[] sources = linksTo(pages * shmem.myPe(), pages, links, begins);
            SymmetricDoubles given = shmem.allocateDoubles(pages).named("given");
            SymmetricDoubles gathered = shmem.allocateDoubles(all).named("gathered");
            double[] ranks = new double[pages];
            double[] from = new double[all];
            Arrays.fill(ranks, 1.0 / all);
            int rounds = 0;
            double start = shmem.time();
            double change = 1;
            while (change > rest) {
                double lost = world.sumReduce(give(ranks, links, pages * shmem.myPe(), given));
                world.fcollect(gathered, given, pages);
                gathered.getAll(0, from);
                change = world.maxReduce(take(ranks, from, begins, sources, (1 - DAMPING + DAMPING * lost) / all));
                rounds++;
            }
            double seconds = shmem.time() - start;
            double sum = world.sumReduce(Arrays.stream(ranks).sum());
            double largest = world.maxReduce(Arrays.stream(ranks).max().orElseThrow());
            if (Math.abs(sum - 1) > 1e-9) {
                throw new AssertionError("all ranks add up to " + sum);
            }
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d pages on %d PEs, %d rounds of %.3f ms, the largest rank is %.3e%n",
                    all, n, rounds, seconds / rounds * 1e3, largest);
            }
            shmem.finish();
        }
    }

    /** {@return the pages that link to some pages, one page after the other} Fills in all pages' numbers of links. */
    private static int[] linksTo(int first, int count, int[] links, int[] begins) {
        int[][] found = new int[count][0];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int page = 0; page < links.length; page++) {
            links[page] = random.nextInt(MOST_LINKS);
            for (int k = 0; k < links[page]; k++) {
                int to = random.nextInt(links.length) - first;
                if (to >= 0 && to < count) {
                    found[to] = Arrays.copyOf(found[to], found[to].length + 1);
                    found[to][found[to].length - 1] = page;
                }
            }
        }
        for (int i = 0; i < count; i++) {
            begins[i + 1] = begins[i] + found[i].length;
        }
        return Arrays.stream(found).flatMapToInt(Arrays::stream).toArray();
    }

    /** {@return the rank of pages without links} */
    private static double give(double[] ranks, int[] links, int first, SymmetricDoubles given) {
        double lost = 0;
        for (int i = 0; i < ranks.length; i++) {
            int count = links[first + i];
            given.set(i, count == 0 ? 0 : ranks[i] / count);
            lost += count == 0 ? ranks[i] : 0;
        }
        return lost;
    }

    /** {@return the largest change of a rank} */
    private static double take(double[] ranks, double[] from, int[] begins, int[] sources, double base) {
        double change = 0;
        for (int i = 0; i < ranks.length; i++) {
            double sum = 0;
            for (int k = begins[i]; k < begins[i + 1]; k++) {
                sum += from[sources[k]];
            }
            double rank = base + DAMPING * sum;
            change = Math.max(change, Math.abs(rank - ranks[i]));
            ranks[i] = rank;
        }
        return change;
    }
}
