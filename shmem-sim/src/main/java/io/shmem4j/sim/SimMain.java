// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.Loaders;
import io.shmem4j.apart.PeProperties;
import io.shmem4j.apart.ProgramClasses;
import io.shmem4j.apart.Streams;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.config.Setting;
import io.shmem4j.config.SettingTable;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.pe.ExitCaller;
import io.shmem4j.pe.Explanation;
import io.shmem4j.pe.Frames;
import io.shmem4j.pe.MainMethod;
import io.shmem4j.pe.SharedInput;
import io.shmem4j.pe.SharedJvm;
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
import io.shmem4j.virtual.JobEnd;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The main class of a simulated job's JVM: runs a program's main method once for each virtual PE. The job is described
 * by the same variables as a PE's process and those whose names begin with {@code SHMEM_SIM_}.
 */
public final class SimMain {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    /** Classes whose frames are below those of a simulated PE's main. */
    private static final Pattern OURS = Pattern.compile("io\\.shmem4j\\.sim\\.|jdk\\.internal\\.|java\\.lang\\."
        + "(VirtualThread|invoke|reflect)|" + Pattern.quote(MainMethod.class.getName()));

    private static volatile boolean ended;

    private final SimJob job;
    private final String mainClass;
    private final String[] args;
    private final SimPe[] pes;

    private SimMain(SimJob job, String mainClass, String[] args) {
        this.job = job;
        this.mainClass = mainClass;
        this.args = args;
        this.pes = new SimPe[job.nPes()];
        String path = System.getProperty(SharedJvm.PATH);
        ProgramClasses classes = path == null ? null
            : new ProgramClasses(path, pes.length, Setting.SHARE_CLASSES.isSet());
        Frames frames = Boolean.getBoolean(Frames.FRAMED) ? Frames.toLauncher() : null;
        SharedInput input = new SharedInput(System.getProperty(SharedJvm.STDIN, "none"), pes.length);
        for (int pe = 0; pe < pes.length; pe++) {
            pes[pe] = new SimPe(job, pe, classes, frames, input.of(pe, pe));
        }
        if (path != null) {
            System.setProperty("java.class.path", path);
        }
        if (frames != null) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> tellExit(frames), "end of the simulation"));
        }
    }

    /** Reports to the launcher which code ends the simulation before its time. */
    private static void tellExit(Frames frames) {
        String caller = ended ? null : ExitCaller.find(thread -> {
            ThreadPe pe = CurrentPe.of(thread);
            return pe == null ? -1 : pe.number();
        });
        if (caller != null) {
            frames.exit(caller);
        }
    }

    /** Gives each PE its own of what a program takes for its process's. */
    private void keepApart() {
        CurrentPe.runsAs(() -> {
            Scheduler scheduler = job.simulation().scheduler();
            return scheduler.calledByCurrent() ? pes[scheduler.current()] : null;
        });
        Streams.install();
        new ExitRules(job).install();
    }

    /** Runs a program on a simulated machine, class name first, and exits with the job's status. */
    public static void main(String[] args) {
        // One carrier thread: two would only pass the baton between cores.
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
        System.setProperty(Host.PROPERTY, SimJob.SimHost.class.getName());
        PeProperties.install(1);
        Loaders.keepNoJars();
        if (Setting.JOB_DIR.isSet()) {
            JobFiles files = new JobFiles(Path.of(Setting.JOB_DIR.value()));
            LauncherWatch.begin(files, () -> SimJob.tellPlaces(files));
        }
        int status;
        try {
            status = start(args[0], List.of(args).subList(1, args.length).toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            System.err.println("oshrun: " + e.getMessage());
            status = USAGE;
        }
        end(status);
    }

    /** Exits in order, so that agents and recordings write their files. Threads that a PE has left are ended. */
    static void end(int status) {
        JobEnd.note(status);
        ended = true;
        ExitRules.uninstall();
        System.exit(status);
    }

    /** {@return the meaning of a variable's value; a refusal names the variable} */
    private static <T> T read(SimSetting setting, Function<String, T> meaning) {
        try {
            return meaning.apply(setting.value());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(setting.variable() + "=" + setting.value() + ": " + e.getMessage(), e);
        }
    }

    private static int start(String mainClass, String[] args) {
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
        boolean users = System.getProperty(SharedJvm.PATH) != null;
        CarrierKind carrier = users ? CarrierKind.THREADS : CarrierKind.fastest();
        SimulationOptions options = SimulationOptions.STANDARD.withSeed(SimSetting.SEED.intValue()).on(carrier);
        long heap = Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : 0;
        SimJob job = SimJob.create(machine, profile, placement, heap, options);
        SimMain main = new SimMain(job, mainClass, args);
        main.keepApart();
        return main.report(job.run(main::runPe));
    }

    private void runPe(int number) {
        SimPe pe = pes[number];
        EndOfPe end = job.ends(number);
        ClassLoader loader = pe.loader() == null ? ClassLoader.getSystemClassLoader() : pe.loader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Class<?> type = Class.forName(mainClass, false, loader);
            MainMethod.of(type).run(type, args.clone());
            end.runLast();
            pe.returned();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ProgramException(e);
        } finally {
            pe.runHooks();
            pe.flush();
            pe.release();
            end.claim();
        }
    }

    private int report(Outcome outcome) {
        switch (outcome) {
            case Outcome.Finished finished -> {
                return 0;
            }
            case Outcome.Aborted aborted -> {
                if (aborted.reason() != null) {
                    System.err.println("[PE " + aborted.pe() + "] " + aborted.reason());
                }
                return JobEnd.report(aborted.pe(), aborted.status(), aborted.reason());
            }
            case Outcome.Failed failed -> {
                Throwable cause = failed.cause() instanceof ProgramException ? failed.cause().getCause()
                    : failed.cause();
                print(failed.pe(), "", cause);
                return JobEnd.report(failed.pe(), FAILED, Explanation.line(cause));
            }
            case Outcome.Exited exited -> {
                return JobEnd.report(exited.pe(), exited.status(), exited.how());
            }
            case Outcome.Stuck stuck -> {
                System.err.println("[PE " + stuck.pe() + "] needs a monitor that another PE holds inside a call of the"
                    + " library; processes would not share it, so run without --share-classes");
                return JobEnd.report(stuck.pe(), FAILED, "it needs a monitor of another PE");
            }
            case Outcome.Deadlocked _ -> {
                System.err.println(String.join("\n", job.deadlock()));
                return JobEnd.report(-1, FAILED, "deadlock");
            }
        }
    }

    /** Prints an uncaught throwable in one piece. */
    static void print(int pe, String where, Throwable thrown) {
        StringWriter text = new StringWriter();
        String tag = pe < 0 ? "" : "[PE " + pe + "] ";
        text.append(tag).append(where);
        Explanation.cutFrames(thrown, name -> OURS.matcher(name).lookingAt());
        thrown.printStackTrace(new PrintWriter(text, true));
        int last = Setting.NPES.intValue() - 1;
        String hint = Explanation.hint(thrown, last == 0 ? null : "PEs 0 " + (last == 1 ? "and " : "to ") + last);
        System.err.print(hint == null ? text : text + tag + hint + "\n");
    }

    /** Carries a checked exception of the program out of the simulation. */
    private static final class ProgramException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ProgramException(Throwable cause) {
            super(cause);
        }
    }
}
