// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.placement.Affinity;
import io.shmem4j.placement.CpuSet;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.spi.PeState;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** A started JVM and the PEs in it. Everything but the output pumps belongs to the launcher's main thread. */
public final class JvmProcess {
    public static final Redirect NOTHING = Redirect.from(Path.of("/dev/null").toFile());
    /** Time to read the rest of a pipe when the JVM has ended. */
    private static final long LAST_WORDS_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Silence after which a pipe has had its last word. */
    private static final long EMPTY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
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
     * Makes the JDK's logger of starts in a thread of its own, for several JVMs. The first start would make it
     * otherwise, when its JVM runs: the JDK looks into every jar for a factory, and the second JVM would have to wait.
     * One that is made for this module would be merged with the JDK's.
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
            // The system may have no more threads: a later check decides if a job can run then.
        }
    }

    /** Starts a JVM, on the launcher's cpus if it has no binding. Its end and those of its PEs become events. */
    public static JvmProcess start(Shape.Jvm which, boolean framed, ProcessBuilder command, Affinity.Binding binding,
        Redirect input, Output output, Queue<Event> events) throws IOException {
        command.redirectInput(input);
        JvmProcess started = new JvmProcess(which, framed, Affinity.start(command, binding), output, events);
        started.process.onExit().thenRun(() -> started.tellEnd(events));
        return started;
    }

    /** Output of its PEs comes first; a child process of one of them may hold the pipe open. */
    private void tellEnd(Queue<Event> events) {
        if (framed) {
            try {
                OutputPump pump = pumps.getFirst();
                long end = System.nanoTime() + LAST_WORDS_NANOS;
                long empty = pump.emptyNanos() + EMPTY_NANOS;
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

    /** {@return the PE of each thread that its PEs have started, by the thread's number in the JVM, as last heard} */
    public Map<Long, Integer> threads() {
        return threads;
    }

    public long pid() {
        return process.pid();
    }

    /** {@return the cpus that the kernel has bound it to, or null} */
    public CpuSet cpus() {
        return cpus;
    }

    /** {@return the pipe to its standard input, or null} */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /**
     * {@return the PEs without a known end} Records that it has ended. A PE that shares the JVM and has not reported
     * its own end has failed, with any status of the JVM. PEs publish their ends in the control file, because a slow
     * reader may hold back their reports.
     */
    public List<PeProcess> noteExit(ControlFile control) {
        exited = true;
        List<PeProcess> noted = pes.stream().filter(pe -> !pe.exited()).toList();
        for (PeProcess pe : noted) {
            int own = control.ended(pe.pe());
            int ofJvm = process.exitValue() == 0 && framed ? ExitStatus.FAILED : process.exitValue();
            pe.noteExit(own < 0 ? ofJvm : own, own < 0);
        }
        return noted;
    }

    public boolean silent() {
        return pumps.stream().allMatch(pump -> pump.carried() == 0);
    }

    /** {@return whether it has ended with status 1 before any of its PEs came to the library, and not by our doing} */
    public boolean failedEarly(ControlFile control) {
        return exited && process.exitValue() == ExitStatus.FAILED
            && pes.stream().allMatch(pe -> pe.endedWithJvm() && control.state(pe.pe()) == PeState.STARTED);
    }

    public int status() {
        return process.exitValue();
    }

    /** {@return whether its output has frames of several PEs} */
    public boolean framed() {
        return framed;
    }

    /** {@return the thread that ended it, and the place, or null if unknown} */
    public String exit() {
        return exit;
    }

    /** {@return whether it has ended, even if nobody has read its status yet} */
    public boolean hasEnded() {
        return !process.isAlive();
    }

    /** {@return whether it has ended, with another status than 0} */
    public boolean failed() {
        return !process.isAlive() && process.exitValue() != 0;
    }

    public boolean exited() {
        return exited;
    }

    /**
     * Asks it to end (SIGTERM), unless its PEs have all ended and it is about to end by itself. {@link Process#destroy}
     * would also close the pipes, and lose its last words.
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
