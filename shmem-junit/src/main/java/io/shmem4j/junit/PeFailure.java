// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A throwable of a PE in its own process. A file carries it to the test.
 *
 * @param text    type and message
 * @param aborted whether an assumption did not hold
 */
record PeFailure(String text, boolean aborted, StackTraceElement[] trace) implements Serializable {
    private static final long serialVersionUID = 1;

    /** Writes the complete file or none, because the launcher may end this process meanwhile. */
    void write(Path file) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(unfinished))) {
            out.writeObject(this);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    static PeFailure read(Path file) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (PeFailure) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }
}
