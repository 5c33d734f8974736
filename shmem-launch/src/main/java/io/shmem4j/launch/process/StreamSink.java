// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;

/**
 * One of the launcher's own streams, shared by all PEs: the text of one call goes out in one write under one lock, so
 * lines of different PEs never mix. A line that a PE left unfinished is ended before another PE's begins.
 */
final class StreamSink {
    private final int descriptor;
    private final OutputStream stream;
    private final Consumer<OutputFault> whenFailing;
    private Object unfinished;
    private boolean failed;

    /**
     * On a stream of this process.
     *
     * @param whenFailing called once, when the stream can't be written any more
     */
    StreamSink(int descriptor, OutputStream stream, Consumer<OutputFault> whenFailing) {
        this.descriptor = descriptor;
        this.stream = stream;
        this.whenFailing = whenFailing;
    }

    /** {@return the stream as one PE sees it} */
    LineSink open() {
        Object owner = new Object();
        return (bytes, offset, length) -> write(owner, bytes, offset, length);
    }

    private synchronized void write(Object owner, byte[] bytes, int offset, int length) {
        if (failed || length == 0) {
            return;
        }
        try {
            if (unfinished != null && unfinished != owner) {
                stream.write('\n');
            }
            stream.write(bytes, offset, length);
            unfinished = bytes[offset + length - 1] == '\n' ? null : owner;
        } catch (IOException e) {
            failed = true;
            whenFailing.accept(OutputFault.ofStream(descriptor, e));
        }
    }
}
