// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options for reports on a job, and for debugging it. */
public final class ControlOptions {
    @Option(names = "--keep-going", description = "let the other PEs run on when one fails")
    public boolean keepGoing;

    @Option(names = "--print-all-exitcodes", description = "say at the end with which status each PE ended")
    public boolean exitCodes;

    @Option(names = "--exit-report", paramLabel = "FILE",
        description = "write how the job and each PE ended to a file, as JSON")
    public Path exitReport;

    @Option(names = "--report-pid", paramLabel = "-|+|FILE",
        description = "write the launcher's process id to standard output, standard error or a file")
    public String reportPid;

    @Option(names = "--show-progress", description = "say how many PEs have started, initialised and finalized")
    public boolean progress;

    @Option(names = "--debug-port", paramLabel = "PORT",
        description = "a debugger can attach to PE k at port PORT+k of this machine, and with it"
        + " any user of the machine can run code as you")
    public Integer debugPort;

    @Option(names = "--debug-pe", paramLabel = "PE",
        description = "this PE waits for a debugger before it starts (at 5005+PE without --debug-port)")
    public Integer debugPe;
}
