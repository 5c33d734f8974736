// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import java.io.Serializable;

/**
 * Why a job in which every PE waits may go on all the same, because of a PE or, with -1, of none. It is rare where the
 * program's own threads have nothing left to do, so that whoever waits should hear of it.
 */
public record Doubt(int pe, String why, boolean rare) implements Serializable {
    /** {@return the doubt because of a PE's threads, or null; the PE has no dump, null, where it does not answer} */
    public static Doubt of(int pe, ThreadDump dump) {
        if (dump == null) {
            return new Doubt(pe, "PE " + pe + " does not answer with a stack", false);
        }
        ThreadDump.Thread due = null;
        for (ThreadDump.Thread thread : dump.free()) {
            if (thread.condition() == ThreadCondition.FREE) {
                return new Doubt(pe, "thread \"" + thread.name() + "\" of PE " + pe + " may go on, at "
                    + thread.place(), false);
            }
            due = thread;
        }
        return due != null ? new Doubt(pe, "the timer thread \"" + due.name() + "\" of PE " + pe
            + " has a task that is due later", true) : dump.stuck() ? null
            : new Doubt(pe, "no thread of PE " + pe + " stands in its wait", false);
    }
}
