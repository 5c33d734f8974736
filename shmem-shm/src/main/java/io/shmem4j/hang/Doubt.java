// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import java.io.Serializable;

/**
 * A reason why a job whose PEs all wait may not be in a deadlock.
 *
 * @param pe   the PE that may make progress, or -1
 * @param rare whether the reason is unlikely, because the program's own threads all wait; the user is informed then
 */
public record Doubt(int pe, String why, boolean rare) implements Serializable {
    /** {@return the doubt raised by a PE's threads, or null; the dump is null if the PE did not answer} */
    public static Doubt of(int pe, ThreadDump dump) {
        if (dump == null) {
            return new Doubt(pe, "PE " + pe + " does not answer with a stack", false);
        }
        Doubt doubt = of(pe, "PE " + pe, dump);
        return doubt != null || dump.stuck() ? doubt
            : new Doubt(pe, "no thread of PE " + pe + " stands in its wait", false);
    }

    /** {@return the doubt raised by threads that belong to no PE, or null} */
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
