// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.spi.PeState;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * {@link System#exit} of a virtual PE ends that PE as it would end a PE's process: a status other than 0, or one that
 * leaves others alone, ends the job; with 0 the others go on.
 *
 * <p>A JVM logs the end that it is asked for before it begins with it, in the thread that asks: a PE's thread does not
 * come back from there. Other threads do, and end the JVM.
 */
final class ExitRules extends Handler {
    private static final int FAILED = 1;
    /** Held here, for loggers that nobody holds lose their handlers. */
    private static final Logger LOGGER = Logger.getLogger("java.lang.Runtime");

    private final SimJob job;

    private ExitRules(SimJob job) {
        this.job = job;
    }

    /**
     * Makes the rules hold.
     *
     * @param job the job
     */
    static void holdFor(SimJob job) {
        LOGGER.setUseParentHandlers(false);
        LOGGER.setLevel(Level.FINE);
        LOGGER.addHandler(new ExitRules(job));
    }

    @Override
    public void publish(LogRecord logged) {
        String message = logged.getMessage();
        String status = message.substring(message.lastIndexOf(' ') + 1);
        if (job.simulation().scheduler().calledByCurrent() && status.matches("-?\\d+")) {
            exit(Integer.parseInt(status) & 0xff);
        }
    }

    private void exit(int status) {
        Scheduler scheduler = job.simulation().scheduler();
        PeState state = job.state(scheduler.current());
        if (status != 0) {
            scheduler.exitAll(status, "it exited with status " + status);
        } else if (scheduler.unfinished() > 1 && state == PeState.RUNNING) {
            scheduler.exitAll(FAILED, "it exited without finalize while others were running");
        } else {
            scheduler.exit();
        }
    }

    @Override
    public void flush() {
        // Nothing is kept back.
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
