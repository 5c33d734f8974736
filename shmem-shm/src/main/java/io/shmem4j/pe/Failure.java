// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.PeThreads;
import io.shmem4j.config.ByteSize;
import io.shmem4j.config.Setting;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.FailureFile;
import io.shmem4j.shm.JobFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Set;

/**
 * A throwable that a PE's thread did not catch. The user reads it, and it ends the other PEs too.
 *
 * @param thread null for the main thread
 * @param others the PEs of this JVM, null when the PE is alone
 */
record Failure(int pe, Throwable thrown, Thread thread, String others) {
    /** The status of a PE that ends by it. */
    static final int STATUS = 1;

    private static final String ABORTED = "io.shmem4j.error.JobAbortedException";
    /** Its message says all; where the program was when the network went says nothing about either. */
    private static final String UNREACHABLE = "io.shmem4j.error.NodeUnreachableException";
    /** The JVM's words where a page of a mapped file can't be had. */
    private static final String FAULT = "unsafe memory access";
    private static final Set<String> OURS = Set.of(PeMain.class.getName(), MainMethod.class.getName(),
        Pe.class.getName(), PeThreads.Main.class.getName());
    /** A lambda of ours, whose frames an OutOfMemoryError has. */
    private static final String OUR_LAMBDAS = Pe.class.getName() + "$$Lambda";

    /** Prints the failure and announces it to the other PEs. */
    void announce(PrintStream err) {
        try {
            if (!isAbortOfOthers()) {
                report(err);
            }
        } catch (Throwable second) {
            // No memory or stack left for a report: the status and the abort word still show the failure.
            err.println("[PE " + pe + "] " + thrown.getClass().getName());
        } finally {
            abort();
        }
    }

    /** A PE that another PE's failure woke has nothing to add. */
    private boolean isAbortOfOthers() {
        return Explanation.chain(thrown).stream().anyMatch(at -> at.getClass().getName().equals(ABORTED));
    }

    private void report(PrintStream err) {
        Explanation.cutFrames(thrown, this::isOurs);
        StringWriter text = new StringWriter();
        text.append("[PE ").append(Integer.toString(pe)).append("] ");
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
            text.append("[PE ").append(Integer.toString(pe)).append("] ").append(hint).append('\n');
        }
        if (!FailureFile.append(new FailureFile.Entry(pe, text.toString()))) {
            // One write, so that it stays together in the launcher's output.
            err.print(text);
            err.flush();
        }
    }

    private boolean isUnreachable() {
        return thrown.getClass().getName().equals(UNREACHABLE);
    }

    private boolean isOurs(String type) {
        return OURS.contains(type) || type.startsWith(OUR_LAMBDAS) || thread == null && type.equals("java.lang.Thread")
            || type.startsWith("java.lang.reflect.") || type.startsWith("jdk.internal.reflect.")
            || type.startsWith("java.lang.invoke.");
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

    /**
     * {@return an explanation where a page of symmetric memory was touched for the first time and can't be had, else
     * null} Files are sparse, and their file system may have become full.
     */
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
