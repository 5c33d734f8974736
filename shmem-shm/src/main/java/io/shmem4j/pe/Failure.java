// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.ByteSize;
import io.shmem4j.config.Setting;
import io.shmem4j.shm.FailureFile;
import io.shmem4j.spi.LibraryFrames.Role;
import io.shmem4j.spi.LibraryFrames;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An uncaught throwable, to be reported to the user. It ends the job.
 *
 * @param pe     the PE, or -1 if the thread belongs to none
 * @param thread the thread, or null for the main thread
 * @param others the PEs that share this JVM, or null if there is only one
 */
record Failure(int pe, Throwable thrown, Thread thread, String others) {
    /** Exit status of a failed PE. */
    static final int STATUS = 1;

    private static final String ABORTED = "io.shmem4j.error.JobAbortedException";
    /** Reported without a stack trace, because the program didn't cause the network's failure. */
    private static final String UNREACHABLE = "io.shmem4j.error.NodeUnreachableException";
    /** Message of the JVM's error if the kernel can't provide a page of a mapped file. */
    private static final String FAULT = "unsafe memory access";
    /** Names of threads that the program has not named. */
    private static final Pattern NUMBERED = Pattern.compile("(Thread-|pool-\\d+-thread-)\\d+");
    /** JDK frames that call the program's main method. */
    private static final List<String> AROUND_MAIN = List.of("java.lang.VirtualThread", "java.lang.invoke.",
        "java.lang.reflect.", "jdk.internal.");

    /** Reports the failure and aborts the job. */
    void announce(PrintStream err) {
        try {
            if (!isAbortOfOthers()) {
                report(err);
            }
        } catch (Throwable second) {
            // Out of memory or stack. The exit status and the abort word still show the failure.
            err.println("[PE " + pe + "] " + thrown.getClass().getName());
        } finally {
            abort();
        }
    }

    /** {@return whether it follows from another PE's failure, which that PE reports} */
    private boolean isAbortOfOthers() {
        return Explanation.chain(thrown).stream().anyMatch(at -> at.getClass().getName().equals(ABORTED));
    }

    private void report(PrintStream err) {
        Explanation.cutFrames(thrown, this::isOurs);
        StringWriter text = new StringWriter();
        String tag = pe < 0 ? "" : "[PE " + pe + "] ";
        text.append(tag);
        if (thread != null) {
            // Numbers that the JDK gives count the threads of all PEs that share a JVM.
            text.append(NUMBERED.matcher(thread.getName()).matches() ? "in another thread: "
                : "in thread \"" + thread.getName() + "\": ");
        }
        String explanation = pageFault();
        if (explanation != null) {
            text.append(explanation).append('\n');
        }
        if (isUnreachable()) {
            text.append(thrown.getMessage()).append('\n');
        } else {
            thrown.printStackTrace(new PrintWriter(text, true));
        }
        String hint = explanation != null ? null : Explanation.hint(pe, thrown, others);
        if (hint != null) {
            text.append(tag).append(hint).append('\n');
        }
        if (pe < 0 || !FailureFile.append(new FailureFile.Entry(pe, text.toString()))) {
            // A single write, so that the launcher doesn't mix the lines with other output.
            err.print(text);
            err.flush();
        }
    }

    private boolean isUnreachable() {
        return thrown.getClass().getName().equals(UNREACHABLE);
    }

    private boolean isOurs(String type) {
        return thread == null && type.equals("java.lang.Thread") || LibraryFrames.is(type, Role.HOST)
            || AROUND_MAIN.stream().anyMatch(type::startsWith);
    }

    private void abort() {
        if (!Boolean.getBoolean(PeMain.KEEP_GOING)) {
            ProgramJvm.inControl(control -> control.abort(pe, STATUS, summary()));
        }
    }

    private String summary() {
        String explanation = pageFault();
        return explanation != null ? explanation : isUnreachable() ? thrown.getMessage() : Explanation.line(thrown);
    }

    /** {@return an explanation if a page is missing because the memory file system is full, otherwise null} */
    private String pageFault() {
        for (Throwable at : Explanation.chain(thrown)) {
            if (at instanceof InternalError && Explanation.says(at, FAULT)) {
                return "a page of symmetric memory can't be had: " + space(Path.of(Setting.JOB_DIR.value()))
                    + "; use less of the heap, or name a larger memory file system with --shm-dir";
            }
        }
        return null;
    }

    private static String space(Path folder) {
        long total = folder.toFile().getTotalSpace();
        return total == 0 ? "the job's files are gone" : folder.getParent() + " has "
            + ByteSize.format(folder.toFile().getUsableSpace()) + " of " + ByteSize.format(total) + " free";
    }
}
