// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.pe.ExitCaller;
import io.shmem4j.pe.Frames;
import io.shmem4j.pe.PeOutput;
import io.shmem4j.pe.PeStreams;
import java.io.PrintStream;

/**
 * What virtual PEs print, on its way to the launcher, which treats it as that of processes; and who ends them all.
 */
final class SimStreams {
    private final SimJob job;
    private final PrintStream[] out;
    private final PrintStream[] err;

    private SimStreams(SimJob job, Frames frames) {
        this.job = job;
        this.out = new PrintStream[job.nPes()];
        this.err = new PrintStream[job.nPes()];
        for (int pe = 0; pe < out.length; pe++) {
            out[pe] = PeOutput.open(frames, pe, Frames.OUT);
            err[pe] = PeOutput.open(frames, pe, Frames.ERR);
        }
    }

    /**
     * Puts the streams of a job's PEs in place, where a launcher waits for them.
     *
     * @param job the job
     */
    static void install(SimJob job) {
        if (Boolean.getBoolean(Frames.FRAMED)) {
            Frames frames = Frames.toLauncher();
            SimStreams streams = new SimStreams(job, frames);
            PeStreams.installOutput(() -> streams.find(streams.out), () -> streams.find(streams.err));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> tellExit(frames), "end of the simulation"));
        }
    }

    /** The launcher hears who ends the simulation before its time. */
    private static void tellExit(Frames frames) {
        String caller = SimMain.ended() ? null : ExitCaller.find(thread -> ofProgram(thread.getContextClassLoader()));
        if (caller != null) {
            frames.exit(caller);
        }
    }

    private PrintStream find(PrintStream... streams) {
        int pe = job.simulation().scheduler().calledByCurrent() ? job.simulation().scheduler().current()
            : ofProgram(Thread.currentThread().getContextClassLoader());
        return pe < 0 ? null : streams[pe];
    }

    private static int ofProgram(ClassLoader loader) {
        return loader instanceof PeClassLoader ofPe ? ofPe.pe() : PeEnd.callers();
    }
}
