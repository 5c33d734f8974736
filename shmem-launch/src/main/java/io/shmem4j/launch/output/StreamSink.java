// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * One of the launcher's own streams, shared by all PEs: what comes in one call goes out in one write under one lock, so
 * lines of different PEs never mix. A line that a PE left unfinished is ended before another PE's begins.
 */
final class StreamSink {
    private final FileOutputStream stream;
    private final Runnable whenClosed;
    private Object unfinished;
    private boolean closed;

    /**
     * On a stream of this process.
     *
     * @param descriptor which
     * @param whenClosed called once, when nobody reads the stream any more
     */
    StreamSink(FileDescriptor descriptor, Runnable whenClosed) {
        this.stream = new FileOutputStream(descriptor);
        this.whenClosed = whenClosed;
    }

    /** {@return the stream as one PE sees it} */
    LineSink open() {
        Object owner = new Object();
        return (bytes, offset, length) -> write(owner, bytes, offset, length);
    }

    private synchronized void write(Object owner, byte[] bytes, int offset, int length) {
        if (closed || length == 0) {
            return;
        }
        try {
            if (unfinished != null && unfinished != owner) {
                stream.write('\n');
            }
            stream.write(bytes, offset, length);
            unfinished = bytes[offset + length - 1] == '\n' ? null : owner;
        } catch (IOException e) {
            closed = true;
            whenClosed.run();
        }
    }
}
