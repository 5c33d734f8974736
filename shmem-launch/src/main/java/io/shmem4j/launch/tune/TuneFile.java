// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.launch.ConfigFolder;
import io.shmem4j.launch.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The file that {@code --tune} writes. It is made under a temporary name before anything is measured, so that a folder
 * that can't be written is found at once. It is renamed when complete, so nobody ever reads half of it.
 */
record TuneFile(Path unfinished) {
    /** {@return a file in a folder, which is made if there is none} */
    static TuneFile prepare(Path folder) {
        try {
            Files.createDirectories(folder);
            Path file = Files.createTempFile(folder, ".tune-", ".tmp");
            file.toFile().deleteOnExit();
            return new TuneFile(file);
        } catch (IOException e) {
            throw LaunchException.usage("--tune can't write to " + folder + " (" + e.getClass().getSimpleName() + ": "
                + e.getMessage() + "); XDG_CONFIG_HOME names another folder for settings");
        }
    }

    /** Puts the new table into its place. */
    void replace(String text) throws IOException {
        Files.writeString(unfinished, text);
        Files.move(unfinished, ConfigFolder.costs(), StandardCopyOption.ATOMIC_MOVE);
    }
}
