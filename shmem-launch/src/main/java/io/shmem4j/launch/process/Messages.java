// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Prints the launcher's own messages in a thread of its own, so that the thread that leads the job never waits for a
 * reader.
 */
public final class Messages implements LineSink {
    private static final int STACK_BYTES = 128 << 10;

    private final LineSink next;
    private final Deque<byte[]> unsaid = new ArrayDeque<>();
    private boolean begun;

    Messages(LineSink next) {
        this.next = next;
    }

    @Override
    public synchronized void accept(byte[] bytes, int offset, int length) {
        unsaid.add(Arrays.copyOfRange(bytes, offset, offset + length));
        notifyAll();
        if (!begun) {
            begun = true;
            Thread thread = new Thread(null, this::say, "messages", STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void say() {
        try {
            while (true) {
                byte[] line = first();
                next.accept(line, 0, line.length);
                said();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized byte[] first() throws InterruptedException {
        while (unsaid.isEmpty()) {
            wait();
        }
        return unsaid.getFirst();
    }

    private synchronized void said() {
        unsaid.removeFirst();
        notifyAll();
    }

    /** Waits until all is said, at most for a time. */
    public synchronized void flush(long nanos) {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        try {
            while (!unsaid.isEmpty() && left > 0) {
                wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
                left = deadline - System.nanoTime();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
