// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.PeThreads;
import io.shmem4j.apart.ProgramClasses;
import io.shmem4j.apart.Streams;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.config.Setting;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.Undisturbed;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs a program on several PEs in threads of this JVM, and reports to the launcher, which sees one process. Subclasses
 * of {@link ThreadPe} determine how a PE ends: immediately, in virtual time, or in a schedule.
 */
public final class ProgramJvm {
    /** System property with the program's class path; each PE loads its own copy of the classes. */
    public static final String PATH = "shmem4j.program.path";
    /** System property with the PE that reads standard input, {@code all} or {@code none}. */
    public static final String STDIN = "shmem4j.stdin";

    /** Whether this JVM exits because its job has ended. */
    private static volatile boolean ended;

    private final String mainClass;
    private final String[] arguments;
    private final int first;
    private final int count;
    private final ProgramClasses classes;
    private final Frames frames;
    private final SharedInput input;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    /**
     * Creates the environment of {@code count} PEs, beginning with {@code first}.
     *
     * @param words  the main class and the program's arguments
     * @param copies the number of copies of the program's classes
     * @param framed whether the launcher expects the PEs' output as frames
     */
    public ProgramJvm(String[] words, int first, int count, int copies, boolean framed) {
        this.mainClass = words[0];
        CallSite.program(mainClass);
        this.arguments = Arrays.copyOfRange(words, 1, words.length);
        this.first = first;
        this.count = count;
        this.frames = framed ? Frames.toLauncher() : null;
        this.input = new SharedInput(System.getProperty(STDIN, "none"), count);
        String path = System.getProperty(PATH);
        this.classes = path == null ? null : new ProgramClasses(path, copies, Setting.SHARE_CLASSES.isSet());
        if (path != null) {
            System.setProperty("java.class.path", path);
        }
    }

    /**
     * Separates the PEs' streams and uncaught throwables. The handler gets throwables of threads without a PE.
     */
    public void separate(UncaughtExceptionHandler ofOthers) {
        Streams.install();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            ThreadPe pe = CurrentPe.find();
            if (pe == null) {
                ofOthers.uncaughtException(thread, thrown);
            } else {
                pe.uncaught(thread, thrown);
            }
        });
    }

    /** Runs the program's main method on the calling thread, which belongs to a PE. */
    public void run(ThreadPe pe) throws Throwable {
        ClassLoader loader = pe.loader() == null ? ClassLoader.getSystemClassLoader() : pe.loader();
        Thread.currentThread().setContextClassLoader(loader);
        Class<?> type = Class.forName(mainClass, false, loader);
        MainMethod.of(type).run(type, MainMethod.arguments(pe.number(), arguments));
    }

    /** {@return the program's classes, or null if all PEs use those of the JVM} */
    public ProgramClasses classes() {
        return classes;
    }

    public String mainClass() {
        return mainClass;
    }

    /** {@return the program and its arguments in one line} */
    public String command() {
        String words = arguments.length == 0 ? mainClass : mainClass + " " + String.join(" ", arguments);
        return words.replace("\n", "\\n").replace("\r", "\\r");
    }

    /** {@return a PE's output stream; {@code kind} is {@link Frames#OUT} or {@link Frames#ERR}} */
    public PrintStream output(int pe, int kind) {
        return frames != null ? PeOutput.open(frames, pe, kind) : kind == Frames.OUT ? out : err;
    }

    public InputStream input(int pe) {
        return input.of(pe, pe - first);
    }

    /** Keeps no more standard input for a PE that has ended. */
    void endInput(int pe) {
        input.end(pe - first);
    }

    /** {@return the connection to the launcher, or null without frames} */
    public Frames frames() {
        return frames;
    }

    /** Prints an uncaught throwable and aborts the job. The thread is null for the main thread. */
    public void fail(int pe, Thread thread, Throwable thrown, PrintStream stream) {
        String others = "PEs " + first + (count == 2 ? " and " : " to ") + (first + count - 1);
        new Failure(pe, thrown, thread, count == 1 ? null : others).announce(stream);
    }

    /** Reports a thread that exits this JVM while PEs run. Called by a shutdown hook. */
    public void reportExit() {
        String caller = ended || frames == null ? null : ExitCaller.find();
        if (caller != null) {
            frames.exit(caller);
        }
    }

    /** Records that all PEs have ended, so that the exit is not reported as a failure. */
    public static void end() {
        ended = true;
    }

    /** Exits with the job's status. Agents and flight recordings write their files; threads left by PEs end. */
    public static void exit(int status) {
        System.out.flush();
        System.err.flush();
        inControl(control -> control.ended(0, status));
        end();
        System.exit(status);
    }

    /**
     * Aborts the job with a reason and {@return the status}
     *
     * @param pe the PE that ended the job, or -1
     */
    public static int abort(int pe, int status, String reason) {
        System.out.flush();
        System.err.flush();
        inControl(control -> control.abort(pe, status, reason));
        return status;
    }

    /** Runs an action on the control file of this JVM's job, if there is one. */
    static void inControl(Consumer<ControlFile> action) {
        String folder = Setting.JOB_DIR.value();
        if (!folder.isEmpty()) {
            try {
                Undisturbed.call(() -> {
                    try (Arena arena = Arena.ofConfined()) {
                        action.accept(ControlFile.open(new JobFiles(Path.of(folder)), arena));
                        return null;
                    }
                });
            } catch (IOException e) {
                // The launcher has deleted the job's files, or will see this process's exit status.
            }
        }
    }

    /**
     * Finds the thread that exits a shared JVM by reflection or from a class outside of the PEs' loaders. Such calls
     * can't be redirected to the PE. While shutdown hooks run, the thread is still in {@code Runtime.exit}.
     */
    private static final class ExitCaller {
        private static final String RUNTIME = Runtime.class.getName();
        private static final List<String> OF_JDK = List.of("java.", "javax.", "jdk.", "sun.");

        private ExitCaller() {
        }

        /** {@return the thread and its call site, or null if no thread has called exit} */
        static String find() {
            for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
                StackTraceElement[] frames = each.getValue();
                for (int at = 0; at < frames.length; at++) {
                    if (frames[at].getClassName().equals(RUNTIME) && frames[at].getMethodName().equals("exit")) {
                        return describe(each.getKey()) + " called System.exit" + line(frames, at + 1);
                    }
                }
            }
            return null;
        }

        private static String describe(Thread thread) {
            ThreadPe pe = CurrentPe.of(thread);
            String name = "thread \"" + thread.getName() + "\"";
            return pe == null ? name : thread instanceof PeThreads.Main ? "PE " + pe.number()
                : name + " of PE " + pe.number();
        }

        private static String line(StackTraceElement[] frames, int from) {
            for (int at = from; at < frames.length; at++) {
                String type = frames[at].getClassName();
                if (OF_JDK.stream().noneMatch(type::startsWith)) {
                    return " at " + frames[at];
                }
            }
            return "";
        }
    }
}
