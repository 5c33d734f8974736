// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Output that could not be written.
 *
 * @param cause  what the system says, empty where it is unknown
 * @param closed whether its reader is gone, which is an ordinary end
 */
public record OutputFault(String where, String cause, boolean closed) {
    private static final int FAILED = 1;
    /** Status of a process that writes to a pipe without a reader. */
    private static final int BROKEN_PIPE = 128 + 13;

    /** {@return the fault of one of this process's own streams} */
    public static OutputFault ofStream(int descriptor, String cause) {
        String name = descriptor == 1 ? "standard output" : "standard error";
        String target;
        try {
            target = Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(descriptor))).toString();
        } catch (IOException e) {
            target = "";
        }
        // The kind of stream decides, because the system's words depend on the language.
        boolean piped = target.startsWith("pipe:") || target.startsWith("socket:");
        return new OutputFault(target.startsWith("/") ? name + " (" + target + ")" : name, cause, piped);
    }

    public static OutputFault ofFile(Path file, IOException thrown) {
        return new OutputFault(file.toString(), thrown.getMessage(), false);
    }

    /**
     * {@return a command's exit status: its own, or that of a fault where it counts as a success and some of its
     * standard output could not be written}
     *
     * @param command begins the line that names the fault; a reader that has gone needs none
     */
    public static int statusOf(String command, int own) {
        if (own != 0 || !System.out.checkError()) {
            return own;
        }
        OutputFault fault = ofStream(1, "");
        if (!fault.closed) {
            System.err.println(command + ": " + fault.message());
        }
        return fault.status();
    }

    /** {@return the exit status of a process that has this fault} */
    public int status() {
        return closed ? BROKEN_PIPE : FAILED;
    }

    public String message() {
        return closed ? "the output was closed by its reader" : "can't write " + where
            + (cause.isEmpty() ? "" : ": " + cause);
    }
}
