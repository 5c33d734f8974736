// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static io.shmem4j.launch.option.LauncherOption.BACKEND;
import static io.shmem4j.launch.option.LauncherOption.BIND_TO;
import static io.shmem4j.launch.option.LauncherOption.CHECKPOINT;
import static io.shmem4j.launch.option.LauncherOption.CHECKPOINT_INTERVAL;
import static io.shmem4j.launch.option.LauncherOption.CPU_SET;
import static io.shmem4j.launch.option.LauncherOption.DEBUG_PE;
import static io.shmem4j.launch.option.LauncherOption.DEBUG_PORT;
import static io.shmem4j.launch.option.LauncherOption.GRACE;
import static io.shmem4j.launch.option.LauncherOption.HANG_DETECT;
import static io.shmem4j.launch.option.LauncherOption.HEAP_SIZE;
import static io.shmem4j.launch.option.LauncherOption.JFR;
import static io.shmem4j.launch.option.LauncherOption.JVM_FLAG;
import static io.shmem4j.launch.option.LauncherOption.MAP_BY;
import static io.shmem4j.launch.option.LauncherOption.NO_OVERSUBSCRIBE;
import static io.shmem4j.launch.option.LauncherOption.NP;
import static io.shmem4j.launch.option.LauncherOption.OUTPUT_FILENAME;
import static io.shmem4j.launch.option.LauncherOption.OUTPUT_FROM;
import static io.shmem4j.launch.option.LauncherOption.RACE;
import static io.shmem4j.launch.option.LauncherOption.REPORT_BINDINGS;
import static io.shmem4j.launch.option.LauncherOption.RESPAWN;
import static io.shmem4j.launch.option.LauncherOption.RESTART;
import static io.shmem4j.launch.option.LauncherOption.SHM_DIR;
import static io.shmem4j.launch.option.LauncherOption.STDIN;
import static io.shmem4j.launch.option.LauncherOption.TEE;
import static io.shmem4j.launch.option.LauncherOption.TIMEOUT;
import static io.shmem4j.launch.option.LauncherOption.VARIABLE;
import static io.shmem4j.launch.option.LauncherOption.VECTOR;
import static io.shmem4j.launch.option.LauncherOption.WORKING_FOLDER;

import io.shmem4j.config.Setting;
import io.shmem4j.engine.SnapshotFile;
import io.shmem4j.engine.SnapshotHeader;
import io.shmem4j.launch.Affinity;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.BundledPrograms;
import io.shmem4j.launch.CpuSet;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.Placement;
import io.shmem4j.launch.Topology;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.ManyNodes.NodeAgent;
import io.shmem4j.launch.program.Program;
import io.shmem4j.launch.program.ProgramResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Creates a job's plan from options and program words. Rejects impossible combinations before anything starts. */
public final class Planner {
    /** Maximum number of PEs. It catches typing errors; memory layouts support more. */
    public static final int MAX_PES = 1024;
    private static final Path CPUS = Path.of("/sys/devices/system/cpu");
    private static final int MAX_PORT = 65535;

    private final Installation installation;
    private final ProgramResolver resolver;
    private final NodeAgent agent;

    /** The agent of the node whose part of a job is planned, or null for a whole job. */
    public Planner(Installation installation, NodeAgent agent) {
        this.installation = installation;
        this.agent = agent;
        this.resolver = new ProgramResolver(BundledPrograms.load());
    }

