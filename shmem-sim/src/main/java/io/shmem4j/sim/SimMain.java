// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.config.Setting;
import io.shmem4j.config.SettingTable;
import io.shmem4j.pe.Explanation;
import io.shmem4j.pe.MainMethod;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import io.shmem4j.sim.machine.Machine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MachineFileException;
import io.shmem4j.sim.machine.SoftwareProfile;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.schedule.CarrierKind;
import io.shmem4j.sim.schedule.Outcome;
import io.shmem4j.spi.Host;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The main class of a simulated job's JVM: runs a program's main method once for each virtual PE. The job is described
 * by the same variables as a PE's process and those whose names begin with {@code SHMEM_SIM_}.
 */
public final class SimMain {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private static volatile boolean ended;

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
        if (Setting.JOB_DIR.isSet()) {
            JobFiles files = new JobFiles(Path.of(Setting.JOB_DIR.value()));
            LauncherWatch.begin(files, () -> SimJob.tellPlaces(files));
        }
        int status;
        try {
            status = start(args[0], List.of(args).subList(1, args.length).toArray(String[]::new));
        } catch (MachineFileException | IllegalArgumentException e) {
            System.err.println("oshrun: " + e.getMessage());
            status = USAGE;
        }
        end(status);
    }

    /**
     * Ends this process in order, so that agents and recordings write their files; what a PE left running must not keep
     * an ended job alive.
     */
    static void end(int status) {
        System.out.flush();
        System.err.flush();
        inControl(control -> control.ended(0, status));
        ended = true;
        ExitRules.letGo();
        System.exit(status);
    }

    /** {@return whether the job has ended in order} */
    static boolean ended() {
        return ended;
    }

    /** Writes to the file that the launcher looks at, if there is one. */
    private static void inControl(Consumer<ControlFile> action) {
        String folder = Setting.JOB_DIR.value();
        if (!folder.isEmpty()) {
            try (Arena arena = Arena.ofConfined()) {
                action.accept(ControlFile.open(new JobFiles(Path.of(folder)), arena));
            } catch (IOException e) {
                // The launcher has removed the job already, or sees this process exit with a status anyway.
                return;
            }
        }
    }

    /** {@return the meaning of a variable's value; a refusal names the variable} */
    private static <T> T read(SimSetting setting, Function<String, T> meaning) {
        try {
            return meaning.apply(setting.value());
        } catch (MachineFileException | IllegalArgumentException e) {
            throw new IllegalArgumentException(setting.variable() + "=" + setting.value() + ": " + e.getMessage(), e);
        }
    }

    private static int start(String mainClass, String[] args) {
        Machine machine = read(SimSetting.MACHINE, MachineFile::load);
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
        SimMain main = new SimMain(mainClass, args, pes, users && !Setting.SHARE_CLASSES.isSet());
        ExitRules.of(job).hold();
        SimStreams.install(job);
        return main.report(job, job.run(pe -> main.runPe(job.ends(pe), pe)));
    }

    private void runPe(EndOfPe end, int pe) {
        Thread.currentThread().setContextClassLoader(loaders[pe]);
        try {
            Class<?> type = Class.forName(mainClass, false, loaders[pe]);
            MainMethod.of(type).run(type, args.clone());
            end.runLast();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ProgramException(e);
        } finally {
            end.runHooks();
            System.out.flush();
            System.err.flush();
            end.claim();
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
                return tell(aborted.pe(), aborted.status(), aborted.reason());
            }
            case Outcome.Failed failed -> {
                Throwable cause = failed.cause() instanceof ProgramException ? failed.cause().getCause()
                    : failed.cause();
                print(failed.pe(), "", cause);
                return tell(failed.pe(), FAILED, Explanation.line(cause));
            }
            case Outcome.Exited exited -> {
                return tell(exited.pe(), exited.status(), exited.how());
            }
            case Outcome.Stuck stuck -> {
                System.err.println("[PE " + stuck.pe() + "] needs a monitor that another PE holds inside a call of the"
                    + " library; processes would not share it, so run without --share-classes");
                return tell(stuck.pe(), FAILED, "it needs a monitor of another PE");
            }
            case Outcome.Deadlocked deadlocked -> {
                System.err.println("deadlock: " + deadlocked.sleepers() + " of " + loaders.length
                    + " PEs wait and nobody is left who could wake them");
                System.err.print(job.waits());
                return tell(-1, FAILED, "deadlock");
            }
        }
    }

    /** Prints an uncaught throwable in one piece. */
    static void print(int pe, String where, Throwable thrown) {
        StringWriter text = new StringWriter();
        String tag = pe < 0 ? "" : "[PE " + pe + "] ";
        text.append(tag).append(where);
        thrown.printStackTrace(new PrintWriter(text, true));
        int last = Setting.NPES.intValue() - 1;
        String hint = Explanation.hint(thrown, last == 0 ? null : "PEs 0 to " + last);
        System.err.print(hint == null ? text : text + tag + hint + "\n");
    }

    /** Tells the launcher, which sees one process only and ends it then, who ended the job and why. */
    static int tell(int pe, int status, String reason) {
        System.out.flush();
        System.err.flush();
        inControl(control -> control.abort(pe, status, reason));
        return status;
    }

    /** Carries a checked exception of the program out of the simulation. */
    private static final class ProgramException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ProgramException(Throwable cause) {
            super(cause);
        }
    }
}
