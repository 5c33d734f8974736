// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.util.BitSet;

/** Parser for lists of PEs such as {@code 0,4-7}. */
public final class PeSet {
    private PeSet() {
    }

    /** {@return the PEs in a list; error messages name the option} */
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
}
