// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.irregular.container.GlobalMap;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Counts the words of a text in a map over all PEs. Each PE first counts the words in its part of the text. A key packs
 * the up to four letters of a word into five bits each.
 *
 * <p>The text is random, with a preference for short words and early letters. PE 0 counts the words alone and compares.
 *
 * <p>Arguments: words per PE (default 50 thousand).
 */
public final class WordCount {
    private static final int LETTERS = 26;
    /** Size of the map per word: twice that of an entry and its part of the index, as if all words differed. */
    private static final long WORD_BYTES = 96;
    private static final long LEAST_BYTES = 64 << 10;
    private static final int BITS = 5;
    private static final int LONGEST = 4;
    private static final long SEED = 0x30d5;

    public static void main(String[] args) {
        Arguments arguments = new Arguments("wordcount [words]", args, 1);
        int words = arguments.count(0, 50_000);
        try (Shmem shmem = Shmem.init()) {
            GlobalMap<Long, Long> counts = GlobalMap.allocate(shmem, Long.class, Long.class,
                LEAST_BYTES + WORD_BYTES * words, GlobalMap.WhenFull.REFUSE);
            double start = shmem.time();
            Map<Long, Long> own = new HashMap<>();
            count(words, shmem.myPe(), own);
            own.forEach((word, count) -> counts.merge(word, count, Long::sum));
            shmem.barrierAll();
            double seconds = shmem.time() - start;
            if (shmem.myPe() == 0) {
                Map<Long, Long> found = new TreeMap<>(counts);
                check(words, shmem.nPes(), found);
                Map.Entry<Long, Long> most = Collections.max(found.entrySet(), Map.Entry.comparingByValue());
                System.out.printf(Locale.ROOT,
                    "%d words, %d different ones, the commonest is %s, %d times; %.1f million a second and PE%n",
                    (long) words * shmem.nPes(), found.size(), letters(most.getKey()), most.getValue(),
                    words / seconds / 1e6);
            }
            shmem.finish();
        }
    }

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

    /** Counts the words of a PE's part of the text. */
    private static void count(int words, int pe, Map<Long, Long> counts) {
        SplittableRandom text = new SplittableRandom(SEED + pe);
        for (int i = 0; i < words; i++) {
            counts.merge(word(text), 1L, Long::sum);
        }
    }

    private static void check(int words, int n, Map<Long, Long> found) {
        Map<Long, Long> expected = new HashMap<>();
        for (int pe = 0; pe < n; pe++) {
            count(words, pe, expected);
        }
        if (!found.equals(expected)) {
            throw new AssertionError("the map has " + found.size() + " words, which differ from the expected "
                + expected.size());
        }
    }
}
