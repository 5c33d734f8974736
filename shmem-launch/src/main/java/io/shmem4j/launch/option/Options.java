// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The launcher's options as they were written; the plan gives them meaning. */
@Command(name = "oshrun", sortOptions = false, separator = " ", usageHelpAutoWidth = true,
    header = "Runs a Java program as N processing elements (PEs) that share a symmetric heap.",
    customSynopsis = {"oshrun [options] <name | class | jar | File.java> [arguments]",
        "       oshrun [options] java [JVM options] <class> [arguments]"},
    descriptionHeading = "%n",
    description = {"Examples:",
        "  oshrun -np 4 ring                          a bundled program (--list has all)",
        "  oshrun -np 8 -cp classes Solver data.csv   a class of yours and its argument",
        "  oshrun -np 4 --timeout 60 app.jar          a jar; after 60 s say where PEs are",
        "", "A program word is a bundled program's name, an existing jar or .java file, or a class.",
        "Options end at the first word that is none; long ones take one dash or two."},
    footer = {"", "Tools: oshrun doctor looks at this machine, oshrun new FOLDER makes a project,",
        "oshstat shows what running jobs do, oshrun stacks where their PEs are,",
        "oshrun heap dumps and saves symmetric heaps.", "",
        "Exit status: 0 if every PE ends with 0, else that of the lowest failing PE",
        "(128+n after signal n); 2 wrong command line, 124 time limit, 125 the job can't",
        "be started, 126 the program can't be run, 127 it does not exist."})
public final class Options {
    /** Seconds of a tuning that has no limit of its own. */
    private static final String STANDARD_TUNING = "70";

    /** The option whose value is the last word of the command line, with this value; null where there is none. */
    public String last;

    @Option(names = {"-n", "-np", "--np"}, paramLabel = "N",
        description = "number of PEs (default: available processors)")
    public Integer np;

    @Option(names = {"-cp", "--class-path", "--classpath"}, paramLabel = "PATH",
        description = "class path of the program (default: $CLASSPATH, else the current folder)")
    public String classPath;

    @Option(names = "--jar", paramLabel = "FILE", description = "run this jar's main class")
    public Path jar;

    @Option(names = "--with", paramLabel = "LIST", description = "add libraries and the flags they need to the PEs:"
        + " agrona, chronicle")
    public String with;

    @Option(names = "--project", paramLabel = "DIR", description = "take class path and program from this Maven"
        + " project, and build it if it has changed; the class may be left out where only one has a main method")
    public Path project;

    @Option(names = "--heap-size", paramLabel = "SIZE",
        description = "symmetric heap of each PE, with suffix k, m, g or t (sets SHMEM_SYMMETRIC_SIZE)")
    public String heapSize;

    @Option(names = "--pes-per-jvm", paramLabel = "K|auto",
        description = "most PEs that share a JVM (default: auto, a JVM for two cores where PEs outnumber cores, else"
            + " one a PE)")
    public String pesPerJvm;

    @Option(names = "--share-classes", description = "PEs of a JVM share the program's classes, static fields too: for"
        + " programs that keep no PE's data in them, which are compiled once then and not once a PE (sets"
        + " SHMEM_SHARE_CLASSES)")
    public boolean shareClasses;

    @Option(names = "--shm-dir", paramLabel = "DIR",
        description = "memory file system for the job's files (default: $SHMEM_SHM_DIR, else /dev/shm)")
    public String shmDir;

    @Option(names = "-x", paramLabel = "NAME[=VALUE]",
        description = "set a variable for the PEs, or require that it is set (repeatable; all are inherited anyway)")
    public List<String> variables = new ArrayList<>();

    @Option(names = {"--wdir", "--wd"}, paramLabel = "DIR", description = "working folder of the PEs")
    public Path workingFolder;

    @Option(names = "-J", paramLabel = "FLAG", description = "a flag for the PEs' JVMs, as in -J-Xmx1g (repeatable)")
    public List<String> jvmFlags = new ArrayList<>();

    @Option(names = "--vector", description = "resolve jdk.incubator.vector in the PEs (90 ms more to start)")
    public boolean vector;

    @Option(names = "--profile", description = "print at the end where the PEs' time went, calls and bytes by routine, "
        + "and who accessed whom (sets SHMEM_PROFILE=1)")
    public boolean profile;

    @Mixin
    public TraceOptions trace = new TraceOptions();

    @Option(names = "--stat", description = "count operations and bytes for oshstat (sets SHMEM_STAT)")
    public boolean stat;

    @Option(names = "--backend", paramLabel = "NAME", description = "what carries the job (default: shm; "
        + "local: the same with all PEs in one JVM)")
    public String backend = "shm";

    /** Variables of a backend that options of its own set. */
    public final Map<String, String> backendVariables = new TreeMap<>();

    @Mixin
    public OutputOptions output = new OutputOptions();

    @Mixin
    public ControlOptions control = new ControlOptions();

    @Mixin
    public SnapshotOptions snapshot = new SnapshotOptions();

    @Mixin
    public PlacementOptions placement = new PlacementOptions();

    @Mixin
    public NodeOptions nodes = new NodeOptions();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "end the job after this time, with status 124")
    public Double timeout;

    @Option(names = "--hang-detect", paramLabel = "SECONDS",
        description = "report where all PEs are when one has waited this long; 0 also turns the search for deadlocks"
            + " off")
    public Double hangDetect;

    @Option(names = "--grace", paramLabel = "SECONDS",
        description = "time between asking PEs to end and killing them (default: ${DEFAULT-VALUE})")
    public double grace = 5;

    @Option(names = {"-v", "--verbose"}, description = "say what is started and how it ends")
    public boolean verbose;

    @Option(names = {"-q", "--quiet"}, description = "no warnings and no summary line")
    public boolean quiet;

    @Option(names = "--do-not-launch", description = "check everything, show what would be started, start nothing")
    public boolean doNotLaunch;

    @Option(names = "--list", description = "list the bundled programs")
    public boolean list;

    @Option(names = "--info",
        description = "show version, JDK, this machine, and the variables that are set; --info all lists every"
            + " variable")
    public boolean info;

    @Option(names = "--json", description = "with --info: all of it, for scripts")
    public boolean json;

    @Option(names = "--tune", arity = "0..1", paramLabel = "SECONDS", fallbackValue = STANDARD_TUNING,
        description = "measure this machine, for at most about so long (default: " + STANDARD_TUNING + "), and let"
            + " collectives choose their algorithms by what was measured")
    public String tune;

    @Option(names = "--clean", description = "remove what jobs of yours left whose launcher was killed")
    public boolean clean;

    @Option(names = "--completion", description = "print a script for bash and zsh that completes these options")
    public boolean completion;

    @Option(names = {"-h", "--help"}, description = "show this text")
    public boolean help;

    @Option(names = {"-V", "--version"}, description = "show the version")
    public boolean version;
}
