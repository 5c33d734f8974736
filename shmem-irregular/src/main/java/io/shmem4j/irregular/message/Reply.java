// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/**
 * An answer that will come, or a stage behind one. Waiting for it handles arriving messages; an action that depends on
 * it by {@code thenAccept} and its relatives runs like a handler, on the thread that finds the answer. The stages that
 * they return are replies, too. One that fails, and is neither read nor followed by another stage, makes the next
 * {@link Messages#finish} throw.
 *
 * @param <A> the type of the answer
 */
public final class Reply<A> extends CompletableFuture<A> {
    private final Messages messages;
    private final Replies replies;
    private volatile boolean read;
    /** The reply whose failure this stage's action gets, or null. */
    private volatile Reply<?> seen;

    Reply(Messages messages, Replies replies) {
        this.messages = messages;
        this.replies = replies;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException in a handler, which must not wait
     */
    @Override
    public A join() {
        read = true;
        messages.await(this, this::isDone);
        return super.join();
    }

    /**
     * {@inheritDoc} Handles messages as long as it waits. An interrupt ends it at its beginning, later when the next
     * message comes; it ends {@link #get(long, TimeUnit)} at once.
     */
    @Override
    public A get() throws InterruptedException, ExecutionException {
        messages.await(this, () -> isDone() || Thread.currentThread().isInterrupted());
        read = isDone();
        return super.get();
    }

    /** {@inheritDoc} Handles messages as long as it waits. */
    @Override
    public A get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        messages.await(this, unit.toNanos(timeout));
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

    /** {@return a stage whose action sees the failure of this reply} */
    private CompletableFuture<A> seenBy(CompletableFuture<A> stage) {
        ((Reply<A>) stage).seen = this;
        return stage;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        read = true;
        Reply<U> stage = new Reply<>(messages, replies);
        replies.watch(stage);
        return stage;
    }

    /** Runs something when this reply has come or failed. */
    void whenDone(Runnable action) {
        boolean before = read;
        whenComplete((answer, failure) -> action.run());
        read = before;
    }

    /** {@return what this reply has failed by, if nobody has read it, otherwise null} */
    Throwable unread() {
        boolean reported = read || state() != State.FAILED || seen != null && seen.state() == State.FAILED;
        return reported ? null : super.exceptionNow();
    }
}
