// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Options of the launcher, in the order of the help. Backends add more. */
public enum LauncherOption {
    NP(Group.JOB, Kind.INTEGER, "N", "number of PEs (default: available processors)", "-n", "-np", "--np"),
    CLASS_PATH(Group.JOB, Kind.TEXT, "PATH",
        "class path of the program (default: $CLASSPATH, else the current folder)", "-cp", "--class-path",
        "--classpath"),
    JAR(Group.JOB, Kind.TEXT, "FILE", "run this jar's main class", "--jar"),
    PROJECT(Group.JOB, Kind.TEXT, "DIR",
        "take class path and program from this Maven project, and build it if it has changed; the class may be left"
            + " out where only one has a main method", "--project"),
    WITH(Group.JOB, Kind.TEXT, "LIST",
        "add libraries and the flags they need to the PEs: agrona, chronicle, mpi (by itself for programs that call"
            + " mpi.MPI)", "--with"),
    MPJ_ARGS(Group.JOB, "give MPJ's three words, rank, size and device, before the arguments", "--mpj-args"),
    HEAP_SIZE(Group.JOB, Kind.TEXT, "SIZE",
        "symmetric heap of each PE, with suffix k, m, g or t (sets SHMEM_SYMMETRIC_SIZE)", "--heap-size"),
    VARIABLE(Group.JOB, Kind.LIST, "NAME[=VALUE]",
        "set a variable for the PEs, or require that it is set (repeatable; all are inherited anyway)", "-x"),
    WORKING_FOLDER(Group.JOB, Kind.TEXT, "DIR", "working folder of the PEs", "--wdir"),
    JVM_FLAG(Group.JOB, Kind.LIST, "FLAG", "a flag for the PEs' JVMs, as in -J-Xmx1g (repeatable)", "-J"),
    VECTOR(Group.JOB, "resolve jdk.incubator.vector in the PEs (90 ms more to start)", "--vector"),
    BACKEND(Group.JOB, Kind.TEXT, "NAME",
        "what carries the job (default: shm; local: the same with all PEs in one JVM)", "--backend"),
    SHM_DIR(Group.JOB, Kind.TEXT, "DIR",
        "memory file system for the job's files (default: $SHMEM_SHM_DIR, else /dev/shm)", "--shm-dir"),
    KEEP_GOING(Group.JOB, "let the other PEs run on when one fails", "--keep-going"),
    RESPAWN(Group.JOB, Kind.INTEGER, "N",
        "start PEs again that die, N times in all; the others keep the data and go on after recover()", "--respawn"),
    TIMEOUT(Group.JOB, Kind.NUMBER, "SECONDS", "end the job after this time, with status 124", "--timeout"),
    GRACE(Group.JOB, Kind.NUMBER, "SECONDS", "time between asking PEs to end and killing them (default: 5)",
        "--grace"),
    CHECKPOINT(Group.JOB, Kind.TEXT, "FILE",
        "write a snapshot of all symmetric heaps whenever the program calls checkpoint()", "--checkpoint"),
    CHECKPOINT_INTERVAL(Group.JOB, Kind.INTEGER, "SECONDS", "but not more often than this", "--checkpoint-interval"),
    RESTART(Group.JOB, Kind.TEXT, "FILE",
        "the program's first checkpoint() fills the heaps from this snapshot; -n and the heap's size come from"
            + " there too", "--restart"),
    MAX_RESTARTS(Group.JOB, Kind.INTEGER, "N",
        "start a job that fails again, N times at most: from its last checkpoint, or the beginning",
        "--max-restarts"),
    TAG_OUTPUT(Group.OUTPUT, "start each line with its PE: '[3] text', '[3!] text' for standard error",
        "--tag-output", "-l"),
    OUTPUT_FILENAME(Group.OUTPUT, Kind.TEXT, "NAME",
        "write each PE's output to NAME.<PE>.out and NAME.<PE>.err instead of the terminal", "--output-filename"),
    TEE(Group.OUTPUT, "with --output-filename: to the terminal too", "--tee"),
    OUTPUT_FROM(Group.OUTPUT, Kind.TEXT, "LIST", "show only the output of these PEs, as 0,4-7", "--output-from"),
    MERGE_STDERR_TO_STDOUT(Group.OUTPUT, "PEs write their errors to their standard output",
        "--merge-stderr-to-stdout"),
    STDIN(Group.OUTPUT, Kind.TEXT, "PE|all|none", "who reads standard input (default: 0)", "--stdin"),
    VERBOSE(Group.OUTPUT, "say what is started and how it ends", "-v", "--verbose"),
    QUIET(Group.OUTPUT, "no warnings and no summary line", "-q", "--quiet"),
    EXIT_REPORT(Group.OUTPUT, Kind.TEXT, "FILE", "write how the job and each PE ended to a file, as JSON",
        "--exit-report"),
    REPORT_PID(Group.OUTPUT, Kind.TEXT, "-|+|FILE",
        "write the launcher's process id to standard output, standard error or a file", "--report-pid"),
    PES_PER_JVM(Group.PLACEMENT, Kind.TEXT, "K|auto",
        "most PEs that share a JVM (default: auto, a JVM for two cores where PEs outnumber cores and the program"
            + " needs no processes, else one a PE)", "--pes-per-jvm"),
    SHARE_CLASSES(Group.PLACEMENT,
        "PEs of a JVM share the program's classes, which are compiled once then: for programs that keep no PE's data"
            + " in static fields (sets SHMEM_SHARE_CLASSES)", "--share-classes"),
    BIND_TO(Group.PLACEMENT, Kind.TEXT, "LEVEL",
        "bind each PE to a hwthread, core, l2cache, l3cache, numa, package (or socket), to the cpus of user:LIST"
            + " (0+2,1+3: PE 0 to cpus 0 and 2), or to none (default: core where there are as many PEs as cores,"
            + " else none)", "--bind-to"),
    MAP_BY(Group.PLACEMENT, Kind.TEXT, "LEVEL[:PE=N]",
        "deal PEs out over slots, cores, numa, package, ..., each with N cores; or ppr:N:LEVEL, so many on each;"
            + " binds to the level unless --bind-to says to what", "--map-by"),
    CPU_SET(Group.PLACEMENT, Kind.TEXT, "LIST", "use only these cpus, as 0-3,8", "--cpu-set", "--cpu-list"),
    REPORT_BINDINGS(Group.PLACEMENT, "say for each PE to which cpus it is bound", "--report-bindings"),
    NO_OVERSUBSCRIBE(Group.PLACEMENT, "refuse more PEs than there are cpus for them", "--nooversubscribe",
        "--no-oversubscribe"),
    TUNE(Group.PLACEMENT, Kind.OPTIONAL, "SECONDS",
        "measure this machine, for at most about so long (default: " + Options.STANDARD_TUNING + "), and let"
            + " collectives choose their algorithms by what was measured", "--tune"),
    HOSTS(Group.MACHINES, Kind.TEXT, "HOST[:PES],...",
        "run on these hosts, PEs numbered in blocks; what joins them is UCX", "-H", "--hosts"),
    HOSTFILE(Group.MACHINES, Kind.TEXT, "FILE", "the same from a file, HOST[:PES] or HOST slots=PES a line",
        "--hostfile"),
    STARTER(Group.MACHINES, Kind.TEXT, "ssh|srun|exec:PATH",
        "what starts a command on a host (default: ssh, in a Slurm allocation srun); without --hosts those of the"
            + " allocation; exec: a script that gets the host, then the command", "--starter"),
    UCX_TLS(Group.MACHINES, Kind.TEXT, "LIST", "UCX's transports between nodes (default: $UCX_TLS, else tcp,self)",
        "--ucx-tls"),
    SPLIT(Group.MACHINES, Kind.INTEGER, "N",
        "divide the PEs among N nodes that all are this machine, to test programs for several", "--split"),
    HANG_DETECT(Group.WATCHING, Kind.NUMBER, "SECONDS",
        "report where all PEs are when one has waited this long; 0 also turns the search for deadlocks off",
        "--hang-detect"),
    DEBUG_PORT(Group.WATCHING, Kind.INTEGER, "PORT",
        "a debugger can attach to PE k at port PORT+k of this machine, and with it any user of the machine can run"
            + " code as you", "--debug-port"),
    DEBUG_PE(Group.WATCHING, Kind.INTEGER, "PE",
        "this PE waits for a debugger before it starts (at 5005+PE without --debug-port)", "--debug-pe"),
    KEEP_FILES(Group.WATCHING, "if the job fails, keep its files for oshrun heap dump (--clean removes them)",
        "--keep-files"),
    PROFILE(Group.WATCHING,
        "print at the end where the PEs' time went, calls and bytes by routine, and who accessed whom (sets"
            + " SHMEM_PROFILE=1)", "--profile"),
    TRACE(Group.WATCHING, Kind.TEXT, "FILE",
        "record every call, and write FILE.json for trace viewers (Perfetto, Chrome)", "--trace"),
    TRACE_SIZE(Group.WATCHING, Kind.TEXT, "SIZE", "most bytes of records of all PEs, 32 bytes a call (default: 64m)",
        "--trace-size"),
    JFR(Group.WATCHING, Kind.TEXT, "FOLDER[,SETTING...]",
        "record the PEs' waits, collectives and transfers by the JDK's flight recorder, and write a file of each"
            + " JVM there, for jfr and Mission Control", "--jfr"),
    RACE(Group.WATCHING, Kind.OPTIONAL, "report|strict",
        "find data races (sets SHMEM_CHECK=3), and end with status 66 where there are any; --race=report: with the"
            + " program's own status; --race=strict: report waits for plain stores, too", "--race"),
    EXPLORE(Group.WATCHING, Kind.OPTIONAL, "STRATEGY",
        "run the program by many schedules in one JVM, with stores that arrive as late as they may, until one fails:"
            + " auto (the default), dpor (all of a small program's), pct[:DEPTH], pos or random; ends with status 67"
            + " where one fails, prints its steps, and writes it to a file", "--explore"),
    REPLAY(Group.WATCHING, Kind.TEXT, "FILE", "run a schedule again that --explore has written, and print its steps",
        "--replay"),
    STAT(Group.WATCHING, "count operations and bytes for oshstat (sets SHMEM_STAT)", "--stat"),
    HELP(Group.ABOUT, "show this text", "-h", "--help"),
    VERSION(Group.ABOUT, "show the version", "-V", "--version"),
    LIST(Group.ABOUT, "list the bundled programs", "--list"),
    INFO(Group.ABOUT,
        "show version, JDK, this machine, and the variables that are set; --info all lists every variable", "--info"),
    JSON(Group.ABOUT, "with --info: all of it, for scripts", "--json"),
    DO_NOT_LAUNCH(Group.ABOUT, "check everything, show what would be started, start nothing", "--do-not-launch"),
    CLEAN(Group.ABOUT, "remove what killed jobs of yours left, and compiled source files", "--clean");

