// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.Setting;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The main class of every PE's JVM: watches the launcher, runs the program's main method, and turns an uncaught
 * throwable of any thread into the end of the job.
 *
 * <p>A failing PE must not run code that waits for others, so it halts after its stack trace is out.
 */
public final class PeMain {
    /** System property of PEs whose failure does not end the others. */
    public static final String KEEP_GOING = "shmem4j.keep.going";

    private static final int FAILED = 1;
    private static final String ABORTED = "io.shmem4j.error.JobAbortedException";

    private PeMain() {
    }

    /**
     * Runs a program.
     *
     * @param args name of its class, then its arguments
     */
    public static void main(String[] args) {
        try {
            String folder = Setting.JOB_DIR.value();
            if (!folder.isEmpty()) {
                LauncherWatch.begin(new JobFiles(Path.of(folder)));
            }
            Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> fail(thrown, thread));
            String[] rest = new String[args.length - 1];
            System.arraycopy(args, 1, rest, 0, rest.length);
            Class<?> type = program(args[0]);
            MainMethod.of(type).run(type, rest);
        } catch (Throwable thrown) {
            fail(thrown, null);
        }
    }

    /**
     * {@return the program's class}
     *
     * @param name its name, behind the module's and a slash if it is in a module
     */
    private static Class<?> program(String name) throws ClassNotFoundException {
        int slash = name.indexOf('/');
        if (slash < 0) {
            return Class.forName(name, false, ClassLoader.getSystemClassLoader());
        }
        Module module = ModuleLayer.boot().findModule(name.substring(0, slash)).orElseThrow();
        Class<?> type = Class.forName(module, name.substring(slash + 1));
        if (type == null) {
            throw new ClassNotFoundException(name);
        }
        return type;
    }

    /** Reports what a thread did not catch, tells the others, and ends this process. */
    private static void fail(Throwable thrown, Thread thread) {
        try {
            if (!isAbortOfOthers(thrown)) {
                report(thrown, thread);
            }
        } catch (Throwable second) {
            // No memory or stack left for a report: the status and the abort word still tell.
            System.err.println("[PE " + Setting.PE.value() + "] " + thrown.getClass().getName());
        } finally {
            try {
                abort(thrown);
            } finally {
                Runtime.getRuntime().halt(FAILED);
            }
        }
    }

    /** A PE that another one's failure woke has nothing to add to it. */
    private static boolean isAbortOfOthers(Throwable thrown) {
        int depth = 0;
        for (Throwable at = thrown; at != null && depth < 32; at = at.getCause()) {
            if (at.getClass().getName().equals(ABORTED)) {
                return true;
            }
            depth++;
        }
        return false;
    }

    private static void report(Throwable thrown, Thread thread) {
        cutOurFrames(thrown);
        StringWriter text = new StringWriter();
        text.append("[PE ").append(Setting.PE.value()).append("] ");
        if (thread != null && thread.threadId() != 1) {
            text.append("in thread \"").append(thread.getName()).append("\": ");
        }
        String explanation = HeapFault.explain(thrown, Path.of(Setting.JOB_DIR.value()));
        if (explanation != null) {
            text.append(explanation).append('\n');
        }
        thrown.printStackTrace(new PrintWriter(text, true));
        System.out.flush();
        // One write, so that it stays together in the launcher's output.
        System.err.print(text);
        System.err.flush();
    }

    /** The frames between the JVM and the program's main say nothing about the program. */
    private static void cutOurFrames(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        int end = frames.length;
        while (end > 0 && (frames[end - 1].getClassName().equals(PeMain.class.getName())
            || frames[end - 1].getClassName().equals(MainMethod.class.getName())
            || frames[end - 1].getClassName().startsWith("java.lang.reflect.")
            || frames[end - 1].getClassName().startsWith("jdk.internal.reflect.")
            || frames[end - 1].getClassName().startsWith("java.lang.invoke."))) {
            end--;
        }
        if (end > 0) {
            StackTraceElement[] kept = new StackTraceElement[end];
            System.arraycopy(frames, 0, kept, 0, end);
            thrown.setStackTrace(kept);
        }
    }

    private static void abort(Throwable thrown) {
        String folder = Setting.JOB_DIR.value();
        if (folder.isEmpty() || Boolean.getBoolean(KEEP_GOING)) {
            return;
        }
        try (FileChannel channel = new JobFiles(Path.of(folder)).open(JobFiles.CONTROL)) {
            new ControlFile(channel.map(MapMode.READ_WRITE, 0, channel.size(), Arena.global()))
                .abort(Setting.PE.intValue(), FAILED, summary(thrown));
        } catch (IOException e) {
            // The launcher has removed the job already, or sees this process exit with a status anyway.
            return;
        }
    }

    private static String summary(Throwable thrown) {
        String explanation = HeapFault.explain(thrown, Path.of(Setting.JOB_DIR.value()));
        String text = explanation == null ? thrown.toString() : explanation;
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }
}
