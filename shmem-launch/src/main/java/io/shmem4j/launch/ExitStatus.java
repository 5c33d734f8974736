// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

/** Exit statuses of the launcher, and signals in statuses of processes. */
public final class ExitStatus {
    public static final int OK = 0;
    /** A PE exited with status 0 but without finish. */
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    /** The job succeeded, but has data races. */
    public static final int RACES = 66;
    /** An explored schedule fails. */
    public static final int SCHEDULE = 67;
    public static final int TIMEOUT = 124;
    /** The launcher can't start the job. */
    public static final int LAUNCH = 125;
    /** The program exists but can't run. */
    public static final int NOT_RUNNABLE = 126;
    /** There is no such program. */
    public static final int NOT_FOUND = 127;
    /** Death by signal n is status 128 + n. */
    public static final int SIGNALLED = 128;
    /** Killed by the loss of its terminal. */
    public static final int HUNG_UP = SIGNALLED + 1;
    /** Killed by Ctrl-C. */
    public static final int INTERRUPTED = SIGNALLED + 2;
    /** Killed by a write to a closed pipe. */
    public static final int BROKEN_PIPE = SIGNALLED + 13;
    /** Killed by the launcher. */
    public static final int KILLED = SIGNALLED + 9;
    /** Terminated at the launcher's request. */
    public static final int TERMINATED = SIGNALLED + 15;

    private static final String[] SIGNALS = {null, "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT",
        "SIGBUS", "SIGFPE", "SIGKILL", "SIGUSR1", "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM"};

    private ExitStatus() {
    }

    /** {@return a description such as {@code was killed by SIGKILL}} */
    public static String describe(int status) {
        int signal = status - SIGNALLED;
        return signal > 0 && signal < SIGNALS.length ? "was killed by " + SIGNALS[signal]
            : "exited with status " + status;
    }

    /** {@return the status for a shell: one byte, never 0 for a failure} */
    public static int visible(int status) {
        int seen = status & 0xff;
        return seen == 0 && status != 0 ? FAILED : seen;
    }
}
