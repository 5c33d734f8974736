// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.apart.ThreadPe;
import io.shmem4j.pe.Frames;
import io.shmem4j.pe.ProgramJvm;
import io.shmem4j.spi.Waiter;

/** A PE that runs in virtual time. */
final class SimPe extends ThreadPe {
    /** Virtual time of a pause: about a system call that switches processes. */
    private static final long PAUSE_PICOS = 1_000_000;

    private final SimJob job;
    private final ExitRules rules;

    SimPe(SimJob job, ProgramJvm program, ExitRules rules, int number) {
        super(number, program.classes(), program.output(number, Frames.OUT), program.output(number, Frames.ERR),
            program.input(number));
        this.job = job;
        this.rules = rules;
    }

    /** Runs the program in the PE's own thread. The PE ends when this returns, or throws. */
    void run(ProgramJvm program) throws Throwable {
        EndOfPe end = job.ends(number());
        try {
            program.run(this);
            end.runLast();
            if (rules.leavesOthers(number())) {
                runHooks();
                flush();
                release();
                rules.abandon();
            }
        } finally {
            runHooks();
            flush();
            release();
            end.claim();
        }
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
    protected void fail(Throwable thrown, Thread thread) {
        rules.fail(number(), thread, thrown);
    }

    /** Advances this PE's clock, so that other PEs run: virtual time runs one PE at a time. */
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
