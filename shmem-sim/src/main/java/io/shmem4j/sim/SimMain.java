// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.PoolThreads;
import io.shmem4j.config.Setting;
import io.shmem4j.config.SettingTable;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.pe.Frames;
import io.shmem4j.pe.ProgramJvm;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import io.shmem4j.sim.machine.Change;
import io.shmem4j.sim.machine.Machine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.SoftwareProfile;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import io.shmem4j.sim.schedule.Scheduler.Outcome;
import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.spi.Host;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Main class of a simulated job's JVM. Runs the program's main method on each virtual PE. The environment variables of
 * a PE's process, and those that begin with {@code SHMEM_SIM_}, describe the job.
 */
public final class SimMain {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private SimMain() {
    }

    /** Runs a program on a simulated machine and exits with the job's status. The first word is the main class. */
    public static void main(String[] words) {
        // One carrier thread: several would only pass control between cores.
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
        System.setProperty(Host.PROPERTY, SimJob.SimHost.class.getName());
        PoolThreads.install(1);
        if (Setting.JOB_DIR.isSet()) {
            JobFiles files = new JobFiles(Path.of(Setting.JOB_DIR.value()));
            LauncherWatch.begin(files, () -> SimJob.answerPlaces(files));
        }
        int status;
        try {
            status = run(words);
        } catch (IllegalArgumentException e) {
            System.err.println("oshrun: " + e.getMessage());
            status = USAGE;
        }
        ExitRules.end(status);
    }

    private static int run(String[] words) {
        SimJob job = job();
        ProgramJvm program = new ProgramJvm(words, 0, job.nPes(), job.nPes(), Boolean.getBoolean(Frames.FRAMED));
        ExitRules rules = new ExitRules(job, program);
        SimPe[] pes = new SimPe[job.nPes()];
        for (int pe = 0; pe < pes.length; pe++) {
            pes[pe] = new SimPe(job, program, rules, pe);
        }
        Scheduler scheduler = job.simulation().scheduler();
        CurrentPe.runsAs(() -> scheduler.calledByCurrent() ? pes[scheduler.current()] : null);
        program.separate((thread, thrown) -> rules.fail(-1, thread, thrown));
        Runtime.getRuntime().addShutdownHook(new Thread(program::reportExit, "end of the simulation"));
        rules.install();
        return report(job, program, job.run(pe -> run(program, pes[pe])));
    }

    private static void run(ProgramJvm program, SimPe pe) {
        try {
            pe.run(program);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ProgramException(e);
        }
    }

    /** Makes the simulated machine that the settings describe. */
    private static SimJob job() {
        Machine machine = read(SimSetting.MACHINE, MachineFile::load);
        SoftwareProfile profile = read(SimSetting.PROFILE, SoftwareProfile::load);
        Change.requireFound();
        int pes = Setting.NPES.intValue();
        if (Setting.INFO.isSet()) {
            System.out.print(SettingTable.describe(List.of(SimSetting.values())));
        }
        Placement placement = read(SimSetting.PLACEMENT, rule -> Placement.of(machine, pes,
            rule.strip().toLowerCase(Locale.ROOT)));
        System.setProperty(BackendPolicy.SHAPE, "simulated " + machine.name() + ", profile " + profile.name());
        boolean users = System.getProperty(ProgramJvm.PATH) != null;
        CarrierKind carrier = users ? CarrierKind.THREADS : CarrierKind.fastest();
        SimulationOptions options = SimulationOptions.STANDARD.withSeed(SimSetting.SEED.intValue()).on(carrier);
        long heap = Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : 0;
        return SimJob.create(machine, profile, placement, heap, options);
    }

    /** {@return a setting's parsed value} Errors name the variable. */
    private static <T> T read(SimSetting setting, Function<String, T> parse) {
        try {
            return parse.apply(setting.value());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(setting.variable() + "=" + setting.value() + ": " + e.getMessage(), e);
        }
    }

    /** Reports the outcome to the user and the launcher; {@return the job's status} */
    private static int report(SimJob job, ProgramJvm program, Outcome outcome) {
        switch (outcome) {
            case Outcome.Finished finished -> {
                return 0;
            }
            case Outcome.Aborted aborted -> {
                if (aborted.reason() != null) {
                    System.err.println("[PE " + aborted.pe() + "] " + aborted.reason());
                }
                return ProgramJvm.abort(aborted.pe(), aborted.status(), aborted.reason());
            }
            case Outcome.Failed failed -> {
                Throwable cause = failed.cause() instanceof ProgramException ? failed.cause().getCause()
                    : failed.cause();
                program.fail(failed.pe(), null, cause, System.err);
                return FAILED;
            }
            case Outcome.Exited exited -> {
                return ProgramJvm.abort(exited.pe(), exited.status(), exited.how());
            }
            case Outcome.Stuck stuck -> {
                System.err.println("[PE " + stuck.pe() + "] needs a monitor that another PE holds inside a call of the"
                    + " library; processes would not share it, so run without --share-classes");
                return ProgramJvm.abort(stuck.pe(), FAILED, "it needs a monitor of another PE");
            }
            case Outcome.Deadlocked _ -> {
                System.err.println(String.join("\n", job.deadlock()));
                return ProgramJvm.abort(-1, FAILED, "deadlock");
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
