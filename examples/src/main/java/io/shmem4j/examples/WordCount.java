// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.irregular.container.GlobalCounts;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Counts the words of a text in a map on all PEs; each PE has a part of the text. A word of up to four letters
 * is a number of five bits for each, which is its key.
 *
 * <p>The text is made at random, short words and early letters oftener than others. PE 0 counts alone and compares.
 *
 * <p>Arguments: words of each PE (default 50 thousand).
 */
public final class WordCount {
    private static final int LETTERS = 26;
    private static final int MOST_WORDS = LETTERS + LETTERS * LETTERS + LETTERS * LETTERS * LETTERS
        + LETTERS * LETTERS * LETTERS * LETTERS;
    private static final int BITS = 5;
    private static final int LONGEST = 4;
    private static final long SEED = 0x30d5;

    private WordCount() {
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("wordcount [words]", args, 1);
        int words = arguments.count(0, 50_000);
        try (Shmem shmem = Shmem.init()) {
            GlobalCounts counts = GlobalCounts.allocate(shmem, MOST_WORDS, Long::sum);
            double start = shmem.time();
            SplittableRandom text = new SplittableRandom(SEED + shmem.myPe());
            for (int i = 0; i < words; i++) {
                counts.merge(word(text), 1);
            }
            long different = counts.size();
            double seconds = shmem.time() - start;
            long[] best = new long[2];
            counts.forEachOwn((word, count) -> {
                if (count > best[1] || count == best[1] && word < best[0]) {
                    best[0] = word;
                    best[1] = count;
                }
            });
            long most = shmem.world().maxReduce(best[1]);
            long first = shmem.world().minReduce(best[1] == most ? best[0] : Long.MAX_VALUE);
            if (shmem.myPe() == 0) {
                check(alone(words, shmem.nPes()), different, first, most);
                System.out.printf(Locale.ROOT,
                    "%d words, %d different ones, the commonest is %s, %d times; %.1f million a second and PE%n",
                    (long) words * shmem.nPes(), different, letters(first), most, words / seconds / 1e6);
            }
            shmem.finish();
        }
    }

    /** {@return the next word of a text} */
    private static long word(SplittableRandom text) {
        int length = 1 + Math.min(text.nextInt(LONGEST), text.nextInt(LONGEST));
        long word = 0;
        for (int i = 0; i < length; i++) {
            word = word << BITS | 1 + Math.min(text.nextInt(LETTERS), text.nextInt(LETTERS));
        }
        return word;
    }

    private static String letters(long word) {
        StringBuilder letters = new StringBuilder();
        for (long rest = word; rest != 0; rest >>>= BITS) {
            letters.append((char) ('a' - 1 + (rest & (1 << BITS) - 1)));
        }
        return letters.reverse().toString();
    }

    private static Map<Long, Long> alone(int words, int n) {
        Map<Long, Long> counts = new HashMap<>();
        for (int pe = 0; pe < n; pe++) {
            SplittableRandom text = new SplittableRandom(SEED + pe);
            for (int i = 0; i < words; i++) {
                counts.merge(word(text), 1L, Long::sum);
            }
        }
        return counts;
    }

    private static void check(Map<Long, Long> expected, long different, long first, long most) {
        if (expected.size() != different || expected.get(first) != most
            || expected.values().stream().anyMatch(count -> count > most)) {
            throw new AssertionError(different + " words, not " + expected.size() + "; " + letters(first) + " " + most
                + " times, not " + expected.get(first));
        }
    }
}
