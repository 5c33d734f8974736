// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import java.util.ArrayList;
import java.util.List;

/** Formats lists of PEs for messages. */
public final class PeNumbers {
    /** Lists with more ranges are only counted. */
    private static final int NAMED = 8;

    private PeNumbers() {
    }

    /** {@return text such as "PE 3" or "PEs 0 to 2, 5"} */
    public static String describe(List<Integer> numbers) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            int first = numbers.get(i);
            while (i + 1 < numbers.size() && numbers.get(i + 1) == numbers.get(i) + 1) {
                i++;
            }
            int last = numbers.get(i);
            parts.add(first == last ? Integer.toString(first) : first + (last == first + 1 ? ", " : " to ") + last);
        }
        boolean cut = parts.size() > NAMED;
        return (numbers.size() == 1 ? "PE " : "PEs ") + String.join(", ", cut ? parts.subList(0, NAMED) : parts)
            + (cut ? ", ... (" + numbers.size() + ")" : "");
    }
}
