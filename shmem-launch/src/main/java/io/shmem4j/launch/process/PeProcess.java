// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.output.Output;
import io.shmem4j.launch.output.OutputPump;
import io.shmem4j.placement.Affinity;
import io.shmem4j.placement.CpuSet;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A started PE. Everything but the output pumps belongs to the launcher's main thread. */
public final class PeProcess {
    /** An empty input. */
    public static final Redirect NOTHING = Redirect.from(Path.of("/dev/null").toFile());

    private final int pe;
    private final Process process;
    private final CpuSet cpus;
    private final long startedNanos = System.nanoTime();
    private final List<OutputPump> pumps;
    private boolean asked;
    private boolean exited;
    private int status;
    private long endedNanos;

    private PeProcess(int pe, Affinity.Started started, Output output) {
        this.pe = pe;
        this.process = started.process();
        this.cpus = started.cpus();
        this.pumps = output.carry(pe, process);
    }

    /**
     * Starts a PE.
     *
     * @param pe      its number
     * @param command what to start
     * @param cpus    where, or null for wherever the launcher runs
     * @param input   its standard input
     * @param output  where its output goes
     * @param onExit  gets this when the process has ended, in another thread
     * @return the PE
     * @throws IOException if it can't be started
     */
    public static PeProcess start(int pe, ProcessBuilder command, CpuSet cpus, Redirect input, Output output,
        Consumer<PeProcess> onExit) throws IOException {
        command.redirectInput(input);
        PeProcess started = new PeProcess(pe, Affinity.start(command, cpus), output);
        started.process.onExit().thenRun(() -> onExit.accept(started));
        return started;
    }

    /** {@return its number} */
    public int pe() {
        return pe;
    }

    /** {@return its process id} */
    public long pid() {
        return process.pid();
    }

    /** {@return the cpus it is bound to, by the kernel's word, or null} */
    public CpuSet cpus() {
        return cpus;
    }

    /** {@return the pipe to its standard input, where it has one} */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /** Notes that it has ended. */
    public void noteExit() {
        exited = true;
        status = process.exitValue();
        endedNanos = System.nanoTime();
    }

    /** {@return whether {@link #noteExit} has run} */
    public boolean exited() {
        return exited;
    }

    /** {@return whether it has ended, with another status than 0} */
    public boolean failed() {
        return !process.isAlive() && process.exitValue() != 0;
    }

    /** {@return whether the launcher asked it to end} */
    public boolean asked() {
        return asked;
    }

    /** {@return its exit status} */
    public int status() {
        return status;
    }

    /** {@return seconds it ran} */
    public double seconds() {
        return (endedNanos - startedNanos) / 1e9;
    }

    /** Asks it to end (SIGTERM). {@link Process#destroy} would also close the pipes, and its last words with them. */
    public void terminate() {
        asked = true;
        process.toHandle().destroy();
    }

    /** Ends it (SIGKILL). */
    public void kill() {
        process.toHandle().destroyForcibly();
    }

    /** {@return the processes it has started and that are still there} */
    public List<ProcessHandle> children() {
        return process.toHandle().descendants().toList();
    }

    /**
     * Waits until its output has been carried.
     *
     * @param deadline when to give up, nanoTime
     * @throws InterruptedException if this thread is interrupted
     */
    public void drain(long deadline) throws InterruptedException {
        for (OutputPump pump : pumps) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left > 0) {
                pump.join(left);
            }
        }
    }
}