    /**
     * Plans a job from the programs of a command line, which are separated by colons. Job options come from the first.
     */
    public JobPlan plan(List<CommandLineReader.Read> segments) {
        Options options = segments.getFirst().options();
        segments.forEach(segment -> takeHeaps(options, segment.options()));
        Restart restart = Restart.of(options);
        List<App> apps = new ArrayList<>();
        int nPes = 0;
        for (CommandLineReader.Read segment : segments) {
            int count = count(segment.options(), segments.size(), restart);
            apps.add(agent == null ? app(segment, nPes, count)
                : app(segment, agent.part().first(), agent.part().count()));
            nPes += count;
        }
        requireAtMost(nPes);
        if (restart != null) {
            restart.check(nPes, apps.getFirst().program().mainClass());
        }
        if (options.has(TIMEOUT) && !(options.number(TIMEOUT) > 0)) {
            throw LaunchException.usage("--timeout takes a number of seconds above 0, not " + options.number(TIMEOUT));
        }
        if (options.has(HANG_DETECT) && !(options.number(HANG_DETECT) >= 0)) {
            throw LaunchException.usage("--hang-detect takes a number of seconds, not " + options.number(HANG_DETECT));
        }
        if (!(options.number(GRACE) >= 0)) {
            throw LaunchException.usage("--grace takes a number of seconds, not " + options.number(GRACE));
        }
        checkSnapshot(options);
        options.checkExploring(false);
        check(options, nPes);
        BackendPolicy backend = BackendPolicy.find(options.text(BACKEND));
        backend.refuseOptionsOfOthers(options.backendVariables().keySet());
        for (App app : apps) {
            check(app, backend, options);
        }
        if (backend.processes(nPes) < nPes && apps.size() > 1) {
            throw LaunchException.usage("--backend " + backend.name() + " runs one program, not several with ':'");
        }
        if (!options.text(BACKEND).equals(BackendPolicy.SHARED_MEMORY) && apps.getFirst().program().isModule()) {
            String name = "--backend " + options.text(BACKEND);
            throw LaunchException.usage(name + " has all PEs in one JVM and runs programs of the class path, not"
                + " modules; name the class with -cp, or leave out " + name);
        }
        int here = agent == null ? nPes : agent.part().count();
        HeapPlan heap = HeapPlan.of(options, here, !backend.isOneJvm());
        if (agent != null) {
            heap = heap.with(agent.heap(heap.bytes()));
        }
        Placement own = coreForEach(options, backend, apps, here);
        Placement placement = own == null ? placement(options, backend, here) : own;
        return new JobPlan(options, nPes, heap, JobTrace.of(options, apps, nPes),
            !options.has(JFR) ? null : JobFlight.of(options, apps, backend, agent), backend, placement,
            List.copyOf(apps), new ShapeChoice(options, backend, apps).of(here, placement), installation,
            agent == null ? CostChoice.find(apps.getFirst().variables(), backend.name(), Machine.cores())
                : new CostChoice(null, null, null), agent);
    }

    /** Reads heap size and folder from another program's variables unless options of the job set them. */
    public static void takeHeaps(Options options, Options part) {
        Map<String, String> variables = variables(part);
        String old = System.getenv(Setting.SYMMETRIC_SIZE.variable()) != null ? null
            : variables.get("SMA_" + Setting.SYMMETRIC_SIZE.name());
        String size = variables.getOrDefault(Setting.SYMMETRIC_SIZE.variable(), old);
        if (size != null && !options.has(HEAP_SIZE)) {
            options.set(HEAP_SIZE, size);
        }
        String folder = variables.get(Setting.SHM_DIR.variable());
        if (folder != null && !options.has(SHM_DIR)) {
            options.set(SHM_DIR, folder);
        }
    }

    /**
     * {@return a binding of one core per PE, or null} Applies if the user has not chosen one, and PEs are processes and
     * exactly fill the cores. Otherwise compiler threads make the kernel put two PEs on one core for up to a tenth of a
     * second.
     */
    private Placement coreForEach(Options options, BackendPolicy backend, List<App> apps, int nPes) {
        int cores = Machine.cores();
        if (options.placed() || agent != null || nPes < 2 || nPes > cores || backend.processes(nPes) < nPes
            || new ShapeChoice(options, backend, apps).most(nPes, cores) > 1) {
            return null;
        }
        try {
            CpuSet usable = Affinity.current();
            Placement placement = usable.size() != cores ? null
                : Placement.oneForEach(nPes, Topology.read(CPUS, usable));
            if (placement != null) {
                Affinity.prepare();
            }
            return placement;
        } catch (IOException e) {
            // The kernel does not list its cpus, so PEs stay unbound.
            return null;
        }
    }

