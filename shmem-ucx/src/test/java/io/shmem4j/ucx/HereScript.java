// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A script in place of ssh: the whole way, with hosts that are this machine. */
final class HereScript {
    private HereScript() {
    }

    /** {@return a script that says a word, as a shell does at its start, and runs a command here} */
    static Path in(Path folder) throws IOException {
        Path script = Files.createFile(folder.resolve("start"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(script, "#!/bin/sh\necho \"welcome to $1\"\nshift\nexec \"$@\"\n");
        return script;
    }
}
