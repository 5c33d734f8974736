// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static io.shmem4j.launch.option.LauncherOption.CHECKPOINT;
import static io.shmem4j.launch.option.LauncherOption.CHECKPOINT_INTERVAL;
import static io.shmem4j.launch.option.LauncherOption.DEBUG_PE;
import static io.shmem4j.launch.option.LauncherOption.HEAP_SIZE;
import static io.shmem4j.launch.option.LauncherOption.KEEP_GOING;
import static io.shmem4j.launch.option.LauncherOption.MERGE_STDERR_TO_STDOUT;
import static io.shmem4j.launch.option.LauncherOption.MPJ_ARGS;
import static io.shmem4j.launch.option.LauncherOption.PROFILE;
import static io.shmem4j.launch.option.LauncherOption.RESPAWN;
import static io.shmem4j.launch.option.LauncherOption.RESTART;
import static io.shmem4j.launch.option.LauncherOption.STAT;
import static io.shmem4j.launch.option.LauncherOption.STDIN;

import io.shmem4j.apart.Environment;
import io.shmem4j.apart.Streams;
import io.shmem4j.config.ByteSize;
import io.shmem4j.config.Setting;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.LauncherOption;
import io.shmem4j.launch.plan.Agents;
import io.shmem4j.launch.plan.App;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.launch.program.Program;
import io.shmem4j.pe.Explanation;
import io.shmem4j.pe.Frames;
import io.shmem4j.pe.MainMethod;
import io.shmem4j.pe.PeMain;
import io.shmem4j.pe.PeOutput;
import io.shmem4j.pe.ProgramJvm;
import io.shmem4j.pe.SharedJvm;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.PeCpus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Builds the command line and environment of PEs' JVMs. */
public final class PeCommand {
    private static final int DEBUG_PORT = 5005;
    /** Variable for the PE's number within its node. */
    private static final String LOCAL_RANK = "OMPI_COMM_WORLD_LOCAL_RANK";
    /** Variables for the PE's number: the library's, and those that programs for other launchers read. */
    private static final List<String> RANKS = List.of(Setting.PE.variable(), "PMI_RANK", "OMPI_COMM_WORLD_RANK",
        LOCAL_RANK);
    private static final String DETECTOR = "shmem-race";
    private static final String API = "io.shmem4j";
    private static final String BACKEND = API + ".shm";
    /** Modules that a PE needs, by the prefix of the jar or the folder of an IDE's build. */
    private static final List<String> PROJECTS = List.of("shmem-api", "shmem-shm");
    /** Flags whose memory size a user gives per PE. */
    private static final List<String> SIZES = List.of("-Xmx", "-Xms", "-Xmn", "-XX:MaxHeapSize=",
        "-XX:InitialHeapSize=", "-XX:MinHeapSize=", "-XX:SoftMaxHeapSize=", "-XX:NewSize=", "-XX:MaxNewSize=",
        "-XX:MaxDirectMemorySize=", "-XX:MaxMetaspaceSize=");

    private final JobPlan plan;
    private final JobFiles files;
    private final String jobId;
    private final PeCache cache;
    private final List<String> peJars;
    /** Whether PEs are being restarted. Restarted PEs record no classes, and their cache is checked again. */
    private boolean restarting;

    public PeCommand(JobPlan plan, JobFiles files, String jobId, PeCache cache) {
        this.plan = plan;
        this.files = files;
        this.jobId = jobId;
        this.cache = cache;
        this.peJars = plan.installation().peJars();
    }

    /** Switches to commands for restarted PEs. */
    public void restart() {
        restarting = true;
    }

    /** {@return the line of {@code -v} about the start-up cache} */
    public String line() {
        return fitsCache(plan.apps().getFirst(), debugger(plan.jvm(0))) ? "start-up cache: "
            + (cache.file() == null ? "none yet" : cache.file()) : "start-up cache: none fits these flags";
    }

