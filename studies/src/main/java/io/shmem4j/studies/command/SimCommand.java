// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.report.CommandLines;
import io.shmem4j.report.OutputFault;
import io.shmem4j.report.ToolException;
import picocli.CommandLine.Command;
import picocli.CommandLine;

/** The main class of {@code oshrun sim}. */
@Command(name = "sim", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
    customSynopsis = "oshrun sim EXPERIMENT [options]", commandListHeading = "Experiments and tools:%n",
    description = "Experiments on simulated machines; every result is simulated or computed from the machine file.",
    subcommands = {KncCommand.class, MachineCommand.class, NewCommand.class})
public final class SimCommand {
    private static final int USAGE = 2;

    private SimCommand() {
    }

    /** Exits with 0, 1 if a demand was missed, or 2 if the command line is wrong. */
    public static void main(String[] args) {
        CommandLine line = new CommandLine(new SimCommand());
        CommandLines.refuse(line);
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            if (e instanceof IllegalArgumentException) {
                System.err.println("oshrun sim: " + e.getMessage());
                return USAGE;
            }
            if (e instanceof ToolException tool) {
                System.err.println("oshrun sim: " + tool.getMessage());
                return tool.status();
            }
            throw e;
        });
        int status = args.length == 0 ? line.execute("--help") : line.execute(args);
        System.exit(OutputFault.statusOf("oshrun sim", status));
    }
}
