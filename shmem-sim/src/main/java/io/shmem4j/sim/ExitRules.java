// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.pe.Explanation;
import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.spi.PeState;
import io.shmem4j.virtual.JobEnd;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Rules for the exit of a virtual PE. A status other than 0 ends the job. After status 0 the other PEs go on, unless
 * the PE has left them without finish: that ends the job too.
 *
 * <p>{@link SimPe} redirects calls such as {@code System.exit} to {@link #exit}. It cannot redirect calls by
 * reflection, nor calls of classes that all PEs share. A JVM logs an exit in the calling thread before it begins to
 * shut down, so this handler of that log ends the PE instead. It does so for a PE's own thread only; any other thread
 * ends the JVM.
 */
final class ExitRules extends Handler {
    private static final int FAILED = 1;
    private static final String DESERTED = "it exited without finish while others were running";
    /** Held here, because loggers without references lose their handlers. */
    private static final Logger LOGGER = Logger.getLogger("java.lang.Runtime");

    private final SimJob job;

    ExitRules(SimJob job) {
        this.job = job;
    }

    /** Applies the rules to calls that are not redirected, to uncaught throwables and to refused threads. */
    void install() {
        job.endAtRefusals();
        LOGGER.setUseParentHandlers(false);
        LOGGER.setLevel(Level.FINE);
        LOGGER.addHandler(this);
        Thread.setDefaultUncaughtExceptionHandler(ExitRules::uncaught);
    }

    /** Lets an exit end the process from now on. */
    static void uninstall() {
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

    /** Ends a PE; its own thread calls this, or one that its program has started. It never returns. */
    void exit(int pe, int asked) {
        Scheduler scheduler = job.simulation().scheduler();
        int status = asked & 0xff;
        boolean ofPe = scheduler.calledByCurrent() && scheduler.current() == pe;
        boolean leavesOthers = status == 0 && leavesOthers(pe);
        if (status != 0 || leavesOthers) {
            String how = leavesOthers ? DESERTED + ": System.exit(0) was called between Shmem.init() and close();"
                + " globalExit ends the whole job" : "it exited with status " + status;
            int whole = leavesOthers ? FAILED : status;
            if (ofPe) {
                scheduler.exitAll(whole, how);
            }
            endAll(pe, whole, how);
        }
        if (ofPe) {
            job.ends(pe).claim();
            job.simulation().exit(pe);
        }
        if (scheduler.unfinished() == 1) {
            endAll(pe, 0, null);
        }
        if (job.ends(pe).claimOutside()) {
            job.simulation().end(pe);
        }
        ThreadPe.stay();
    }

    /** Ends the job, because the running PE has returned from main too early; it never returns. */
    void deserted() {
        job.simulation().scheduler().exitAll(FAILED, DESERTED + ": main returned without finish() or close(); use try"
            + " (Shmem shmem = Shmem.init()) { ... }");
    }

    /** {@return whether a PE that ends now has not called finalize, which others may wait for} */
    boolean leavesOthers(int pe) {
        return job.simulation().scheduler().unfinished() > 1 && job.state(pe) == PeState.RUNNING;
    }

    /** Ends the process, since only the PEs' own threads can end the simulation in good order. */
    private static void endAll(int pe, int status, String how) {
        if (status != 0) {
            JobEnd.report(pe, status, how);
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

    /** Reports a throwable that nobody caught, and ends the job; the PE is -1 for a thread that belongs to none. */
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
