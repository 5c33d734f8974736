// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.Machine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.SoftwareProfile;

/** Runs one of the study's jobs and prints the measured values; see {@link JobValues}. */
public final class JobMain {
    private static final long SPARE = 1 << 20;

    private JobMain() {
    }

    /**
     * Runs a job.
     *
     * @param args the job, the machine, most bytes, then the numbers of pairs or of PEs
     */
    public static void main(String[] args) {
        Machine machine = MachineFile.load(args[1]);
        int most = Integer.parseInt(args[2]);
        JobRun job = new JobRun(machine, switch (args[0]) {
            case "mpi" -> SoftwareProfile.load("two-sided");
            case "library", "ideas" -> SoftwareProfile.load("direct");
            default -> SoftwareProfile.load("gasnet");
        });
        int[] numbers = new int[args.length - 3];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Integer.parseInt(args[3 + i]);
        }
        switch (args[0]) {
            case "pairs" -> pairs(job, most, numbers);
            case "stream" -> stream((CoherentMachine) machine, most);
            case "ideas" -> ideas(job, numbers[0]);
            case "mpi" -> messages(job, most, numbers[0]);
            case "library" -> library(job, numbers[0]);
            default -> reduce(job, most, numbers[0]);
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void messages(JobRun job, int most, int pes) {
        MessageProgram program = new MessageProgram(most);
        job.run(pes, MessageProgram.heapBytes(most, pes), program::run);
        for (int way = 0; way < MessageProgram.WAYS.size(); way++) {
            print(MessageProgram.WAYS.get(way), program.micros()[way]);
        }
    }

    private static void pairs(JobRun job, int most, int[] pairs) {
        PairsProgram program = new PairsProgram(pairs, most);
        job.run(2 * PairsProgram.PAIRS, 2L * most + SPARE, program::run);
        print("blocks", program.blocks());
        for (boolean pointer : new boolean[] {false, true}) {
            String way = pointer ? ".pointer" : ".library";
            double[] put = new double[pairs.length];
            double[] get = new double[pairs.length];
            for (int i = 0; i < pairs.length; i++) {
                put[i] = program.put(pointer, i);
                get[i] = program.get(pointer, i);
                for (boolean gets : new boolean[] {false, true}) {
                    double[] bandwidth = new double[program.blocks().length];
                    for (int block = 0; block < bandwidth.length; block++) {
                        bandwidth[block] = program.bandwidth(gets, pointer, i, block);
                    }
                    String name = gets ? pointer ? "load" : "get" : pointer ? "store" : "put";
                    print("bandwidth." + name + "." + i, bandwidth);
                }
            }
            print("put" + way, put);
            print("get" + way, get);
        }
    }

    private static void library(JobRun job, int pes) {
        LibraryProgram program = new LibraryProgram();
        job.run(pes, SPARE, program::run);
        print("broadcast", program.broadcasts());
        print("barrier", program.barriers());
    }

    private static void ideas(JobRun job, int pes) {
        IdeasProgram program = new IdeasProgram();
        job.run(pes, SPARE, program::run);
        print("sizes", program.sizes());
        program.micros().forEach(JobMain::print);
    }

    private static void stream(CoherentMachine machine, int block) {
        StreamProgram program = Jobs.stream(machine, block);
        for (StreamKernel kernel : StreamKernel.values()) {
            print(kernel.name(), new double[] {program.megabytes(kernel, false, 0),
                program.megabytes(kernel, true, 0)});
        }
    }

    private static void reduce(JobRun job, int most, int pes) {
        ReduceProgram program = new ReduceProgram(most);
        job.run(pes, 2L * most + SPARE, program::run);
        print("sizes", program.sizes());
        for (int a = 0; a < ReduceProgram.ALGORITHMS.size(); a++) {
            for (Transfer transfer : Transfer.values()) {
                double[] micros = new double[program.sizes().length];
                for (int size = 0; size < micros.length; size++) {
                    micros[size] = program.micros(a, transfer, size);
                }
                print(ReduceProgram.ALGORITHMS.get(a) + "." + transfer, micros);
            }
        }
    }

    private static void print(String name, int[] values) {
        double[] numbers = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            numbers[i] = values[i];
        }
        print(name, numbers);
    }

    private static void print(String name, double[] values) {
        StringBuilder line = new StringBuilder(name);
        for (double value : values) {
            line.append(' ').append(value);
        }
        System.out.println(line);
    }
}
