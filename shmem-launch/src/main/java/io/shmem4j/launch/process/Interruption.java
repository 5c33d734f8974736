// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns a signal that ends this process into an event. The process then stays until this is closed, so it has to be
 * there before anything that must not be left behind, and to be closed when all of it is gone. A second SIGINT asks for
 * the end at once; one that comes together with the first is the same signal by another way, as {@code timeout} sends
 * it to a process and to its group.
 */
public final class Interruption implements AutoCloseable {
    private static final long TOGETHER_MILLIS = 100;

    private final Queue<Event> events;
    private final CountDownLatch over = new CountDownLatch(1);

    public Interruption(Queue<Event> events) {
        this.events = events;
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(this::arrived, "signal"));
        } catch (IllegalStateException e) {
            throw new LaunchException(ExitStatus.TERMINATED, "ended by a signal", e);
        }
    }

    private void arrived() {
        events.add(new Event.Interrupted());
        try {
            if (!over.await(TOGETHER_MILLIS, TimeUnit.MILLISECONDS)) {
                Signals.handle(_ -> events.add(new Event.Forced()), "INT");
                over.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over.countDown();
    }
}
