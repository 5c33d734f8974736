// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/**
 * A future answer, or a dependent stage of one. Waiting for it handles arriving messages. A dependent action, such as
 * that of {@code thenAccept}, runs like a handler, on the thread that receives the answer. Dependent stages are
 * replies, too. If a stage fails and is neither read nor followed by another stage, the next {@link Messages#finish}
 * throws.
 *
 * @param <A> the type of the answer
 */
public final class Reply<A> extends CompletableFuture<A> {
    /** Number of the handler, whose answer this is. */
    final int handler;
    /** The reply to the next question to the same PE. */
    Reply<Object> next;
    private final Questions questions;
    private volatile boolean read;
    /** The reply whose failure this stage's action receives, or null. */
    private volatile Reply<?> seen;

    Reply(Questions questions, int handler) {
        this.questions = questions;
        this.handler = handler;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException in a handler, which must not wait
     */
    @Override
    public A join() {
        read = true;
        questions.await(this, this::isDone);
        return super.join();
    }

    /**
     * {@inheritDoc} Handles messages while it waits. An earlier interrupt ends the wait at once, a later one when the
     * next message arrives. {@link #get(long, TimeUnit)} ends at once in both cases.
     */
    @Override
    public A get() throws InterruptedException, ExecutionException {
        questions.await(this, () -> isDone() || Thread.currentThread().isInterrupted());
        read = isDone();
        return super.get();
    }

    /** {@inheritDoc} Handles messages while it waits. */
    @Override
    public A get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        questions.await(this, unit.toNanos(timeout));
        read = isDone();
        return super.get(0, TimeUnit.NANOSECONDS);
    }

    @Override
    public A getNow(A absent) {
        read = isDone();
        return super.getNow(absent);
    }

    @Override
    public Throwable exceptionNow() {
        read = true;
        return super.exceptionNow();
    }

    @Override
    public boolean isCompletedExceptionally() {
        read = isDone();
        return super.isCompletedExceptionally();
    }

    @Override
    public CompletableFuture<A> whenComplete(BiConsumer<? super A, ? super Throwable> action) {
        return seenBy(super.whenComplete(action));
    }

    @Override
    public CompletableFuture<A> whenCompleteAsync(BiConsumer<? super A, ? super Throwable> action) {
        return seenBy(super.whenCompleteAsync(action));
    }

    @Override
    public CompletableFuture<A> whenCompleteAsync(BiConsumer<? super A, ? super Throwable> action,
        Executor executor) {
        return seenBy(super.whenCompleteAsync(action, executor));
    }

    /** Notes that a stage's action receives the failure of this reply, and {@return the stage} */
    private CompletableFuture<A> seenBy(CompletableFuture<A> stage) {
        ((Reply<A>) stage).seen = this;
        return stage;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        read = true;
        Reply<U> stage = new Reply<>(questions, handler);
        questions.watch(stage);
        return stage;
    }

    /** Runs an action when this reply completes. That makes no dependent stage, so the reply does not count as read. */
    void whenDone(Runnable action) {
        allOf(this).whenComplete((nothing, failure) -> action.run());
    }

    /** {@return the failure of this reply, or null if it has not failed or was read} */
    Throwable unread() {
        boolean reported = read || state() != State.FAILED || seen != null && seen.state() == State.FAILED;
        return reported ? null : super.exceptionNow();
    }
}
