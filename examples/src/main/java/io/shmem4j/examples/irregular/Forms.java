// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Shmem;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs irregular programs in each of their forms, compares the results, and prints the time for an item of a PE and the
 * sum of the results.
 *
 * <p>Arguments: items of each PE (default 20 thousand), rounds (default 3, the best one counts), then names of programs
 * (default all); {@code histogram:batch} is one form only.
 */
public final class Forms {
    private static final Map<String, Maker> PROGRAMS = Map.of("histogram", KeyHistogram::new, "gather",
        TableGather::new, "permutation", Permutation::new, "topsort", TopologicalSort::new, "triangles", Triangles::new,
        "tree", TreeNodes::new, "bfs", Levels::new, "pagerank", Ranks::new, "jaccard", Jaccard::new,
        "sssp", ShortestPaths::new);

    /** Makes a program. */
    private interface Maker {
        Work make(Shmem shmem, int items);
    }

    private Forms() {
    }

    public static void main(String[] args) {
        int items = number(args, 0, 20_000);
        int rounds = number(args, 1, 3);
        List<String> names = args.length > 2 ? List.of(args).subList(2, args.length)
            : PROGRAMS.keySet().stream().sorted().toList();
        if (items < 1 || rounds < 1 || !names.stream().allMatch(name -> PROGRAMS.containsKey(name.split(":", 2)[0]))) {
            throw new IllegalArgumentException("usage: forms [items [rounds [programs]]], of the programs "
                + PROGRAMS.keySet().stream().sorted().toList() + ", or one form of one, as histogram:batch");
        }
        try (Shmem shmem = Shmem.init()) {
            for (String name : names) {
                String[] parts = name.split(":", 2);
                Work work = PROGRAMS.get(parts[0]).make(shmem, items);
                if (parts.length > 1 && !work.forms().containsKey(parts[1])) {
                    throw new IllegalArgumentException(parts[0] + " has no form " + parts[1] + ", but "
                        + work.forms().keySet());
                }
                work.forms().keySet().removeIf(form -> parts.length > 1 && !form.equals(parts[1]));
                run(shmem, name, work, rounds);
            }
            shmem.finish();
        }
    }

    private static int number(String[] args, int place, int standard) {
        try {
            return place < args.length ? Integer.parseInt(args[place]) : standard;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static void run(Shmem shmem, String name, Work work, int rounds) {
        StringBuilder line = new StringBuilder();
        Long expected = null;
        for (Map.Entry<String, Work.Form> form : work.forms().entrySet()) {
            double best = Double.POSITIVE_INFINITY;
            for (int round = 0; round < rounds; round++) {
                shmem.barrierAll();
                double start = shmem.time();
                long part = form.getValue().run();
                shmem.barrierAll();
                best = Math.min(best, shmem.time() - start);
                long sum = shmem.world().sumReduce(part);
                expected = expected == null ? (Long) sum : expected;
                if (sum != expected) {
                    throw new AssertionError(name + " by " + form.getKey() + ": " + sum + ", not " + expected);
                }
            }
            line.append(String.format(Locale.ROOT, "  %s %.1f ns", form.getKey(), best * 1e9 / work.items()));
        }
        if (shmem.myPe() == 0) {
            System.out.printf(Locale.ROOT, "%-12s%s, sum %d%n", name, line, expected);
        }
    }
}
