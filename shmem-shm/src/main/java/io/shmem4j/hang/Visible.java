// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

/**
 * Escapes text for terminals. Names of objects and files and arguments of programs may contain control sequences, which
 * could hide parts of a line.
 */
public final class Visible {
    private Visible() {
    }

    /** {@return the text with unprintable characters escaped} */
    public static String of(String text) {
        StringBuilder seen = null;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (isHidden(c) && seen == null) {
                seen = new StringBuilder(text.substring(0, at));
            }
            if (seen != null) {
                seen.append(isHidden(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return seen == null ? text : seen.toString();
    }

    private static boolean isHidden(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
