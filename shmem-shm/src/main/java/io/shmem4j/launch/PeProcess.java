// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.placement.Affinity;
import io.shmem4j.placement.CpuSet;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A started PE. Everything but the output pumps belongs to the launcher's main thread. */
final class PeProcess {
    /** An empty input. */
    static final Redirect NOTHING = Redirect.from(Path.of("/dev/null").toFile());

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
    static PeProcess start(int pe, ProcessBuilder command, CpuSet cpus, Redirect input, Output output,
        Consumer<PeProcess> onExit) throws IOException {
        command.redirectInput(input);
        PeProcess started = new PeProcess(pe, Affinity.start(command, cpus), output);
        started.process.onExit().thenRun(() -> onExit.accept(started));
        return started;
    }

    /** {@return its number} */
    int pe() {
        return pe;
    }

    /** {@return its process id} */
    long pid() {
        return process.pid();
    }

    /** {@return the cpus it is bound to, by the kernel's word, or null} */
    CpuSet cpus() {
        return cpus;
    }

    /** {@return the pipe to its standard input, where it has one} */
    OutputStream input() {
        return process.getOutputStream();
    }

    /** Notes that it has ended. */
    void noteExit() {
        exited = true;
        status = process.exitValue();
        endedNanos = System.nanoTime();
    }

    /** {@return whether {@link #noteExit} has run} */
    boolean exited() {
        return exited;
    }

    /** {@return whether the launcher asked it to end} */
    boolean asked() {
        return asked;
    }

    /** {@return its exit status} */
    int status() {
        return status;
    }

    /** {@return seconds it ran} */
    double seconds() {
        return (endedNanos - startedNanos) / 1e9;
    }

    /** Asks it to end (SIGTERM). {@link Process#destroy} would also close the pipes, and its last words with them. */
    void terminate() {
        asked = true;
        process.toHandle().destroy();
    }

    /** Ends it (SIGKILL). */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    /** {@return the processes it has started and that are still there} */
    List<ProcessHandle> children() {
        return process.toHandle().descendants().toList();
    }

    /** {@return what empties its pipes} */
    List<OutputPump> pumps() {
        return pumps;
    }
}
