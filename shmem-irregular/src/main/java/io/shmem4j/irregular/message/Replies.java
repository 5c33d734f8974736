// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import io.shmem4j.engine.Fault;
import java.util.ArrayList;
import java.util.List;

/** Dependent stages of a PE's replies, to report failures that the program does not read. */
final class Replies {
    private static final int FEW = 64;

    private final List<Reply<?>> stages = new ArrayList<>();
    private int many = FEW;

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