    /** {@return a JVM's command line} */
    public List<String> words(Shape.Jvm jvm) {
        App app = plan.app(jvm.first());
        List<String> words = new ArrayList<>(List.of(plan.installation().java()));
        words.addAll(flags(jvm, app));
        if (app.program().isModule()) {
            words.addAll(module(app.program()));
        } else {
            words.add("-cp");
            words.add(classPath(jvm));
            words.add(jvm.shared() ? SharedJvm.class.getName() : plan.backend().mainClass());
        }
        words.add(app.program().mainClass());
        words.addAll(app.program().args());
        return words;
    }

    /**
     * {@return the error message of a JVM that failed to start without one, or null} Starts it again with messages
     * enabled.
     */
    public String refusal(Shape.Jvm jvm) {
        App app = plan.app(jvm.first());
        List<String> command = new ArrayList<>(List.of(plan.installation().java()));
        command.addAll(flags(jvm, app));
        command.remove(JvmFlags.SILENT);
        try {
            return Agents.of(app) != null ? null : UserFlags.refusal(command, app);
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /**
     * {@return a JVM's class path} The library's jars come first, because a cache fits any class path that begins with
     * its own. Jars that only the launcher or bundled programs need are left out for user programs.
     */
    public String classPath(Shape.Jvm jvm) {
        App app = plan.app(jvm.first());
        Set<String> path = new LinkedHashSet<>(peJars);
        if (!jvm.shared()) {
            path.addAll(loaded(app) ? plan.installation().jars(new HashSet<>(plan.backend().libraries()))
                : programPath(app));
        }
        return String.join(File.pathSeparator, path);
    }

    /** {@return whether the backend loads the program's classes once per PE} */
    private boolean loaded(App app) {
        return plan.backend().isOneJvm() && !app.program().bundled() && !app.program().isModule();
    }

    private List<String> programPath(App app) {
        Program program = app.program();
        List<String> path = new ArrayList<>();
        if (program.compiled() != null) {
            path.add(files.file(JobFiles.classes(app.firstPe())).toString());
        }
        path.addAll(program.classPath());
        if (!Boolean.getBoolean(AotCache.TRAINING)) {
            Set<String> libraries = new HashSet<>(loaded(app) ? Set.of() : plan.backend().libraries());
            libraries.addAll(program.libraries());
            path.addAll(plan.installation().jars(libraries));
        }
        return path;
    }

    private List<String> flags(Shape.Jvm jvm, App app) {
        List<String> flags = new ArrayList<>();
        int pe = jvm.first();
        String debugger = debugger(jvm);
        UserFlags users = UserFlags.with(app.jvmFlags());
        if (fitsCache(app, debugger) && cache.file() != null) {
            flags.add("-XX:AOTCache=" + cache.file());
        }
        List<String> ours = JvmFlags.fixed();
        if (plan.shape().jvms().size() > 1) {
            ours.add(JvmFlags.processors(plan.processors(pe)));
        }
        ours.addAll(JvmFlags.heap(plan.shape().jvms().size(), jvm.count()));
        if (!users.mayPrint()) {
            ours.add(JvmFlags.SILENT);
        }
        flags.addAll(users.leave(ours));
        if (app.vector()) {
            flags.add(JvmFlags.VECTOR);
        }
        flags.addAll(plan.backend().jvmFlags());
        flags.add("-D" + BackendPolicy.SHAPE + "=" + plan.shape().describe());
        flags.add("-D" + BackendPolicy.SHAPE_REASON + "=" + plan.shape().why());
        if (plan.options().has(KEEP_GOING) || plan.options().has(RESPAWN)) {
            flags.add("-D" + PeMain.KEEP_GOING + "=true");
        }
        if (plan.options().has(MPJ_ARGS)) {
            flags.add("-D" + MainMethod.MPJ_ARGUMENTS + "=true");
        }
        if (debugger != null) {
            flags.add(debugger);
        }
        flags.addAll(ofWatchers(jvm));
        if (plan.framed(jvm)) {
            flags.add("-D" + Frames.FRAMED + "=true");
            flags.add("-D" + PeOutput.MERGE + "=" + plan.options().has(MERGE_STDERR_TO_STDOUT));
            flags.add("-D" + Explanation.REMEDY + "=" + plan.ownJvmOptions());
            flags.add("-D" + Streams.KEPT + "=" + plan.sharesStatics(app));
        }
        if (loaded(app)) {
            flags.add("-D" + ProgramJvm.PATH + "=" + String.join(File.pathSeparator, programPath(app)));
            flags.add("-D" + ProgramJvm.STDIN + "=" + plan.options().text(STDIN));
        }
        flags.addAll(app.program().ownFlags());
        flags.addAll(app.jvmFlags());
        return jvm.shared() ? shared(jvm, app, flags) : flags;
    }

    /** {@return flags for the race detector and the flight recorder} */
    private List<String> ofWatchers(Shape.Jvm jvm) {
        List<String> flags = new ArrayList<>();
        if (plan.races()) {
            flags.add("-javaagent:" + detector());
            // Instrumentation can push methods over the size limit for compilation.
            flags.add("-XX:-DontCompileHugeMethods");
        }
        if (plan.flight() != null) {
            flags.addAll(plan.flight().flags(jvm, jobId));
        }
        return flags;
    }

    /** {@return whether the cache fits a program's flags; its collector is that of the first program} */
    private boolean fitsCache(App app, String debugger) {
        UserFlags flags = UserFlags.with(app.jvmFlags());
        String collector = flags.collector();
        return !(restarting && !cache.isCurrent().getAsBoolean()) && debugger == null && !plan.races()
            && !app.program().isModule() && plan.flight() == null && Agents.of(app) == null && !app.vector()
            && !JvmFlags.voidCache(app.jvmFlags(), collector) && !flags.hasLongReferences()
            && Objects.equals(collector, UserFlags.with(plan.apps().getFirst().jvmFlags()).collector());
    }

    /** {@return the command line after the flags, for a program in a module} */
    private List<String> module(Program program) {
        String main = program.mainClass();
        String module = main.substring(0, main.indexOf('/'));
        int end = main.lastIndexOf('.');
        List<String> path = new ArrayList<>(peJars.stream().filter(PeCommand::isNeeded).toList());
        path.addAll(program.classPath());
        List<String> words = new ArrayList<>(List.of("--module-path", String.join(File.pathSeparator, path),
            "--add-modules", module, "--enable-native-access=" + BACKEND,
            "--add-exports=java.base/jdk.internal.misc=" + API));
        if (end > 0) {
            // The java command also runs main classes of packages that are not exported.
            words.add("--add-opens=" + module + "/" + main.substring(main.indexOf('/') + 1, end) + "=" + BACKEND);
        }
        words.addAll(List.of("-m", BACKEND + "/" + PeMain.class.getName()));
        return words;
    }

    private static boolean isNeeded(String jar) {
        Path path = Path.of(jar);
        return PROJECTS.stream().anyMatch(project -> path.getFileName().toString().startsWith(project + "-")
            || path.endsWith(Path.of(project, "target", "classes")));
    }

    /** {@return a shared JVM's flags} Bundled programs are loaded once per PE, too, because they have static fields. */
    private List<String> shared(Shape.Jvm jvm, App app, List<String> ofOne) {
        List<String> path = new ArrayList<>(peJars.stream().filter(jar -> !Installation.isLibrary(jar)).toList());
        path.addAll(programPath(app));
        List<String> flags = new ArrayList<>(ofOne.stream().map(flag -> forAll(flag, jvm, app)).toList());
        flags.add("-D" + SharedJvm.PES + "=" + jvm.first() + "-" + jvm.last());
        flags.add("-D" + ProgramJvm.PATH + "=" + String.join(File.pathSeparator, path));
        flags.add("-D" + ProgramJvm.STDIN + "=" + plan.options().text(STDIN));
        flags.add("-D" + Environment.FIRST + "=" + plan.part().first());
        PeCpus cpus = plan.peCpus(jvm);
        if (cpus != null) {
            flags.add("-D" + SharedJvm.CPUS + "=" + cpus.text());
        }
        return flags;
    }

    /** {@return the flag, with a user's memory size multiplied by the number of PEs in the JVM} */
    private static String forAll(String flag, Shape.Jvm jvm, App app) {
        for (String size : SIZES) {
            if (flag.startsWith(size) && app.jvmFlags().contains(flag)) {
                try {
                    return size + ByteSize.parse(flag.substring(size.length())) * jvm.count();
                } catch (IllegalArgumentException e) {
                    // Not a size: the JVM will reject it.
                    return flag;
                }
            }
        }
        return flag;
    }

    private String debugger(Shape.Jvm jvm) {
        Integer pe = plan.options().whole(DEBUG_PE);
        Integer first = plan.options().whole(LauncherOption.DEBUG_PORT);
        boolean waits = pe != null && jvm.first() <= pe && pe <= jvm.last();
        if (first == null && !waits) {
            return null;
        }
        int port = (first == null ? DEBUG_PORT : first) + jvm.first();
        return "-agentlib:jdwp=transport=dt_socket,server=y,suspend=" + (waits ? "y" : "n") + ",address=127.0.0.1:"
            + port;
    }

    private String detector() {
        List<String> jars = plan.installation().jars(List.of(DETECTOR));
        if (jars.isEmpty()) {
            throw new LaunchException(ExitStatus.LAUNCH, "what finds races is in a module of its own: put the jar of"
                + " io.shmem4j:" + DETECTOR + " on the class path of the launcher");
        }
        return jars.getFirst();
    }

    private static void put(Map<String, String> environment, Setting setting, Object value) {
        if (value != null) {
            environment.put(setting.variable(), value.toString());
        }
    }

    public ProcessBuilder process(Shape.Jvm jvm) {
        App app = plan.app(jvm.first());
        ProcessBuilder builder = new ProcessBuilder(words(jvm))
            .redirectErrorStream(plan.options().has(MERGE_STDERR_TO_STDOUT) && !plan.framed(jvm));
        if (app.workingFolder() != null) {
            builder.directory(app.workingFolder().toFile());
        }
        Map<String, String> environment = builder.environment();
        put(environment, Setting.SYMMETRIC_SIZE, plan.options().has(HEAP_SIZE) ? plan.heap().bytes() : null);
        environment.putAll(plan.options().backendVariables());
        put(environment, Setting.CORES, Setting.CORES.isSet() ? null : plan.cores());
        put(environment, Setting.SHARE_CLASSES, plan.sharesClasses(app) ? 1 : null);
        put(environment, Setting.PROFILE, plan.options().has(PROFILE) ? 1 : null);
        put(environment, Setting.CHECK, plan.races() ? plan.checking() : null);
        put(environment, Setting.STAT, plan.options().has(STAT) ? 1 : null);
        Path checkpoint = plan.options().path(CHECKPOINT);
        Path restart = plan.options().path(RESTART);
        put(environment, Setting.CHECKPOINT, checkpoint == null ? null : checkpoint.toAbsolutePath());
        put(environment, Setting.CHECKPOINT_INTERVAL, plan.options().whole(CHECKPOINT_INTERVAL));
        put(environment, Setting.RESTART, restart == null ? null : restart.toAbsolutePath());
        environment.putAll(app.variables());
        if (plan.trace() != null) {
            plan.trace().putInto(environment);
        }
        if (plan.flight() != null) {
            plan.flight().putInto(environment);
        }
        String size = Integer.toString(plan.nPes());
        if (jvm.shared()) {
            // Classes that are not the program's read this; no number would be right for all PEs.
            RANKS.forEach(name -> environment.put(name, Environment.NONE + "; " + plan.ownJvmOptions()
                + " gives each PE a JVM of its own"));
        } else {
            RANKS.forEach(name -> environment.put(name, Integer.toString(jvm.first())));
            environment.put(LOCAL_RANK, Integer.toString(jvm.first() - plan.part().first()));
        }
        environment.put(Setting.NPES.variable(), size);
        environment.put(Setting.JOB_ID.variable(), jobId);
        environment.put(Setting.JOB_DIR.variable(), files.folder().toString());
        environment.put(Setting.COST_TABLE.variable(), files.file(JobFiles.COSTS).toString());
        for (String prefix : new String[] {"PMI_", "OMPI_COMM_WORLD_"}) {
            environment.put(prefix + "SIZE", size);
        }
        environment.put("OMPI_COMM_WORLD_LOCAL_SIZE", Integer.toString(plan.pesHere()));
        return builder;
    }
}
