// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.placement;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What groups of cpus a machine is made of, from small to large. */
public enum Level {
    /** One cpu as the kernel counts them. */
    HWTHREAD("hwthread"),
    /** A core with all its hardware threads. */
    CORE("core"),
    /** The cpus that share a second-level cache. */
    L2CACHE("l2cache"),
    /** The cpus that share a third-level cache. */
    L3CACHE("l3cache"),
    /** The cpus nearest to one memory. */
    NUMA("numa"),
    /** A processor chip with its socket. */
    PACKAGE("package"),
    /** All cpus. */
    NODE("node");

    private final String word;

    Level(String word) {
        this.word = word;
    }

    /** {@return the level a user names in an option} */
    static Level of(String word, String option) {
        if (word.equals("socket")) {
            return PACKAGE;
        }
        for (Level level : values()) {
            if (level.word.equals(word)) {
                return level;
            }
        }
        throw new IllegalArgumentException(option + ": there is no '" + word + "'; known: "
            + Arrays.stream(values()).map(Level::word).collect(Collectors.joining(", ")));
    }

    String word() {
        return word;
    }
}