    private static Placement placement(Options options, BackendPolicy backend, int nPes) {
        if (!options.placed() && !options.has(REPORT_BINDINGS) && !options.has(NO_OVERSUBSCRIBE)) {
            return null;
        }
        if (backend.processes(nPes) < nPes) {
            throw LaunchException.usage("--backend " + backend.name() + " has no process for each PE to bind to cpus");
        }
        Placement placement;
        try {
            placement = Placement.plan(options.text(BIND_TO), options.text(MAP_BY), options.text(CPU_SET), nPes,
                Topology.read(CPUS, Affinity.current()));
        } catch (IllegalArgumentException e) {
            throw LaunchException.usage(e.getMessage());
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "can't ask which cpus there are: " + e.getMessage(), e);
        }
        int cpus = placement.usable().size();
        if (options.has(NO_OVERSUBSCRIBE) && nPes > cpus) {
            throw LaunchException.usage("--nooversubscribe: " + nPes + " PEs are more than the " + cpus
                + (cpus == 1 ? " cpu" : " cpus") + " for them");
        }
        return placement;
    }

    /** Rejects variables with values that PEs could not use. */
    private static void check(App app, BackendPolicy backend, Options options) {
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.putAll(options.backendVariables());
        variables.putAll(app.variables());
        SettingCheck.values(variables);
        SettingCheck.files(variables, app.workingFolder());
        String interceptor = variables.get(Setting.PROFILE.variable());
        if (interceptor != null) {
            if (options.has(RESPAWN) && interceptor.strip().equals("1")) {
                throw LaunchException.usage("--respawn can't be combined with " + Setting.PROFILE.variable() + "=1");
            }
            SettingCheck.interceptor(interceptor, app.program());
        }
        try {
            backend.check(variables, app.workingFolder() == null ? Path.of("") : app.workingFolder());
        } catch (IllegalArgumentException e) {
            throw LaunchException.usage(e.getMessage());
        }
    }

    private static void checkSnapshot(Options options) {
        Integer interval = options.whole(CHECKPOINT_INTERVAL);
        Path file = options.path(CHECKPOINT);
        if (interval != null && (interval < 0 || file == null)) {
            throw LaunchException.usage("--checkpoint-interval takes whole seconds, together with --checkpoint");
        }
        if (file != null && !SnapshotFile.hasPlace(file)) {
            throw LaunchException.usage("--checkpoint " + file + " is not a file that can be written");
        }
    }

    private static void check(Options options, int nPes) {
        String reader = options.text(STDIN);
        if (!reader.equals("all") && !reader.equals("none")) {
            if (!reader.matches("[0-9]+")) {
                throw LaunchException.usage("--stdin takes one PE, all or none, not " + reader);
            }
            options.pes(STDIN, nPes);
        }
        if (options.has(OUTPUT_FROM)) {
            options.pes(OUTPUT_FROM, nPes);
        }
        if (options.has(TEE) && !options.has(OUTPUT_FILENAME)) {
            throw LaunchException.usage("--tee needs --output-filename");
        }
        if (options.has(DEBUG_PE)) {
            options.pes(DEBUG_PE, nPes);
        }
        Integer port = options.whole(DEBUG_PORT);
        if (port != null && (port < 1 || port > MAX_PORT - nPes + 1)) {
            throw LaunchException.usage("--debug-port " + port + ": ports go from 1 to " + MAX_PORT);
        }
    }

    private App app(CommandLineReader.Read segment, int firstPe, int count) {
        Options options = segment.options();
        Path folder = options.path(WORKING_FOLDER);
        if (folder != null && !Files.isDirectory(folder)) {
            throw new LaunchException(ExitStatus.LAUNCH, "--wdir: there is no folder " + folder);
        }
        if (folder != null && !Files.isExecutable(folder)) {
            throw new LaunchException(ExitStatus.LAUNCH, "--wdir: no permission to enter " + folder);
        }
        Program program = resolver.resolve(options, segment.words());
        if (agent != null && program.isModule()) {
            throw LaunchException.usage("a job on several nodes runs programs of the class path, not modules");
        }
        if (options.has(RACE) && !Set.of("", "report", "strict").contains(options.text(RACE))) {
            throw LaunchException.usage("--race=" + options.text(RACE) + ": it takes report or strict, or no value");
        }
        if (agent != null && options.has(RACE)) {
            throw LaunchException.usage("--race looks for races in jobs on one machine; leave it out, or the options"
                + " of several machines");
        }
        List<String> flags = new ArrayList<>(program.jvmFlags());
        flags.addAll(options.all(JVM_FLAG));
        return new App(firstPe, count, program, variables(options), folder, List.copyOf(flags),
            options.has(VECTOR) || program.vector());
    }

    private static int count(Options options, int programs, Restart restart) {
        if (!options.has(NP)) {
            if (restart != null) {
                return restart.header().nPes();
            }
            if (options.has(CPU_SET) && programs == 1) {
                return cpus(options.text(CPU_SET));
            }
            if (programs > 1) {
                throw LaunchException.usage("each program of a job with ':' needs its own -n");
            }
            return Math.min(Machine.cores(), MAX_PES);
        }
        if (options.whole(NP) < 1) {
            throw LaunchException.usage("-n " + options.whole(NP) + ": a job has at least 1 PE");
        }
        requireAtMost(options.whole(NP));
        return options.whole(NP);
    }

    private static int cpus(String list) {
        try {
            return CpuSet.parse(list).size();
        } catch (IllegalArgumentException e) {
            throw LaunchException.usage("--cpu-set: " + e.getMessage());
        }
    }

    private static void requireAtMost(int nPes) {
        if (nPes > MAX_PES) {
            throw LaunchException.usage("-n " + nPes + ": a job has at most " + MAX_PES + " PEs");
        }
    }

    private static Map<String, String> variables(Options options) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String word : options.all(VARIABLE)) {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            String value = equals < 0 ? System.getenv(name) : word.substring(equals + 1);
            if (name.isEmpty() || value == null) {
                throw LaunchException.usage("-x " + word + ": " + (name.isEmpty() ? "a variable has a name"
                    : "the variable is not set; give it a value with -x " + name + "=VALUE"));
            }
            variables.put(name, value);
        }
        return variables;
    }

    /**
     * The snapshot to continue from. The launcher checks the number of PEs and the program; PEs check their objects.
     */
    private record Restart(Path file, SnapshotHeader header) {
        /** {@return the snapshot of the options, or null} Takes the heap size from it unless the user sets one. */
        static Restart of(Options options) {
            Path file = options.path(RESTART);
            if (file == null) {
                return null;
            }
            try (SnapshotFile snapshot = new SnapshotFile(file)) {
                if (!options.has(HEAP_SIZE) && !Setting.SYMMETRIC_SIZE.isSet()) {
                    options.set(HEAP_SIZE, Long.toString(snapshot.header().heapBytes()));
                }
                return new Restart(file, snapshot.header());
            } catch (IOException e) {
                throw new LaunchException(ExitStatus.LAUNCH, "--restart: " + e.getMessage(), e);
            }
        }

        void check(int nPes, String program) {
            if (nPes != header.nPes()) {
                throw LaunchException.usage("--restart: " + file + " is of " + header.nPes() + " PEs, this job has "
                    + nPes + "; leave out -n, or give -n " + header.nPes());
            }
            if (!program.equals(header.program())) {
                throw LaunchException.usage("--restart: " + file + " is of " + header.program() + ", this job runs "
                    + program);
            }
        }
    }
}
