// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Prints the launcher's own messages in a thread of its own, so that the thread that leads the job never waits for a
 * reader.
 */
public final class Messages implements LineSink {
    private static final int STACK_BYTES = 128 << 10;

    private final LineSink next;
    private final ThreadPoolExecutor speaker = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(), Messages::thread);

    Messages(LineSink next) {
        this.next = next;
    }

    private static Thread thread(Runnable speaking) {
        Thread thread = new Thread(null, speaking, "messages", STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) {
        byte[] text = Arrays.copyOfRange(bytes, offset, offset + length);
        speaker.execute(() -> next.accept(text, 0, length));
    }

    /** Waits until all is said, at most for a time; after it nothing can be said. */
    void end(long nanos) {
        speaker.shutdown();
        try {
            speaker.awaitTermination(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
