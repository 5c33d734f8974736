// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.Affinity;
import io.shmem4j.launch.CpuSet;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Times;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** A started JVM with its PEs. Used by the launcher's main thread only, except for the output pumps. */
public final class JvmProcess {
    public static final Redirect NOTHING = Redirect.from(Path.of("/dev/null").toFile());
    private static final long LOOK_MILLIS = 50;
    private static boolean prepared;

    private final Shape.Jvm which;
    private final Process process;
    private final CpuSet cpus;
    private final List<PeProcess> pes = new ArrayList<>();
    private final List<OutputPump> pumps;
    private final boolean framed;
    private volatile Map<Long, Integer> threads = Map.of();
    private volatile String exit;
    private boolean exited;

    private JvmProcess(Shape.Jvm which, boolean framed, Affinity.Started started, Output output,
        Queue<Event> events) {
        this.which = which;
        this.framed = framed;
        this.process = started.process();
        this.cpus = started.cpus();
        for (int pe = which.first(); pe <= which.last(); pe++) {
            pes.add(new PeProcess(pe, this));
        }
        this.pumps = output.carry(which, process, new FrameReader.Listener() {
            @Override
            public void ended(int pe, int status) {
                if (pe >= which.first() && pe <= which.last()) {
                    events.add(new Event.Ended(pes.get(pe - which.first()), status));
                }
            }

            @Override
            public void threads(Map<Long, Integer> owners) {
                threads = owners;
            }

            @Override
            public void exit(String where) {
                exit = where;
            }
        });
    }

    /**
     * Creates the logger that {@link ProcessBuilder} uses, on another thread. Otherwise the first start creates it: the
     * JDK then searches every jar for a factory while the second JVM waits. The logger must belong to the JDK's module,
     * or both would be merged.
     */
    public static void prepare() {
        if (prepared) {
            return;
        }
        prepared = true;
        try {
            Thread.ofPlatform().daemon().name("logger").start(() ->
                System.LoggerFinder.getLoggerFinder().getLogger(ProcessBuilder.class.getName(),
                    ProcessBuilder.class.getModule()).isLoggable(System.Logger.Level.DEBUG));
        } catch (OutOfMemoryError e) {
            // Out of threads: a later check decides whether the job can run.
        }
    }

    /**
     * Starts a JVM, on the launcher's cpus if it has no binding. Ends of the JVM and of its PEs are queued as events.
     */
    public static JvmProcess start(Shape.Jvm which, boolean framed, ProcessBuilder command, Affinity.Binding binding,
        Redirect input, Output output, Queue<Event> events) throws IOException {
        command.redirectInput(input);
        JvmProcess started = new JvmProcess(which, framed, Affinity.start(command, binding), output, events);
        started.process.onExit().thenRun(() -> started.queueEnd(events));
        return started;
    }

    /**
     * Queues the end once the PEs' output has been read. A PE's child process may hold the pipe open, hence the
     * timeout.
     */
    private void queueEnd(Queue<Event> events) {
        if (framed) {
            try {
                OutputPump pump = pumps.getFirst();
                long end = System.nanoTime() + Times.LAST_WORDS_NANOS;
                long empty = pump.emptyNanos() + Times.EMPTY_PIPE_NANOS;
                while (pump.isAlive() && pump.emptyNanos() < empty && System.nanoTime() - end < 0) {
                    pump.join(LOOK_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        events.add(new Event.Exited(this));
    }

    public List<PeProcess> pes() {
        return pes;
    }

    public Shape.Jvm which() {
        return which;
    }

    /** {@return the JVM's last report of its threads: from thread number to the PE that started the thread} */
    public Map<Long, Integer> threads() {
        return threads;
    }

    public long pid() {
        return process.pid();
    }

    /** {@return the cpus that the JVM is bound to, or null} */
    public CpuSet cpus() {
        return cpus;
    }

    /** {@return the pipe to the JVM's standard input, or null} */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /**
     * Records the JVM's exit and {@return the PEs that had not ended before}. A PE of a shared JVM that has not
     * reported its end has failed, even if the JVM's status is 0. Ends are read from the control file, because a slow
     * reader may delay the reports in the output.
     */
    public List<PeProcess> noteExit(ControlFile control) {
        exited = true;
        List<PeProcess> noted = pes.stream().filter(pe -> !pe.exited()).toList();
        for (PeProcess pe : noted) {
            pe.noteExit(status(pe, control), control.ended(pe.pe()) < 0);
        }
        return noted;
    }

    /**
     * {@return the status with which a PE of this ended JVM has ended} Status 0 is one that the PE itself has reported,
     * if it shares the JVM, which also exits with 0 when its last PE has failed.
     */
    public int status(PeProcess pe, ControlFile control) {
        int own = control.ended(pe.pe());
        return own >= 0 ? own : process.exitValue() == 0 && framed ? ExitStatus.FAILED : process.exitValue();
    }

    /** {@return the status of this ended JVM, or of the first PE that has failed if that of the JVM is 0} */
    public int status(ControlFile control) {
        return process.exitValue() != 0 ? process.exitValue()
            : pes.stream().mapToInt(pe -> status(pe, control)).filter(status -> status != 0).findFirst().orElse(0);
    }

    public boolean silent() {
        return pumps.stream().allMatch(pump -> pump.carried() == 0);
    }

    /** {@return whether the JVM failed by itself, with status 1, before any of its PEs called the library} */
    public boolean failedEarly(ControlFile control) {
        return exited && process.exitValue() == ExitStatus.FAILED
            && pes.stream().allMatch(pe -> pe.endedWithJvm() && control.state(pe.pe()) == PeState.STARTED);
    }

    public int status() {
        return process.exitValue();
    }

    public boolean framed() {
        return framed;
    }

    /** {@return the thread that ended the JVM and its call site, or null if unknown} */
    public String exit() {
        return exit;
    }

    /** {@return whether the process has ended, possibly before its exit event was handled} */
    public boolean hasEnded() {
        return !process.isAlive();
    }

    /** {@return whether the process has ended with a status other than 0} */
    public boolean failed() {
        return !process.isAlive() && process.exitValue() != 0;
    }

    public boolean exited() {
        return exited;
    }

    /**
     * Sends SIGTERM unless all PEs have ended, in which case the JVM exits by itself. {@link Process#destroy} would
     * close the pipes and lose pending output.
     */
    public void terminate() {
        List<PeProcess> left = pes.stream().filter(pe -> !pe.exited()).toList();
        left.forEach(PeProcess::noteAsked);
        if (!left.isEmpty()) {
            process.toHandle().destroy();
        }
    }

    public void kill() {
        process.toHandle().destroyForcibly();
    }

    public List<ProcessHandle> children() {
        return process.toHandle().descendants().toList();
    }

    public List<OutputPump> pumps() {
        return pumps;
    }
}
