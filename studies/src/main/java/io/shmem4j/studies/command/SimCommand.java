// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.report.CommandLines;
import io.shmem4j.report.OutputFault;
import io.shmem4j.report.ToolException;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.Machine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshDrawing;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine;

/** The main class of {@code oshrun sim}. */
@Command(name = "sim", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
    customSynopsis = "oshrun sim EXPERIMENT [options]", commandListHeading = "Experiments and tools:%n",
    description = "Experiments on simulated machines; every result is simulated or computed from the machine file.",
    subcommands = {KncCommand.class, SimCommand.MachineCommand.class})
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

    @Command(name = "new", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Writes a machine file with notes, which runs as it is.")
    private int create(@Parameters(paramLabel = "FILE", description = "the file, which must not exist yet") Path file,
            @Option(names = "--mesh", description = "a mesh of cores with message-passing buffers; otherwise coherent"
                + " caches") boolean mesh) {
        try {
            Files.writeString(file, MachineFile.example(mesh ? "mesh" : "coherent"), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new ToolException(USAGE, file + " exists; name another file");
        } catch (IOException e) {
            throw new ToolException(1, "can't write " + file + ": " + e);
        }
        System.out.println("Change it, and run: ./oshrun --backend sim --machine " + file + " -np 4 ring");
        return 0;
    }

    /** {@code sim machine}: machine files. */
    @Command(name = "machine", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Shows simulated machines.", subcommands = Show.class)
    static final class MachineCommand implements Callable<Integer> {
        @Override
        public Integer call() {
            MachineFile.BUNDLED.forEach(name -> System.out.println(name + "  " + MachineFile.load(name).title()));
            return 0;
        }
    }

    /** {@code sim machine show}. */
    @Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Says what a machine file describes; draws a mesh.")
    static final class Show implements Callable<Integer> {
        @Parameters(paramLabel = "NAME|FILE", description = "the machine")
        private String machine;

        @Override
        public Integer call() {
            Machine chip = MachineFile.load(machine);
            System.out.println(chip.title() + ": " + chip.cores() + " cores with " + chip.threadsPerCore()
                + (chip.threadsPerCore() == 1 ? " thread" : " threads") + " each, lines of " + chip.lineBytes()
                + " bytes");
            switch (chip) {
                case MeshMachine mesh -> MeshDrawing.print(mesh, System.out);
                case CoherentMachine coherent -> System.out.println("Coherent caches, a line from another cache "
                    + coherent.simplified().remoteModified() + " ns, from memory " + coherent.simplified().memory()
                    + " ns");
            }
            return 0;
        }
    }
}
