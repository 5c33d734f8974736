// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.apart.ThreadPe;
import io.shmem4j.pe.Frames;
import io.shmem4j.pe.ProgramJvm;

/** A PE that runs in virtual time. */
final class SimPe extends ThreadPe {
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
                rules.abandon();
            }
        } finally {
            runHooks();
            flush();
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
        rules.exit(number(), status);
    }

    @Override
    protected void fail(Throwable thrown, Thread thread) {
        rules.fail(number(), thread, thrown);
    }
}
