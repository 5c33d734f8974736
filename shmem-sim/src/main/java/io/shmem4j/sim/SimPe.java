// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.apart.PeThreads;
import io.shmem4j.apart.ProgramClasses;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.pe.Frames;
import io.shmem4j.pe.PeOutput;
import io.shmem4j.spi.Waiter;
import java.io.InputStream;
import java.io.PrintStream;

/** A virtual PE as its program sees it: a process with an environment, streams and an end of its own. */
final class SimPe extends ThreadPe {
    /** About a system call that changes to another process. */
    private static final long PAUSE_PICOS = 1_000_000;

    private final SimJob job;
    private final ExitRules rules;

    /** A PE that runs later; no classes where the JVM loads the program, no frames where no launcher waits for them. */
    SimPe(SimJob job, int number, ProgramClasses classes, Frames frames, InputStream in) {
        super(number, classes, output(frames, number, Frames.OUT, System.out),
            output(frames, number, Frames.ERR, System.err), in);
        this.job = job;
        this.rules = new ExitRules(job);
    }

    private static PrintStream output(Frames frames, int pe, int kind, PrintStream ofJvm) {
        return frames == null ? ofJvm : PeOutput.open(frames, pe, kind);
    }

    /** The PE's own thread has come back from main or ends by a throwable. */
    void runHooks() {
        startHooks().forEach(PeThreads::join);
    }

    /** The PE's own thread has come back from main; it does not return if that ends the job. */
    void returned() {
        if (rules.leavesOthers(number())) {
            runHooks();
            flush();
            release();
            rules.deserted();
        }
    }

    void flush() {
        ownOut().flush();
        ownErr().flush();
    }

    private boolean ownThreadCalls() {
        return job.simulation().scheduler().calledByCurrent() && job.simulation().scheduler().current() == number();
    }

    @Override
    public void exit(int status) {
        if ((status & 0xff) == 0 && ownThreadCalls()) {
            job.ends(number()).runLast();
        }
        runHooks();
        halt(status);
    }

    @Override
    public void halt(int status) {
        flush();
        release();
        rules.exit(number(), status);
    }

    @Override
    public void uncaught(Thread thread, Throwable thrown) {
        if (handler() == null) {
            ExitRules.fail(number(), thread, thrown);
        } else {
            handler().uncaughtException(thread, thrown);
        }
    }

    @Override
    protected void fail(Throwable thrown) {
        ExitRules.fail(number(), Thread.currentThread(), thrown);
    }

    /** The other PEs run while the clock of this one goes on: no PE runs beside another. */
    @Override
    public void pause(long nanos) {
        if (ownThreadCalls()) {
            EndOfPe end = job.ends(number());
            end.enter();
            job.simulation().scheduler().advanceTo(job.simulation().scheduler().clock(number()) + PAUSE_PICOS);
            end.leave();
        } else {
            Waiter.park(nanos);
        }
    }
}
