// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.hang.Visible;

/**
 * Appearance of the view.
 *
 * @param width columns of the terminal
 */
record Look(int width, boolean colours) {
    /** Plain text, for files and pipes. */
    static final Look PLAIN = new Look(Integer.MAX_VALUE, false);

    private static final String NORMAL = "\033[0m";

    /** Style of a line, with its escape sequence. */
    enum Style {
        TEXT(""),
        TITLE("\033[1m"),
        HEADS("\033[7m"),
        RUNNING("\033[32m"),
        STOPPED("\033[31m"),
        /** Ended PEs and secondary text. */
        DIM("\033[2m");

        private final String begin;

        Style(String begin) {
            this.begin = begin;
        }

        static Style of(String state) {
            return switch (state) {
                case "running" -> RUNNING;
                case "stopped", "dead" -> STOPPED;
                case "ended", "finalized" -> DIM;
                default -> TEXT;
            };
        }
    }

    /** {@return the styled line, cut at the width} */
    String line(String line, Style style) {
        String shown = Visible.of(line.stripTrailing());
        String cut = shown.length() > width ? shown.substring(0, Math.max(1, width - 1)) + "~" : shown;
        return !colours || style == Style.TEXT ? cut : style.begin + cut + NORMAL;
    }
}
