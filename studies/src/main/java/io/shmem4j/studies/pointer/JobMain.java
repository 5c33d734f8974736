// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.sim.machine.MachineFile;
import java.util.Arrays;

/** Runs one of the study's jobs and prints the measured values; see {@link JobValues}. */
public final class JobMain {
    private JobMain() {
    }

    /**
     * Runs a job.
     *
     * @param args the job, the machine, most bytes, then the numbers of pairs or of PEs
     */
    public static void main(String[] args) {
        int most = Integer.parseInt(args[2]);
        int[] numbers = Arrays.stream(args, 3, args.length).mapToInt(Integer::parseInt).toArray();
        JobProgram program = switch (args[0]) {
            case "pairs" -> new PairsProgram(numbers, most);
            case "stream" -> new StreamProgram(most);
            case "ideas" -> new IdeasProgram(numbers[0]);
            case "mpi" -> new MessageProgram(numbers[0], most);
            case "library" -> new LibraryProgram(numbers[0]);
            default -> new ReduceProgram(numbers[0], most);
        };
        program.runOn(MachineFile.load(args[1])).print();
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
