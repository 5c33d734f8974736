// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.apart.ThreadPe;
import io.shmem4j.pe.ProgramJvm;
import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.spi.PeState;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Decides whether the exit of a simulated PE ends the job or only the PE. It ends the job if the status is not 0, or if
 * the PE has not called finish and other PEs may wait for it.
 *
 * <p>{@link SimPe} gets redirected exits. Calls by reflection and from classes that all PEs share are not redirected.
 * The JVM logs such an exit in the calling thread before it shuts down, and this handler of that log ends the PE
 * instead, if the thread belongs to it.
 */
final class ExitRules extends Handler {
    private static final int FAILED = 1;
    private static final String DESERTED = "it exited without finish while others were running";
    /** A strong reference, because the JDK drops unused loggers with their handlers. */
    private static final Logger LOGGER = Logger.getLogger("java.lang.Runtime");

    private final SimJob job;
    private final ProgramJvm program;

    ExitRules(SimJob job, ProgramJvm program) {
        this.job = job;
        this.program = program;
    }

    /** Handles exits that are not redirected, and threads that the job refuses. */
    void install() {
        job.endAtRefusals(this);
        LOGGER.setUseParentHandlers(false);
        LOGGER.setLevel(Level.FINE);
        LOGGER.addHandler(this);
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

    /** Ends the calling thread's PE. Never returns. */
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
            // Only the PEs' own threads can end the simulation in good order.
            end(ProgramJvm.abort(pe, whole, how));
        }
        if (ofPe) {
            job.ends(pe).claim();
            job.simulation().exit(pe);
        }
        if (scheduler.unfinished() == 1) {
            end(0);
        }
        if (job.ends(pe).claimOutside()) {
            job.simulation().end(pe);
        }
        ThreadPe.stay();
    }

    /** Ends the job, because the calling thread's PE has returned from main without finish. Never returns. */
    void abandon() {
        job.simulation().scheduler().exitAll(FAILED, DESERTED + ": main returned without finish() or close(); use try"
            + " (Shmem shmem = Shmem.init()) { ... }");
    }

    /** {@return whether a PE that ends now has not called finish, so that other PEs may wait for it} */
    boolean leavesOthers(int pe) {
        return job.simulation().scheduler().unfinished() > 1 && job.state(pe) == PeState.RUNNING;
    }

    /** Reports an uncaught throwable and ends the job. The PE is -1 for a thread without a PE. */
    void fail(int pe, Thread thread, Throwable thrown) {
        program.fail(pe, thread, thrown, System.err);
        end(FAILED);
    }

    /** Exits with the job's status. */
    static void end(int status) {
        LOGGER.setLevel(Level.OFF);
        ProgramJvm.exit(status);
    }

    @Override
    public void flush() {
        // It buffers nothing.
    }

    @Override
    public void close() {
        // It opens nothing.
    }
}
