// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Output that could not be written.
 *
 * @param closed whether its reader is gone, which is an ordinary end
 */
public record OutputFault(String where, String cause, boolean closed) {
    /** {@return the fault of one of the launcher's own streams} */
    static OutputFault ofStream(int descriptor, IOException thrown) {
        String name = descriptor == 1 ? "standard output" : "standard error";
        String target;
        try {
            target = Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(descriptor))).toString();
        } catch (IOException e) {
            target = "";
        }
        // By the kind of exception, because the system's words depend on the language.
        boolean piped = target.startsWith("pipe:") || target.startsWith("socket:");
        return new OutputFault(target.startsWith("/") ? name + " (" + target + ")" : name, thrown.getMessage(), piped);
    }

    static OutputFault ofFile(Path file, IOException thrown) {
        return new OutputFault(file.toString(), thrown.getMessage(), false);
    }

    public String message() {
        return closed ? "the output was closed by its reader" : "can't write " + where + ": " + cause;
    }
}
