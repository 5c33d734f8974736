// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.nio.file.Path;

/** The user's folder for what was measured here: {@code $XDG_CONFIG_HOME/shmem4j}, else in {@code ~/.config}. */
public final class ConfigFolder {
    private static final String NAME = "shmem4j";

    private ConfigFolder() {
    }

    /** {@return the folder, which need not exist} */
    public static Path path() {
        String base = System.getenv("XDG_CONFIG_HOME");
        if (base != null && base.startsWith("/")) {
            return Path.of(base, NAME);
        }
        String home = System.getenv("HOME");
        return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home") : home, ".config", NAME);
    }

    /** {@return the file of the table of costs} */
    public static Path costs() {
        return path().resolve("costs");
    }
}
