// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.command;

import io.shmem4j.apart.ProgramClasses;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.explore.run.Jobs;
import java.io.InputStream;
import java.io.PrintStream;

/** A PE of one run. */
final class ExploredPe extends ThreadPe {
    private final Jobs jobs;

    ExploredPe(Jobs jobs, int number, ProgramClasses classes, PrintStream out, PrintStream err) {
        super(number, classes, out, err, InputStream.nullInputStream());
        this.jobs = jobs;
    }

    /** Runs the exit hooks after a normal end. */
    void end() {
        runHooks();
        flush();
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
    protected void fail(Throwable thrown, Thread thread) {
        jobs.fail(number(), thrown);
    }
}
