// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.placement;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What groups of cpus a machine is made of, from small to large. */
public enum Level {
    /** One cpu as the kernel counts them. */
    HWTHREAD,
    /** A core with all its hardware threads. */
    CORE,
    /** The cpus that share a second-level cache. */
    L2CACHE,
    /** The cpus that share a third-level cache. */
    L3CACHE,
    /** The cpus nearest to one memory. */
    NUMA,
    /** A processor chip with its socket. */
    PACKAGE,
    /** All cpus. */
    NODE;

    /** {@return the level a user names in an option} */
    static Level of(String word, String option) {
        if (word.equals("socket")) {
            return PACKAGE;
        }
        for (Level level : values()) {
            if (level.word().equals(word)) {
                return level;
            }
        }
        throw new IllegalArgumentException(option + ": there is no '" + word + "'; known: "
            + Arrays.stream(values()).map(Level::word).collect(Collectors.joining(", ")));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
