// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.config.Setting;
import io.shmem4j.config.SettingTable;
import io.shmem4j.pe.MainMethod;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MachineFileException;
import io.shmem4j.sim.machine.SoftwareProfile;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.schedule.CarrierKind;
import io.shmem4j.sim.schedule.Outcome;
import io.shmem4j.spi.Host;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The main class of a simulated job's JVM: runs a program's main method once for each virtual PE. The job is described
 * by the same variables as a PE's process and those whose names begin with {@code SHMEM_SIM_}.
 */
public final class SimMain {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private final String mainClass;
    private final String[] args;
    private final ClassLoader[] loaders;

    private SimMain(String mainClass, String[] args, int pes, boolean apart) {
        this.mainClass = mainClass;
        this.args = args;
        this.loaders = new ClassLoader[pes];
        ClassLoader shared = ClassLoader.getSystemClassLoader();
        List<URL> path = apart ? UserClassPath.find() : List.of();
        for (int pe = 0; pe < pes; pe++) {
            loaders[pe] = apart ? new PeClassLoader(pe, path, shared) : shared;
        }
    }

    /**
     * Runs a program on a simulated machine and exits with the job's status.
     *
     * @param args name of its class, then its arguments
     */
    public static void main(String[] args) {
        // One carrier thread: two would only pass the baton between cores.
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
        System.setProperty(Host.PROPERTY, SimHost.class.getName());
        int status;
        try {
            status = start(args[0], List.of(args).subList(1, args.length).toArray(String[]::new));
        } catch (MachineFileException | IllegalArgumentException e) {
            System.err.println("oshrun: " + e.getMessage());
            status = USAGE;
        }
        System.out.flush();
        System.err.flush();
        // What a PE left running must not keep an ended job alive.
        Runtime.getRuntime().halt(status);
    }

    /** {@return what a variable's value means; a refusal names the variable} */
    private static <T> T read(SimSetting setting, Function<String, T> meaning) {
        try {
            return meaning.apply(setting.value());
        } catch (MachineFileException | IllegalArgumentException e) {
            throw new IllegalArgumentException(setting.variable() + "=" + setting.value() + ": " + e.getMessage(), e);
        }
    }

    private static int start(String mainClass, String[] args) {
        CoherentMachine machine = read(SimSetting.MACHINE, MachineFile::load);
        SoftwareProfile profile = read(SimSetting.PROFILE, SoftwareProfile::load);
        int pes = Setting.NPES.intValue();
        if (Setting.INFO.isSet()) {
            System.out.print(SettingTable.describe(List.of(SimSetting.values())));
        }
        Placement placement = read(SimSetting.PLACEMENT, rule -> Placement.of(machine, pes,
            rule.strip().toLowerCase(Locale.ROOT)));
        boolean users = UserClassPath.has(mainClass);
        CarrierKind carrier = users ? CarrierKind.THREADS : CarrierKind.fastest();
        SimulationOptions options = SimulationOptions.STANDARD.withSeed(SimSetting.SEED.intValue()).on(carrier)
            .reordering(SimSetting.REORDER.intValue());
        long heap = Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : 0;
        SimJob job = SimJob.create(machine, profile, placement, heap, options);
        SimMain main = new SimMain(mainClass, args, pes, users && !SimSetting.SHARE_CLASSES.isSet());
        return main.report(job, job.run(main::runPe));
    }

    private void runPe(int pe) {
        Thread.currentThread().setContextClassLoader(loaders[pe]);
        try {
            Class<?> type = Class.forName(mainClass, false, loaders[pe]);
            MainMethod.of(type).run(type, args.clone());
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ProgramException(e);
        }
    }

    private int report(SimJob job, Outcome outcome) {
        switch (outcome) {
            case Outcome.Finished finished -> {
                return 0;
            }
            case Outcome.Aborted aborted -> {
                if (aborted.reason() != null) {
                    System.err.println("[PE " + aborted.pe() + "] " + aborted.reason());
                }
                return aborted.status();
            }
            case Outcome.Failed failed -> {
                Throwable cause = failed.cause() instanceof ProgramException ? failed.cause().getCause()
                    : failed.cause();
                StringWriter text = new StringWriter();
                text.append("[PE ").append(String.valueOf(failed.pe())).append("] ");
                cause.printStackTrace(new PrintWriter(text, true));
                System.err.print(text);
                return FAILED;
            }
            case Outcome.Stuck stuck -> {
                System.err.println("[PE " + stuck.pe() + "] needs a monitor that another PE holds inside a call of the"
                    + " library; processes would not share it, so run without --share-classes");
                return FAILED;
            }
            case Outcome.Deadlocked deadlocked -> {
                System.err.println("deadlock: " + deadlocked.sleepers() + " of " + loaders.length
                    + " PEs wait and nobody is left who could wake them");
                System.err.print(job.waits());
                return FAILED;
            }
        }
    }

    /** Carries a checked exception of the program out of the simulation. */
    private static final class ProgramException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ProgramException(Throwable cause) {
            super(cause);
        }
    }
}
