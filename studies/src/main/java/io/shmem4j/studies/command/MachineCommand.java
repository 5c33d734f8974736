// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.Machine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshDrawing;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sim machine}: machine files. */
@Command(name = "machine", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Shows simulated machines.", subcommands = MachineCommand.Show.class)
final class MachineCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        MachineFile.BUNDLED.forEach(name -> System.out.println(name + "  " + MachineFile.load(name).title()));
        return 0;
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
