// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import io.shmem4j.engine.Fault;
import io.shmem4j.irregular.lane.Courier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Questions of this PE, its waits for their replies, and failures of these that the program does not read. */
final class Questions {
    private static final int FEW = 64;

    /** Last answered and last asked question of each PE. Answers arrive in order: a PE handles questions in order. */
    private final Reply<Object>[] answered;
    final Reply<Object>[] asked;
    private final Courier courier;
    /** Dependent stages of the replies. */
    private final List<Reply<?>> stages = new ArrayList<>();
    private int many = FEW;

    @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays of lists.
    Questions(Courier courier) {
        this.courier = courier;
        this.answered = new Reply[courier.ends().size()];
        this.asked = new Reply[answered.length];
        for (int pe = 0; pe < answered.length; pe++) {
            answered[pe] = new Reply<>(this, 0);
            asked[pe] = answered[pe];
        }
    }

    /** {@return the reply that an answer of a PE belongs to} The caller has the courier's lock. */
    Reply<Object> next(int pe) {
        courier.settle();
        Reply<Object> last = answered[pe];
        answered[pe] = last.next;
        // A reply that the program keeps does not keep all later ones.
        last.next = null;
        return answered[pe];
    }

    /** Completes the replies to all unanswered questions with a failure. */
    void fail(String message) {
        for (int pe = 0; pe < answered.length; pe++) {
            while (answered[pe].next != null) {
                next(pe).completeExceptionally(new IllegalStateException(message));
            }
        }
    }

    /** Waits for a condition of a reply, which is tested when a message arrives or the reply completes. */
    void await(Reply<?> reply, BooleanSupplier done) {
        if (reply.isDone()) {
            return;
        }
        courier.requireOutside("a reply");
        courier.await(done, wake(reply));
    }

    /** {@return what wakes the caller when a thread that handles no records completes a stage, or a timeout does} */
    private Runnable wake(Reply<?> reply) {
        boolean[] watched = {false};
        return () -> {
            if (!watched[0]) {
                watched[0] = true;
                reply.whenDone(courier::nudge);
            }
        };
    }

    void await(Reply<?> reply, long nanos) throws InterruptedException {
        if (reply.isDone()) {
            return;
        }
        courier.requireOutside("a reply");
        courier.await(reply::isDone, nanos, wake(reply));
    }

    synchronized void watch(Reply<?> stage) {
        if (stages.size() >= many) {
            stages.removeIf(each -> each.isDone() && each.unread() == null);
            many = Math.max(FEW, 2 * stages.size());
        }
        stages.add(stage);
    }

    /** {@return the first unread failure of a stage, or null} Forgets all completed stages. */
    synchronized IllegalStateException takeUnread() {
        Throwable first = null;
        for (Reply<?> stage : stages) {
            first = first == null ? stage.unread() : first;
        }
        IllegalStateException unread = first == null ? null : new IllegalStateException(Fault.where()
            + ": a stage after a reply has failed and was not read: " + first, first);
        stages.removeIf(Reply::isDone);
        return unread;
    }
}
