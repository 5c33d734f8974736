// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Writes one stream of one PE to a file of its own, as it comes. */
final class FileSink implements LineSink {
    private final Path file;
    private final OutputStream stream;
    private final Consumer<OutputFault> whenFailing;
    private boolean failed;

    /**
     * Opens the file and empties it.
     *
     * @param whenFailing called once, when it can't be written any more
     */
    FileSink(Path file, Consumer<OutputFault> whenFailing) {
        this.file = file;
        this.whenFailing = whenFailing;
        try {
            this.stream = Files.newOutputStream(file);
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "--output-filename: can't write " + file + ": " + e, e);
        }
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) {
        if (failed) {
            return;
        }
        try {
            stream.write(bytes, offset, length);
        } catch (IOException e) {
            failed = true;
            whenFailing.accept(OutputFault.ofFile(file, e));
        }
    }
}
