// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.report.ToolException;
import io.shmem4j.sim.machine.MachineFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sim new}: starts a machine file. */
@Command(name = "new", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Writes a machine file with notes, which runs as it is.")
final class NewCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "the file, which must not exist yet")
    private Path file;

    @Option(names = "--mesh", description = "a mesh of cores with message-passing buffers; otherwise coherent caches")
    private boolean mesh;

    @Override
    public Integer call() {
        try {
            Files.writeString(file, MachineFile.example(mesh ? "mesh" : "coherent"), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new ToolException(2, file + " exists; name another file");
        } catch (IOException e) {
            throw new ToolException(1, "can't write " + file + ": " + e);
        }
        System.out.println("Change it, and run: ./oshrun --backend sim --machine " + file + " -np 4 ring");
        return 0;
    }
}
