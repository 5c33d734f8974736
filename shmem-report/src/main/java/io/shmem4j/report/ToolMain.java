// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.util.concurrent.Callable;
import picocli.CommandLine;

/** Runs tools, which are programs that the launcher starts in one JVM without a job. */
public final class ToolMain {
    private static final int USAGE = 2;

    private ToolMain() {
    }

    /** Runs a tool and exits with its status, or with 2 if the command line is invalid. */
    public static void run(Callable<Integer> tool, String... args) {
        CommandLine line = new CommandLine(tool).setCaseInsensitiveEnumValuesAllowed(true);
        CommandLines.refuse(line);
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            int status = switch (e) {
                case ToolException failure -> failure.status();
                case UsageException _ -> USAGE;
                default -> throw e;
            };
            System.err.println("oshrun " + line.getCommandName() + ": " + e.getMessage());
            return status;
        });
        int status = line.execute(args);
        System.exit(OutputFault.statusOf("oshrun " + line.getCommandName(), status));
    }
}
