// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.command;

import io.shmem4j.apart.PeThreads;
import io.shmem4j.apart.ProgramClasses;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.explore.run.Jobs;
import java.io.InputStream;
import java.io.PrintStream;

/** A PE of one run as its program sees it: a process with streams and an end of its own. */
final class ExploredPe extends ThreadPe {
    private final Jobs jobs;

    ExploredPe(Jobs jobs, int number, ProgramClasses classes, PrintStream out, PrintStream err) {
        super(number, classes, out, err, InputStream.nullInputStream());
        this.jobs = jobs;
    }

    /** The program has come to its end. */
    void end() {
        startHooks().forEach(PeThreads::join);
        ownOut().flush();
        ownErr().flush();
        release();
    }

    @Override
    public void exit(int status) {
        end();
        halt(status);
    }

    @Override
    public void halt(int status) {
        jobs.exit(number(), status);
    }

    @Override
    public void uncaught(Thread thread, Throwable thrown) {
        jobs.fail(number(), thrown);
    }

    @Override
    protected void fail(Throwable thrown) {
        jobs.fail(number(), thrown);
    }

    /** Nobody else goes on meanwhile, because time is none of what is explored. */
    @Override
    public void pause(long nanos) {
        Thread.yield();
    }
}
