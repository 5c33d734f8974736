// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.ProgramClasses;
import io.shmem4j.apart.Streams;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.config.Setting;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.spi.CallSite;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Runs one program on several PEs that are threads of this JVM, and reports to the launcher, which sees one process.
 * How a PE ends is up to its {@link ThreadPe}: at once, in virtual time, or in a schedule.
 */
public final class ProgramJvm {
    /** System property: the class path of the program, whose classes each PE loads for itself. */
    public static final String PATH = "shmem4j.program.path";
    /** System property: the PE that reads standard input, or {@code all}, or {@code none}. */
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
     * Makes the JVM of the PEs first to first + count - 1.
     *
     * @param words  the main class and the program's arguments
     * @param copies how many copies of the program's classes are loaded
     * @param framed whether a launcher reads the PEs' output as frames
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

    /** Keeps the PEs apart: streams, system properties, and uncaught throwables. Others' throwables go to a handler. */
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

    /** Runs the program's main method in the calling thread, which belongs to a PE. */
    public void run(ThreadPe pe) throws Throwable {
        ClassLoader loader = pe.loader() == null ? ClassLoader.getSystemClassLoader() : pe.loader();
        Thread.currentThread().setContextClassLoader(loader);
        Class<?> type = Class.forName(mainClass, false, loader);
        MainMethod.of(type).run(type, arguments.clone());
    }

    /** {@return the program's classes, null if all PEs use the JVM's} */
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

    /** {@return a PE's output stream, of kind {@link Frames#OUT} or {@link Frames#ERR}} */
    public PrintStream output(int pe, int kind) {
        return frames != null ? PeOutput.open(frames, pe, kind) : kind == Frames.OUT ? out : err;
    }

    public InputStream input(int pe) {
        return input.of(pe, pe - first);
    }

    /** {@return the connection to the launcher, null if it does not read frames} */
    public Frames frames() {
        return frames;
    }

    /** Prints an uncaught throwable, and aborts the job. The thread is null for the one that runs main. */
    public void fail(int pe, Thread thread, Throwable thrown, PrintStream stream) {
        String others = "PEs " + first + (count == 2 ? " and " : " to ") + (first + count - 1);
        new Failure(pe, thrown, thread, count == 1 ? null : others).announce(stream);
    }

    /** Reports a thread that exits this JVM although PEs still run. A shutdown hook calls. */
    public void reportExit() {
        String caller = ended || frames == null ? null : ExitCaller.find();
        if (caller != null) {
            frames.exit(caller);
        }
    }

    /** Notes that all PEs have ended, so an exit is nobody's fault. */
    public static void end() {
        ended = true;
    }

    /** Exits with the job's status. Agents and recordings write their files; threads that PEs left running end. */
    public static void exit(int status) {
        System.out.flush();
        System.err.flush();
        inControl(control -> control.ended(0, status));
        end();
        System.exit(status);
    }

    /** Reports the PE that ended the job, -1 for none, and the reason. Returns the status. */
    public static int abort(int pe, int status, String reason) {
        System.out.flush();
        System.err.flush();
        inControl(control -> control.abort(pe, status, reason));
        return status;
    }

    private static void inControl(Consumer<ControlFile> action) {
        String folder = Setting.JOB_DIR.value();
        if (!folder.isEmpty()) {
            try (Arena arena = Arena.ofConfined()) {
                action.accept(ControlFile.open(new JobFiles(Path.of(folder)), arena));
            } catch (IOException e) {
                // The launcher has removed the job already, or sees this process exit with a status anyway.
                return;
            }
        }
    }
}
