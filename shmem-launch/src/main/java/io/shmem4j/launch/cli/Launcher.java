// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import static io.shmem4j.launch.option.LauncherOption.CLEAN;
import static io.shmem4j.launch.option.LauncherOption.DO_NOT_LAUNCH;
import static io.shmem4j.launch.option.LauncherOption.HELP;
import static io.shmem4j.launch.option.LauncherOption.INFO;
import static io.shmem4j.launch.option.LauncherOption.LIST;
import static io.shmem4j.launch.option.LauncherOption.NP;
import static io.shmem4j.launch.option.LauncherOption.QUIET;
import static io.shmem4j.launch.option.LauncherOption.REPORT_BINDINGS;
import static io.shmem4j.launch.option.LauncherOption.REPORT_PID;
import static io.shmem4j.launch.option.LauncherOption.TUNE;
import static io.shmem4j.launch.option.LauncherOption.VERBOSE;
import static io.shmem4j.launch.option.LauncherOption.VERSION;

import io.shmem4j.config.Platform;
import io.shmem4j.inspect.HeapCommand;
import io.shmem4j.inspect.Oshstat;
import io.shmem4j.launch.BundledPrograms;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.job.FailurePrinter;
import io.shmem4j.launch.job.Job;
import io.shmem4j.launch.job.StacksCommand;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.launch.option.HelpText;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.Agents;
import io.shmem4j.launch.plan.App;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.ManyNodes.NodeAgent;
import io.shmem4j.launch.plan.ManyNodes;
import io.shmem4j.launch.plan.Planner;
import io.shmem4j.launch.plan.SettingCheck;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.launch.plan.SystemLimits;
import io.shmem4j.launch.process.AotCache;
import io.shmem4j.launch.process.JvmProcess;
import io.shmem4j.launch.process.PeCache;
import io.shmem4j.launch.process.PeCommand;
import io.shmem4j.launch.process.UserFlags;
import io.shmem4j.launch.program.SourceCompiler;
import io.shmem4j.launch.tune.AotTrainer;
import io.shmem4j.launch.tune.TuneRun;
import io.shmem4j.report.OutputFault;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.OwnJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Main class of {@code oshrun}. */
public final class Launcher {
    private final Installation installation = Installation.current();

    private Launcher() {
    }

    public static void main(String[] args) {
        int status;
        try {
            status = start(List.of(args));
        } catch (LaunchException e) {
            System.err.println("oshrun: " + e.getMessage());
            status = e.status();
        }
        if (System.out.checkError()) {
            status = OutputFault.statusOf(args.length > 0 && args[0].equals("stat") ? "oshstat" : "oshrun", status);
        }
        System.exit(status);
    }

    private static int start(List<String> args) {
        if (!Platform.LINUX) {
            throw new LaunchException(ExitStatus.LAUNCH, "a job of processes" + Platform.NEEDS_LINUX);
        }
        List<String> rest = args.isEmpty() ? args : args.subList(1, args.size());
        return switch (args.isEmpty() ? "" : args.getFirst()) {
            case "stat" -> Oshstat.run(rest);
            case ManyNodes.AGENT -> ManyNodes.find().agent((words, agent) ->
                new Launcher().launch(List.of(CommandLineReader.read(words, true)), agent));
            case ManyNodes.HEAD -> ManyNodes.find().joined(rest, Installation.current());
            case ManyNodes.CLEAN -> cleanJobs(CommandLineReader.read(rest, true).options());
            case "stacks" -> StacksCommand.run(rest);
            case "new" -> NewProject.run(rest, Installation.current());
            case "heap" -> rest.isEmpty() || !rest.getFirst().equals("restore") ? HeapCommand.run(rest)
                : restore(rest.subList(1, rest.size()));
            default -> new Launcher().run(args);
        };
    }

    private static int restore(List<String> args) {
        List<String> all = new ArrayList<>(List.of("--restart"));
        all.addAll(args);
        return new Launcher().run(all);
    }

    private int run(List<String> args) {
        List<CommandLineReader.Read> segments = new ArrayList<>();
        int from = 0;
        for (int at = 0; at <= args.size(); at++) {
            if (at == args.size() || args.get(at).equals(":")) {
                segments.add(CommandLineReader.read(args.subList(from, at), segments.isEmpty()));
                from = at + 1;
            }
        }
        Options options = segments.getFirst().options();
        if (options.has(HELP)) {
            System.out.print(HelpText.text());
        } else if (options.has(VERSION)) {
            System.out.println("oshrun (shmem4j) " + Installation.version() + ", OpenSHMEM 1.6");
        } else if (options.has(LIST)) {
            System.out.print(BundledPrograms.load().describe());
        } else if (options.has(INFO)) {
            SettingCheck.values(System.getenv());
            System.out.print(Info.of(options, segments.getFirst().words(), installation));
        } else if (options.has(CLEAN)) {
            return clean(options);
        } else if (options.has(TUNE)) {
            SettingCheck.values(System.getenv());
            return new TuneRun(segments, installation).run();
        } else if (!segments.getFirst().words().isEmpty() && segments.getFirst().words().getFirst().equals("doctor")) {
            return Doctor.run(options, segments.getFirst().words().subList(1, segments.getFirst().words().size()),
                installation);
        } else {
            ToolRun tool = ToolRun.of(segments, installation);
            if (tool == null) {
                boolean severalNodes = options.severalNodes(System.getenv());
                options.checkRespawn();
                Restarts restarts = Restarts.of(options);
                return severalNodes ? nodes(args, segments)
                    : restarts.run(() -> launch(segments, null));
            }
            SettingCheck.values(System.getenv());
            return tool.run();
        }
        return ExitStatus.OK;
    }

