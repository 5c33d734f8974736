// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.ByteSize;
import io.shmem4j.config.Setting;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.FailureFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.spi.LibraryFrames.Role;
import io.shmem4j.spi.LibraryFrames;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;

/**
 * An uncaught throwable, which is reported to the user and ends the job.
 *
 * @param pe     -1 if the thread belongs to no PE
 * @param thread null for the one that runs main
 * @param others the PEs of this JVM, null if there is only one
 */
record Failure(int pe, Throwable thrown, Thread thread, String others) {
    /** Exit status of a PE that fails. */
    static final int STATUS = 1;

    private static final String ABORTED = "io.shmem4j.error.JobAbortedException";
    /** Reported by its message alone: the program's stack has nothing to do with a failed network. */
    private static final String UNREACHABLE = "io.shmem4j.error.NodeUnreachableException";
    /** Message of the JVM's error when the kernel has no page for a mapped file. */
    private static final String FAULT = "unsafe memory access";
    /** Frames of the JDK between the JVM and the program's main method. */
    private static final List<String> AROUND_MAIN = List.of("java.lang.VirtualThread", "java.lang.invoke.",
        "java.lang.reflect.", "jdk.internal.");

    /** Prints the failure and aborts the job. */
    void announce(PrintStream err) {
        try {
            if (!isAbortOfOthers()) {
                report(err);
            }
        } catch (Throwable second) {
            // No memory or stack is left for a report. The status and the abort word still show the failure.
            err.println("[PE " + pe + "] " + thrown.getClass().getName());
        } finally {
            abort();
        }
    }

    /** {@return whether another PE's failure, which that PE reports, caused this one} */
    private boolean isAbortOfOthers() {
        return Explanation.chain(thrown).stream().anyMatch(at -> at.getClass().getName().equals(ABORTED));
    }

    private void report(PrintStream err) {
        Explanation.cutFrames(thrown, this::isOurs);
        StringWriter text = new StringWriter();
        String tag = pe < 0 ? "" : "[PE " + pe + "] ";
        text.append(tag);
        if (thread != null) {
            text.append("in thread \"").append(thread.getName()).append("\": ");
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
        String hint = explanation != null ? null : Explanation.hint(thrown, others);
        if (hint != null) {
            text.append(tag).append(hint).append('\n');
        }
        if (pe < 0 || !FailureFile.append(new FailureFile.Entry(pe, text.toString()))) {
            // One write keeps the lines together in the launcher's output.
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
        String folder = Setting.JOB_DIR.value();
        if (folder.isEmpty() || Boolean.getBoolean(PeMain.KEEP_GOING)) {
            return;
        }
        try {
            ControlFile.open(new JobFiles(Path.of(folder)), Arena.global()).abort(pe, STATUS, summary());
        } catch (IOException e) {
            // The launcher has removed the job already, or sees this process exit with a status anyway.
            return;
        }
    }

    private String summary() {
        String explanation = pageFault();
        return explanation != null ? explanation : isUnreachable() ? thrown.getMessage() : Explanation.line(thrown);
    }

    /** {@return an explanation if the memory file system is full, so that a sparse file got no page; else null} */
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
