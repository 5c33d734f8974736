// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import java.io.Serializable;

/**
 * Why a job in which every PE waits may go on all the same, because of a PE or, with -1, of none. It is rare where the
 * program's own threads have nothing left to do, so that the user should hear of it.
 */
public record Doubt(int pe, String why, boolean rare) implements Serializable {
    /** {@return the doubt because of a PE's threads, or null; a PE that does not answer has the dump null} */
    public static Doubt of(int pe, ThreadDump dump) {
        if (dump == null) {
            return new Doubt(pe, "PE " + pe + " does not answer with a stack", false);
        }
        Doubt doubt = of(pe, "PE " + pe, dump);
        return doubt != null || dump.stuck() ? doubt
            : new Doubt(pe, "no thread of PE " + pe + " stands in its wait", false);
    }

    /** {@return the doubt because of threads that are no PE's, or null} */
    static Doubt of(String owner, ThreadDump dump) {
        return of(-1, owner, dump);
    }

    private static Doubt of(int pe, String owner, ThreadDump dump) {
        ThreadDump.Thread due = null;
        for (ThreadDump.Thread thread : dump.free()) {
            if (thread.condition() == ThreadCondition.FREE) {
                return new Doubt(pe, "thread \"" + thread.name() + "\" of " + owner + " may go on, at "
                    + thread.place(), false);
            }
            due = thread;
        }
        return due == null ? null : new Doubt(pe, "the timer thread \"" + due.name() + "\" of " + owner
            + " has a task that is due later", true);
    }
}
