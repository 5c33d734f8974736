// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host as users name it: {@code HOST} or {@code HOST:PES}. An IPv6 address needs brackets, because its own colons
 * would be ambiguous.
 *
 * @param name the name for starters, without brackets
 * @param pes  number of PEs, 0 if not given
 */
public record HostWord(String name, int pes) {
    private static final String NAME = "[^\\s,:\\[\\]\\p{C}-][^\\s,:\\[\\]\\p{C}]*";
    private static final Pattern WORD = Pattern.compile("(?:((?:" + NAME + "@)?)\\[([0-9A-Fa-f:.]+(?:%[\\w.-]+)?)]|("
        + NAME + "))(?::([0-9]{1,6}))?");

    /** {@return the host that a word names, or null} */
    public static HostWord of(String word) {
        Matcher matcher = WORD.matcher(word);
        if (!matcher.matches()) {
            return null;
        }
        String name = matcher.group(3) == null ? matcher.group(1) + matcher.group(2) : matcher.group(3);
        int pes = matcher.group(4) == null ? 0 : Integer.parseInt(matcher.group(4));
        return pes == 0 && matcher.group(4) != null ? null : new HostWord(name, pes);
    }

    /** {@return the right notation, without a number of PEs, for the host that a wrong word may mean} */
    public static String notation(String word) {
        return word.matches("(\\S*@)?\\[\\S*|\\S*:\\S*:\\S*") ? "[IPv6-ADDRESS]" : "HOST";
    }
}
