// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.Shmem;
import io.shmem4j.sim.SimJob;
import io.shmem4j.sim.machine.SoftwareProfile.Prefetch;
import io.shmem4j.sim.machine.Machine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.SoftwareProfile;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.schedule.Scheduler.Outcome;
import io.shmem4j.spi.Host;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A program of all PEs of a simulated job that measures values. A JVM runs one, because the program takes the JVM's
 * symmetric memory.
 */
public abstract class JobProgram {
    /** The study's software profile. */
    static final String PROFILE = "gasnet";
    /** Heap bytes for small objects. */
    static final long SPARE = 1 << 20;

    final JobValues values = new JobValues();
    private final String profile;
    private final int pes;
    private final int rounds;
    private final long heapBytes;
    private SimJob job;

    JobProgram(String profile, int pes, long heapBytes) {
        this(profile, pes, heapBytes, 3);
    }

    JobProgram(String profile, int pes, long heapBytes, int rounds) {
        this.profile = profile;
        this.rounds = rounds;
        this.pes = pes;
        this.heapBytes = heapBytes;
    }

    abstract void run(Shmem shmem);

    /** Sets the lines that later loops prefetch, overriding the profile. */
    final void prefetch(Prefetch which) {
        job.simulation().prefetch(which);
    }

    /**
     * Records the microseconds from a barrier to the last PE's return. Only the last round counts, when caches hold the
     * data of the round before.
     */
    final void measure(Shmem shmem, String name, int size, int[] bytes, IntConsumer fill, Runnable call,
            IntPredicate right) {
        for (int round = 0; round < rounds; round++) {
            fill.accept(round);
            shmem.barrierAll();
            double start = shmem.time();
            call.run();
            double time = (shmem.time() - start) * 1e6;
            if (!right.test(round)) {
                throw new IllegalStateException(name + " of " + bytes[size] + " bytes brought something wrong");
            }
            double[] row = values.row(name, bytes.length);
            row[size] = round < rounds - 1 ? 0 : Math.max(row[size], time);
        }
    }

    /** {@return sizes from 4 bytes up, each 4 times the previous one} */
    static int[] powersOfFour(int mostBytes) {
        return IntStream.iterate(Integer.BYTES, bytes -> bytes > 0 && bytes <= mostBytes, bytes -> 4 * bytes).toArray();
    }

    /** {@return the program's measurements on a machine, with consecutive PEs on consecutive cores} */
    final JobValues runOn(Machine machine) {
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
        System.setProperty(Host.PROPERTY, SimJob.SimHost.class.getName());
        job = SimJob.create(machine, SoftwareProfile.load(profile), Placement.of(machine, pes, "scatter"),
            heapBytes, SimulationOptions.STANDARD);
        Outcome outcome = job.run(pe -> {
            try (Shmem shmem = Shmem.init()) {
                run(shmem);
            }
        });
        if (outcome instanceof Outcome.Failed failed) {
            throw new IllegalStateException("PE " + failed.pe() + " failed", failed.cause());
        }
        if (!(outcome instanceof Outcome.Finished)) {
            throw new IllegalStateException("the job did not come to its end: " + outcome + "\n"
                + String.join("\n", job.deadlock()));
        }
        return values;
    }

    /** Runs a job and prints its measurements. Arguments: program, machine, maximum bytes, then pairs or PEs. */
    public static void main(String[] args) {
        int most = Integer.parseInt(args[2]);
        int[] numbers = Arrays.stream(args, 3, args.length).mapToInt(Integer::parseInt).toArray();
        JobProgram program = switch (args[0]) {
            case "pairs" -> new PairsProgram(numbers, most);
            case "stream" -> new StreamProgram(most);
            case "mpi", "put" -> new SumProgram(args[0].equals("put"), numbers[0], most);
            default -> new ReduceProgram(args[0].equals("middle"), numbers[0], most);
        };
        program.runOn(MachineFile.load(args[1])).print();
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