    private int nodes(List<String> args, List<CommandLineReader.Read> segments) {
        if (segments.size() > 1) {
            throw LaunchException.usage("a job on several nodes runs one program, not several with ':'");
        }
        segments.getFirst().options().checkExploring(true);
        reportPid(segments.getFirst().options().text(REPORT_PID));
        return ManyNodes.find().head(args, segments.getFirst(), installation);
    }

    private int launch(List<CommandLineReader.Read> segments, NodeAgent agent) {
        if (severalJvms(segments)) {
            JvmProcess.prepare();
        }
        JobPlan plan = new Planner(installation, agent).plan(segments);
        if (plan.shape().jvms().size() > 1) {
            JvmProcess.prepare();
        }
        Options options = plan.options();
        UserFlags.check(plan);
        TreeSet<String> names = new TreeSet<>(System.getenv().keySet());
        plan.apps().forEach(app -> names.addAll(app.variables().keySet()));
        if (agent == null) {
            SettingCheck.slips(names).forEach(slip -> warn(options, slip));
            segments.forEach(segment -> warn(options, segment.misplaced()));
        }
        SystemLimits.check(plan);
        warn(plan);
        AotCache cache = AotCache.of(installation, plan.apps().getFirst().jvmFlags());
        PeCache library = PeCache.ofLibrary(cache);
        if (options.has(DO_NOT_LAUNCH)) {
            return show(plan, library);
        }
        if (agent == null && !options.startsAgain()) {
            reportPid(options.text(REPORT_PID));
        }
        int status = Job.run(plan, library);
        makeCaches(cache, options.has(VERBOSE));
        return status;
    }

    /** {@return whether the job probably has several JVMs} If PEs outnumber cores, they usually share one. */
    private static boolean severalJvms(List<CommandLineReader.Read> segments) {
        Integer pes = segments.getFirst().options().whole(NP);
        return segments.size() > 1 || pes == null || pes > 1 && pes <= Machine.cores();
    }

    private static int show(JobPlan plan, PeCache cache) {
        Options options = plan.options();
        PeCommand command = new PeCommand(plan, new JobFiles(plan.heap().folder().resolve("JOB")), "JOB", cache);
        if (options.has(VERBOSE)) {
            plan.shapeLines().forEach(System.out::println);
            System.out.println(command.line());
        }
        for (App app : plan.apps()) {
            Shape.Jvm jvm = plan.jvm(app.firstPe());
            System.out.println("PE " + app.firstPe() + (app.count() == 1 ? "" : " to "
                + (app.firstPe() + app.count() - 1)) + (jvm.shared() ? ", " + jvm.count() + " in a JVM" : "") + ": "
                + String.join(" ", command.words(jvm)));
        }
        if (options.has(REPORT_BINDINGS) && plan.placement().binds()) {
            for (int pe = 0; pe < plan.nPes(); pe++) {
                System.out.println("PE " + pe + " bound to " + plan.placement().describe(plan.cpus(pe)));
            }
        }
        return ExitStatus.OK;
    }

    /** Makes due AOT caches of the library in the background. */
    private static void makeCaches(AotCache cache, boolean verbose) {
        String obstacle = cache.isDue() ? AotTrainer.inBackground(cache, Launcher.class) : null;
        if (verbose && cache.isDue()) {
            System.err.println("oshrun: " + (obstacle == null ? "start-up caches are being made in "
                + cache.folder() : "no start-up caches are made now: " + obstacle));
        }
    }

    /** Prints warnings about a plan, and once per job a hint at a better shape. */
    private static void warn(JobPlan plan) {
        Options options = plan.options();
        warn(options, plan.heap().warning(plan.pesHere(), plan.apps().stream().mapToLong(App::javaHeaps).sum()));
        warn(options, plan.placement() == null ? null : plan.placement().warning());
        warn(options, plan.costs().warning());
        warn(options, Agents.warning(plan));
        if (plan.shape().remark() != null && plan.part().first() == 0 && !options.has(QUIET)) {
            System.err.println("oshrun: " + plan.shape().remark());
        }
    }

    private static void warn(Options options, String warning) {
        if (warning != null && !options.has(QUIET)) {
            System.err.println("oshrun: warning: " + warning);
        }
    }

    private static void reportPid(String where) {
        if (where != null) {
            String line = ProcessHandle.current().pid() + "\n";
            switch (where) {
                case "-" -> System.out.print(line);
                case "+" -> System.err.print(line);
                default -> {
                    try {
                        Files.writeString(Path.of(where), line);
                    } catch (IOException e) {
                        throw new LaunchException(ExitStatus.LAUNCH, "--report-pid: can't write " + where + ": " + e,
                            e);
                    }
                }
            }
            System.out.flush();
        }
    }

    private int clean(Options options) {
        int status = cleanJobs(options);
        installation.cacheFolders().forEach(folder -> {
            AotCache.removeLeftovers(folder);
            SourceCompiler.clean(folder);
        });
        FailurePrinter.clean().stream().filter(file -> !options.has(QUIET))
            .forEach(file -> System.out.println("removed " + file));
        return status;
    }

    private static int cleanJobs(Options options) {
        Path parent = options.jobFolders();
        try {
            for (JobFiles files : OwnJobs.in(parent)) {
                try {
                    if (!OwnJobs.remove(files)) {
                        continue;
                    }
                } catch (IOException e) {
                    System.err.println("oshrun: kept " + files.folder() + ": " + e.getMessage());
                    continue;
                }
                if (Files.exists(files.folder())) {
                    System.err.println("oshrun: kept " + files.folder() + ", which has files that are not a job's");
                } else if (!options.has(QUIET)) {
                    System.out.println("removed " + files.folder());
                }
            }
            return ExitStatus.OK;
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "can't clean " + parent + ": " + e.getMessage(), e);
        }
    }
}
