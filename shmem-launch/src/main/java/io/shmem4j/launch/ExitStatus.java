// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

/** Exit statuses of the launcher that do not come from a PE, and the names of signals in statuses. */
public final class ExitStatus {
    /** All went well. */
    public static final int OK = 0;
    /** A PE left the job without finish and with status 0, which must not look like success. */
    public static final int FAILED = 1;
    /** The command line is wrong. */
    public static final int USAGE = 2;
    /** Races were found in a job that went well otherwise. */
    public static final int RACES = 66;
    /** A schedule of an explored program fails. */
    public static final int SCHEDULE = 67;
    /** The time limit was reached. */
    public static final int TIMEOUT = 124;
    /** The launcher can't start the job. */
    public static final int LAUNCH = 125;
    /** The program was found but can't be run. */
    public static final int NOT_RUNNABLE = 126;
    /** The program was not found. */
    public static final int NOT_FOUND = 127;
    /** Death by signal n is status 128 + n. */
    public static final int SIGNALLED = 128;
    /** Status of a process whose terminal has gone. */
    public static final int HUNG_UP = SIGNALLED + 1;
    /** Status of a process that Ctrl-C ends. */
    public static final int INTERRUPTED = SIGNALLED + 2;
    /** Status of a process that writes to a pipe without a reader. */
    public static final int BROKEN_PIPE = SIGNALLED + 13;
    /** Status of a PE that the launcher had to kill. */
    public static final int KILLED = SIGNALLED + 9;
    /** Status of a PE that the launcher asked to end. */
    public static final int TERMINATED = SIGNALLED + 15;

    private static final String[] SIGNALS = {null, "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT",
        "SIGBUS", "SIGFPE", "SIGKILL", "SIGUSR1", "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM"};

    private ExitStatus() {
    }

    /** {@return what happened to a process, such as {@code was killed by SIGKILL}} */
    public static String describe(int status) {
        int signal = status - SIGNALLED;
        return signal > 0 && signal < SIGNALS.length ? "was killed by " + SIGNALS[signal]
            : "exited with status " + status;
    }

    /** {@return the status as the shell will see it, one byte, never 0 for a failure} */
    public static int visible(int status) {
        int seen = status & 0xff;
        return seen == 0 && status != 0 ? FAILED : seen;
    }
}
