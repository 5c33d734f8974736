// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Choice of the folder with a library for C, when several have a launcher of that name. */
class NativeLibraryTest {
    @TempDir
    private Path folder;

    private Path script(String place, String text) throws IOException {
        Path file = folder.resolve(place);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertTrue(file.toFile().setExecutable(true));
        return file.getParent();
    }

    @Test
    void passesOverOurLauncherAndFoldersWithoutCompiler() throws IOException {
        script("ours/oshcc", "#!/bin/sh");
        Path ours = script("ours/oshrun", "#!/bin/sh\nexec java io.shmem4j.launch.cli.Launcher");
        Path half = script("half/oshrun", "#!/bin/sh");
        script("native/oshcc", "#!/bin/sh");
        Path found = script("native/oshrun", "#!/bin/sh");
        NativeLibrary library = NativeLibrary.find(String.join(File.pathSeparator, ours.toString(), "", half.toString(),
            found.toString()));
        assertEquals(new NativeLibrary(found, false), library);
        assertEquals(List.of(found + "/oshrun", "--quiet", "-np", "3", "x"),
            library.command(3, List.of("--quiet"), List.of("x")));
        assertNull(NativeLibrary.find(ours + File.pathSeparator + half));
    }

    @Test
    void openMpiGetsItsOptions() throws IOException {
        script("bin/oshcc", "#!/bin/sh");
        script("bin/oshrun", "#!/bin/sh");
        Path bin = script("bin/oshmem_info", "#!/bin/sh");
        NativeLibrary library = NativeLibrary.in(bin);
        assertTrue(library.command(2, List.of(), List.of("x")).contains("--oversubscribe"));
    }
}
