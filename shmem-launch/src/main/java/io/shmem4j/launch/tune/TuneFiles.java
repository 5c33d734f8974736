// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.launch.ConfigFolder;
import io.shmem4j.launch.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The two files that {@code --tune} writes. They are made under temporary names before anything is measured, so that a
 * folder that can't be written is found at once. They are renamed when complete, so nobody ever reads half of one.
 */
final class TuneFiles {
    private final Path costs;
    private final Path machine;

    private TuneFiles(Path costs, Path machine) {
        this.costs = costs;
        this.machine = machine;
    }

    /** {@return files in a folder, which is made if there is none} */
    static TuneFiles prepare(Path folder) {
        try {
            Files.createDirectories(folder);
            return new TuneFiles(temporary(folder), temporary(folder));
        } catch (IOException e) {
            throw LaunchException.usage("--tune can't write to " + folder + " (" + e.getClass().getSimpleName() + ": "
                + e.getMessage() + "); XDG_CONFIG_HOME names another folder for settings");
        }
    }

    private static Path temporary(Path folder) throws IOException {
        Path file = Files.createTempFile(folder, ".tune-", ".tmp");
        file.toFile().deleteOnExit();
        return file;
    }

    /** Puts new files into their places. */
    void replace(String costsText, String machineText) throws IOException {
        Files.writeString(costs, costsText);
        Files.writeString(machine, machineText);
        Files.move(costs, ConfigFolder.costs(), StandardCopyOption.ATOMIC_MOVE);
        Files.move(machine, ConfigFolder.machine(), StandardCopyOption.ATOMIC_MOVE);
    }
}
