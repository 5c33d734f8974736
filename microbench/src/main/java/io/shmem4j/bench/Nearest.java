// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import java.util.Collection;

/** Finds what a user may have meant by a word that nobody knows. */
final class Nearest {
    private Nearest() {
    }

    /**
     * {@return words to end a message with: the known word nearest to an unknown one, or nothing}
     *
     * @param unknown the word
     * @param known   what it could have been
     */
    static String suggestion(String unknown, Collection<String> known) {
        String best = null;
        int least = Math.max(2, unknown.length() / 2) + 1;
        for (String word : known) {
            int distance = distance(unknown, word);
            if (distance < least) {
                least = distance;
                best = word;
            }
        }
        return best == null ? "" : "; did you mean " + best + "?";
    }

    /** {@return how many single-letter changes turn one word into the other} */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(diagonal + same, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
