// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How results are printed. */
public enum Format {
    /** Aligned columns for people. */
    TABLE,
    /** Comma-separated values, one header line for each sheet. */
    CSV,
    /** One JSON object for each sheet and line. */
    JSON,
    /** Comment lines and columns as the OSU suite prints them. */
    OSU;

    /** {@return the word that selects it} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Format of(String word) {
        for (Format format : values()) {
            if (format.word().equals(word)) {
                return format;
            }
        }
        List<String> words = Arrays.stream(values()).map(Format::word).toList();
        throw new UsageException("--format is one of " + String.join(", ", words) + ", not '" + word + "'"
            + Nearest.suggestion(word, words));
    }
}
