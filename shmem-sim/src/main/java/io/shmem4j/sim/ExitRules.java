// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.pe.Explanation;
import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.spi.PeState;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The end that a virtual PE asks for is that of this PE, as it would be that of a PE's process: a status other than 0,
 * or one that leaves others alone, ends the job; with 0 the others go on.
 *
 * <p>Programs ask by {@link SimPe}. Who asks the JVM all the same (by reflection, or as a class that all PEs share) is
 * heard as well if it is a PE's own thread, for a JVM logs the end that it is asked for before it begins with it, in
 * the thread that asks, and a PE's thread does not come back from there. Other threads do, and end the JVM.
 */
final class ExitRules extends Handler {
    private static final int FAILED = 1;
    /** Held here, because loggers without references lose their handlers. */
    private static final Logger LOGGER = Logger.getLogger("java.lang.Runtime");

    private final SimJob job;

    ExitRules(SimJob job) {
        this.job = job;
    }

    /** Makes the rules hold for calls that are not redirected, and for uncaught throwables. */
    void hold() {
        LOGGER.setUseParentHandlers(false);
        LOGGER.setLevel(Level.FINE);
        LOGGER.addHandler(this);
        Thread.setDefaultUncaughtExceptionHandler(ExitRules::uncaught);
    }

    /** The job is over, and whoever ends the process now shall do so. */
    static void letGo() {
        LOGGER.setLevel(Level.OFF);
    }

    @Override
    public void publish(LogRecord logged) {
        String message = logged.getMessage();
        String status = message.substring(message.lastIndexOf(' ') + 1);
        Scheduler scheduler = job.simulation().scheduler();
        if (scheduler.calledByCurrent() && status.matches("-?\\d+")) {
            exit(scheduler.current(), Integer.parseInt(status));
        }
    }

    /** Ends a PE, by its own thread or by another one that its program has started; never returns. */
    void exit(int pe, int asked) {
        Scheduler scheduler = job.simulation().scheduler();
        int status = asked & 0xff;
        boolean ofPe = scheduler.calledByCurrent() && scheduler.current() == pe;
        boolean deserts = status == 0 && scheduler.unfinished() > 1 && job.state(pe) == PeState.RUNNING;
        if (status != 0 || deserts) {
            String how = deserts ? "it exited without finalize while others were running"
                : "it exited with status " + status;
            int whole = deserts ? FAILED : status;
            if (ofPe) {
                scheduler.exitAll(whole, how);
            }
            endAll(pe, whole, how);
        }
        if (ofPe) {
            job.ends(pe).claim();
            scheduler.exit();
        }
        if (scheduler.unfinished() == 1) {
            endAll(pe, 0, null);
        }
        if (job.ends(pe).claimOutside()) {
            job.simulation().end(pe);
        }
        ThreadPe.stay();
    }

    /**
     * Ends the process: virtual time goes on by the PEs' own threads only, so no other thread can end the simulation in
     * good order.
     */
    private static void endAll(int pe, int status, String how) {
        if (status != 0) {
            SimMain.tell(pe, status, how);
        }
        SimMain.end(status);
    }

    private static void uncaught(Thread thread, Throwable thrown) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            fail(-1, thread, thrown);
        } else {
            pe.uncaught(thread, thrown);
        }
    }

    /** A thread of a PE ends by what nobody caught, or one that works for none (-1). */
    static void fail(int pe, Thread thread, Throwable thrown) {
        SimMain.print(pe, "in thread \"" + thread.getName() + "\": ", thrown);
        endAll(pe, FAILED, Explanation.line(thrown));
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
