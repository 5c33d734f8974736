// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A failure to write output.
 *
 * @param cause  the system's message, or empty text
 * @param closed whether the reader has closed the pipe, which is a normal end
 */
public record OutputFault(String where, String cause, boolean closed) {
    private static final int FAILED = 1;
    /** Exit status for writing to a pipe without a reader. */
    private static final int BROKEN_PIPE = 128 + 13;

    /** {@return the failure of one of this process's standard streams} */
    public static OutputFault ofStream(int descriptor, String cause) {
        String name = descriptor == 1 ? "standard output" : "standard error";
        String target;
        try {
            target = Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(descriptor))).toString();
        } catch (IOException e) {
            target = "";
        }
        // Determined by the type of the stream, because the system's message is localized.
        boolean piped = target.startsWith("pipe:") || target.startsWith("socket:");
        return new OutputFault(target.startsWith("/") ? name + " (" + target + ")" : name, cause, piped);
    }

    public static OutputFault ofFile(Path file, IOException thrown) {
        return new OutputFault(file.toString(), thrown.getMessage(), false);
    }

    /**
     * {@return a command's exit status: its own, unless it is 0 and standard output has failed}
     *
     * @param command start of the error message, which is omitted if the reader has closed the pipe
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

    /** {@return the exit status of a process with this failure} */
    public int status() {
        return closed ? BROKEN_PIPE : FAILED;
    }

    public String message() {
        return closed ? "the output was closed by its reader" : "can't write " + where
            + (cause.isEmpty() ? "" : ": " + cause);
    }
}
