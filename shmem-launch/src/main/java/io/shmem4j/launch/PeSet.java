// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Numbers of PEs as users write them, {@code 0,4-7}, and as messages name them. */
public final class PeSet {
    /** More ranges than this are counted, not named. */
    private static final int NAMED = 8;

    private PeSet() {
    }

    /**
     * {@return the numbers of a list}
     *
     * @param option for the message when it is none
     * @param list   what the user wrote
     * @param limit  numbers are below this
     */
    public static BitSet parse(String option, String list, int limit) {
        BitSet numbers = new BitSet();
        for (String part : list.split(",", -1)) {
            int dash = part.indexOf('-');
            int first = number(option, list, dash < 0 ? part : part.substring(0, dash), limit);
            int last = dash < 0 ? first : number(option, list, part.substring(dash + 1), limit);
            if (last < first) {
                throw LaunchException.usage(option + " " + list + ": " + part + " is no range");
            }
            numbers.set(first, last + 1);
        }
        return numbers;
    }

    private static int number(String option, String list, String text, int limit) {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= 0 && number < limit) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw LaunchException.usage(option + " " + list + ": '" + text + "' is no number");
        }
        throw LaunchException.usage(option + " " + list + ": there is no " + text.strip() + ", they go from 0 to "
            + (limit - 1));
    }

    /**
     * {@return such as PE 3, or PEs 0 to 2, 5}
     *
     * @param numbers in growing order
     */
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