    enum Group {
        JOB("The job"), OUTPUT("Output and input"), PLACEMENT("Placement"), MACHINES("Several machines"),
        WATCHING("Waiting, hangs and debugging"), ABOUT("About oshrun");

        final String heading;

        Group(String heading) {
            this.heading = heading;
        }
    }

    /** Kind of value: none, number, text, repeatable text, optional text. */
    enum Kind {
        FLAG, INTEGER, NUMBER, TEXT, LIST, OPTIONAL
    }

    private static final Map<String, LauncherOption> BY_NAME = new HashMap<>();

    static {
        for (LauncherOption option : values()) {
            for (String name : option.names) {
                BY_NAME.put(name, option);
            }
        }
    }

    final Group group;
    final Kind kind;
    /** Label of the value, null for a flag. */
    final String label;
    final String help;
    /** All names, the usual one first. */
    final List<String> names;

    LauncherOption(Group group, String help, String... names) {
        this(group, Kind.FLAG, null, help, names);
    }

    LauncherOption(Group group, Kind kind, String label, String help, String... names) {
        this.group = group;
        this.kind = kind;
        this.label = label;
        this.help = help;
        this.names = List.of(names);
    }

    static LauncherOption find(String name) {
        return BY_NAME.get(name);
    }

    String longestName() {
        String longest = "";
        for (String name : names) {
            longest = name.length() > longest.length() ? name : longest;
        }
        return longest;
    }

    /**
     * {@return the parsed value of a word, which is null if missing} Throws a NumberFormatException for a wrong number.
     */
    Object value(String word) {
        return switch (kind) {
            case FLAG -> true;
            case INTEGER -> whole(word);
            case NUMBER -> number(word);
            case TEXT, LIST -> word;
            case OPTIONAL -> word != null ? word : this == TUNE ? Options.STANDARD_TUNING
                : this == EXPLORE ? Options.STANDARD_STRATEGY : "";
        };
    }

    private static double number(String word) {
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException e) {
            throw new NumberFormatException("'" + word + "' is not a number");
        }
    }

    /** {@return a whole number of ASCII digits} Java's parser would accept other digits. */
    static int whole(String word) {
        if (!word.matches("[-+]?[0-9]+")) {
            throw new NumberFormatException("'" + word + "' is not a whole number");
        }
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw new NumberFormatException("'" + word + "' is too large");
        }
    }
}
