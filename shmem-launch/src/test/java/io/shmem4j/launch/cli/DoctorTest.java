// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    @TempDir
    Path folder;

    private Path command(String name, String text) throws IOException {
        Path bin = Files.createDirectories(folder.resolve(name));
        assertTrue(Files.writeString(bin.resolve("oshrun"), text).toFile().setExecutable(true));
        return bin;
    }

    @Test
    void anotherLibrarysCommandIsNotedIfItIsFirst() throws IOException {
        Path ours = command("ours", "#!/bin/sh\n# Starts a shmem4j job\n");
        Path other = command("other", "#!/bin/sh\nexec prterun\n");
        assertNull(Doctor.command(null));
        assertNull(Doctor.command(folder.resolve("none").toString()));
        assertNull(Doctor.command(ours + File.pathSeparator + other));
        assertEquals(other.resolve("oshrun") + " is another library's, and first on PATH",
            Doctor.command(other + File.pathSeparator + ours).text());
    }
}
