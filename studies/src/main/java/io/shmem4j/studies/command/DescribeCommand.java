// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.studies.describe.HostMachine;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sim describe}: this machine as a simulated one. */
@Command(name = "describe", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Measures this machine for some seconds and describes it in a machine file.")
final class DescribeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "0..1",
        description = "the file (default: machine.json in the user's config folder, where --tune keeps its table)")
    private Path file;

    @Override
    public Integer call() {
        System.out.print(HostMachine.describe(file));
        return 0;
    }
}
