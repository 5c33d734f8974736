// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import java.nio.file.Path;

/** The options for reports on a job, and for debugging it. */
public final class ControlOptions {
    public boolean keepGoing;
    public boolean exitCodes;

    public Path exitReport;

    public String reportPid;
    public boolean progress;
    public Integer debugPort;
    public Integer debugPe;

    /**
     * {@return whether it is one of these options}, which is noted then
     *
     * @param option which was given
     * @param value  behind it, null for a flag
     * @throws IllegalArgumentException if the value is none for it
     */
    boolean set(LauncherOption option, String value) {
        switch (option) {
            case KEEP_GOING -> keepGoing = true;
            case PRINT_ALL_EXITCODES -> exitCodes = true;
            case EXIT_REPORT -> exitReport = Path.of(value);
            case REPORT_PID -> reportPid = value;
            case SHOW_PROGRESS -> progress = true;
            case DEBUG_PORT -> debugPort = Options.whole(value);
            case DEBUG_PE -> debugPe = Options.whole(value);
            default -> {
                return false;
            }
        }
        return true;
    }
}
