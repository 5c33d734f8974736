// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.util.Collection;

/** Finds the name that somebody may have meant who wrote another. */
public final class NearestName {
    private NearestName() {
    }

    /**
     * {@return the name that differs in the fewest letters, null if all differ in as many as allowed or more}
     *
     * @param word  what was written
     * @param names the names there are
     * @param limit letters that must not all differ
     */
    public static String of(String word, Collection<String> names, int limit) {
        String best = null;
        int least = limit;
        for (String name : names) {
            int distance = distance(word, name);
            if (distance < least) {
                least = distance;
                best = name;
            }
        }
        return best;
    }

    /** Levenshtein's distance, one row at a time. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
