// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An answer that will come. Waiting for it handles the messages that arrive meanwhile; what hangs on it by {@code
 * thenAccept} and its relatives runs like a handler, on the thread that finds the answer.
 *
 * @param <A> the type of the answer
 */
public final class Reply<A> extends CompletableFuture<A> {
    private final Messages messages;

    Reply(Messages messages) {
        this.messages = messages;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException in a handler, which must not wait
     */
    @Override
    public A join() {
        messages.await(this);
        return super.join();
    }

    @Override
    public A get() throws InterruptedException, ExecutionException {
        messages.await(this);
        return super.get();
    }

    /** {@inheritDoc} Handles messages as long as it waits. */
    @Override
    public A get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        messages.requireOutside(this);
        long end = System.nanoTime() + unit.toNanos(timeout);
        while (!isDone() && System.nanoTime() - end < 0) {
            messages.poll();
            Thread.onSpinWait();
        }
        return super.get(0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
