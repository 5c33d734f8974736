// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import io.shmem4j.irregular.lane.Courier;
import io.shmem4j.irregular.lane.Expected;
import java.util.function.BooleanSupplier;

/** Questions of this PE, and its waits for their replies. */
final class Questions {
    /** Last answered and last asked question of each PE. Answers arrive in order: a PE handles questions in order. */
    final Expected<Question>[] answered;
    final Expected<Question>[] asked;
    /** Dependent stages of the replies. */
    final Replies stages = new Replies();
    private final Courier courier;

    /** A question to a handler. */
    record Question(Reply<Object> reply, int handler) { }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays of lists.
    Questions(Courier courier) {
        this.courier = courier;
        this.answered = new Expected[courier.lanes().size()];
        this.asked = new Expected[answered.length];
        for (int pe = 0; pe < answered.length; pe++) {
            answered[pe] = new Expected<>(null);
            asked[pe] = answered[pe];
        }
    }

    /** {@return the question that an answer of a PE belongs to} The caller has the courier's lock. */
    Question next(int pe) {
        answered[pe] = answered[pe].next;
        courier.settle();
        return answered[pe].what;
    }

    /** Completes the replies to all unanswered questions with a failure. */
    void fail(String message) {
        for (int pe = 0; pe < answered.length; pe++) {
            while (answered[pe].next != null) {
                answered[pe] = answered[pe].next;
                answered[pe].what.reply.completeExceptionally(new IllegalStateException(message));
            }
        }
    }

    /** Waits for a condition of a reply, which is tested when a message arrives or the reply completes. */
    void await(Reply<?> reply, BooleanSupplier done) {
        if (reply.isDone()) {
            return;
        }
        courier.requireOutside("a reply");
        courier.await(done, new Runnable() {
            private boolean watched;

            /** A thread that handles no records may complete a dependent stage, or one with a timeout. */
            @Override
            public void run() {
                if (!watched) {
                    watched = true;
                    reply.whenDone(courier.lanes()::nudge);
                }
            }
        });
    }

    void await(Reply<?> reply, long nanos) throws InterruptedException {
        if (reply.isDone()) {
            return;
        }
        courier.requireOutside("a reply");
        courier.await(reply::isDone, nanos);
    }
}
