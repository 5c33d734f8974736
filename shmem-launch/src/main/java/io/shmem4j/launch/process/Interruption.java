// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;

/**
 * Turns a signal that ends this process into an event. The process then stays until this is closed, so it has to be
 * there before anything that must not be left behind, and to be closed when all of it is gone.
 */
public final class Interruption implements AutoCloseable {
    private final Queue<Event> events;
    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * Begins.
     *
     * @param events gets the event
     */
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
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over.countDown();
    }
}
