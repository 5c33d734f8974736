// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The launcher's options as they were written; the plan gives them meaning. */
public final class Options {
    /** Seconds of a tuning that has no limit of its own. */
    static final String STANDARD_TUNING = "70";

    /** The option whose value is the last word of the command line, with this value; null where there is none. */
    public String last;

    public Integer np;
    public String classPath;
    public Path jar;
    public String with;
    public Path project;
    public String heapSize;
    public String pesPerJvm;
    public boolean shareClasses;
    public String shmDir;
    public List<String> variables = new ArrayList<>();
    public Path workingFolder;
    public List<String> jvmFlags = new ArrayList<>();
    public boolean vector;
    public boolean profile;
    public TraceOptions trace = new TraceOptions();
    public boolean stat;
    public String backend = "shm";

    /** Variables of a backend that options of its own set. */
    public final Map<String, String> backendVariables = new TreeMap<>();

    public OutputOptions output = new OutputOptions();
    public ControlOptions control = new ControlOptions();
    public SnapshotOptions snapshot = new SnapshotOptions();
    public PlacementOptions placement = new PlacementOptions();
    public NodeOptions nodes = new NodeOptions();
    public Double timeout;
    public Double hangDetect;
    public double grace = 5;
    public boolean verbose;
    public boolean quiet;
    public boolean doNotLaunch;
    public boolean list;
    public boolean info;
    public boolean json;
    public String tune;
    public boolean clean;
    public boolean completion;
    public boolean help;
    public boolean version;

    /**
     * Notes an option that was given.
     *
     * @param option which
     * @param value  behind it, null where there is none
     * @throws IllegalArgumentException if the value is none for it
     */
    void set(LauncherOption option, String value) {
        switch (option) {
            case NP -> np = whole(value);
            case CLASS_PATH -> classPath = value;
            case JAR -> jar = Path.of(value);
            case WITH -> with = value;
            case PROJECT -> project = Path.of(value);
            case HEAP_SIZE -> heapSize = value;
            case PES_PER_JVM -> pesPerJvm = value;
            case SHARE_CLASSES -> shareClasses = true;
            case SHM_DIR -> shmDir = value;
            case VARIABLE -> variables.add(value);
            case WORKING_FOLDER -> workingFolder = Path.of(value);
            case JVM_FLAG -> jvmFlags.add(value);
            case VECTOR -> vector = true;
            case PROFILE -> profile = true;
            case STAT -> stat = true;
            case BACKEND -> backend = value;
            case TIMEOUT -> timeout = Double.valueOf(value);
            case HANG_DETECT -> hangDetect = Double.valueOf(value);
            case GRACE -> grace = Double.parseDouble(value);
            case VERBOSE -> verbose = true;
            case QUIET -> quiet = true;
            case DO_NOT_LAUNCH -> doNotLaunch = true;
            case LIST -> list = true;
            case INFO -> info = true;
            case JSON -> json = true;
            case TUNE -> tune = value == null ? STANDARD_TUNING : value;
            case CLEAN -> clean = true;
            case COMPLETION -> completion = true;
            case HELP -> help = true;
            case VERSION -> version = true;
            default -> {
                if (!trace.set(option, value) && !output.set(option, value) && !control.set(option, value)
                    && !snapshot.set(option, value) && !placement.set(option, value) && !nodes.set(option, value)) {
                    throw new IllegalStateException("nobody notes " + option);
                }
            }
        }
    }

    /** Digits of other scripts, which Java would take, are a mistake here. */
    static int whole(String word) {
        int first = word.startsWith("-") || word.startsWith("+") ? 1 : 0;
        for (int at = first; at < word.length(); at++) {
            if (word.charAt(at) < '0' || word.charAt(at) > '9') {
                throw new NumberFormatException("'" + word + "' is not a whole number");
            }
        }
        if (word.length() == first) {
            throw new NumberFormatException("'" + word + "' is not a whole number");
        }
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw new NumberFormatException("'" + word + "' is too large");
        }
    }
}
