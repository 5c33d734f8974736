// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.CpuSet;
import io.shmem4j.launch.LaunchException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parsed options of the launcher, not interpreted yet. */
public final class Options {
    /** Default time limit of {@code --tune} in seconds. */
    static final String STANDARD_TUNING = "70";
    static final String STANDARD_STRATEGY = "auto";
    private static final double STANDARD_GRACE = 5;

    private final Map<LauncherOption, Object> values = new EnumMap<>(Map.of(LauncherOption.BACKEND, "shm",
        LauncherOption.STDIN, "0", LauncherOption.GRACE, STANDARD_GRACE));
    private final Map<String, String> backendVariables = new TreeMap<>();
    String valueHint;
    private boolean startsAgain;
    private boolean choosesBackend;

    /** Sets an option to a value, which is null if missing. Throws a NumberFormatException for a wrong number. */
    public void set(LauncherOption option, String value) {
        if (option.kind == LauncherOption.Kind.LIST) {
            List<String> all = new ArrayList<>(all(option));
            all.add(value);
            values.put(option, all);
        } else {
            values.put(option, option.value(value));
        }
        choosesBackend |= option == LauncherOption.BACKEND;
        if (option == LauncherOption.EXPLORE || option == LauncherOption.REPLAY) {
            values.put(LauncherOption.BACKEND, BackendPolicy.EXPLORE);
            backendVariables.put(option == LauncherOption.EXPLORE ? "SHMEM_EXPLORE_STRATEGY" : "SHMEM_EXPLORE_REPLAY",
                text(option));
        }
    }

    /** Refuses options that don't work for explored programs. */
    public void checkExploring(boolean severalNodes) {
        LauncherOption how = has(LauncherOption.REPLAY) ? LauncherOption.REPLAY : LauncherOption.EXPLORE;
        if (!has(how)) {
            return;
        }
        if (severalNodes) {
            throw LaunchException.usage(how.longestName() + " runs programs in one JVM of this machine; leave out the"
                + " options of several machines");
        }
        if (choosesBackend) {
            throw LaunchException.usage(how.longestName() + " has a backend of its own; leave out --backend");
        }
        for (LauncherOption other : List.of(LauncherOption.EXPLORE, LauncherOption.RACE, LauncherOption.TRACE,
            LauncherOption.PROFILE, LauncherOption.JFR, LauncherOption.STAT, LauncherOption.CHECKPOINT,
            LauncherOption.RESTART, LauncherOption.MAX_RESTARTS)) {
            if (other != how && has(other)) {
                throw LaunchException.usage(how.longestName() + " can't be combined with " + other.longestName());
            }
        }
    }

    /** Refuses options that don't work together with {@code --respawn}. */
    public void checkRespawn() {
        if (!has(LauncherOption.RESPAWN)) {
            return;
        }
        if (whole(LauncherOption.RESPAWN) < 0) {
            throw LaunchException.usage("--respawn " + whole(LauncherOption.RESPAWN)
                + ": PEs start again 0 times or more");
        }
        for (LauncherOption other : List.of(LauncherOption.MAX_RESTARTS, LauncherOption.CHECKPOINT,
            LauncherOption.RESTART, LauncherOption.TRACE, LauncherOption.JFR, LauncherOption.RACE,
            LauncherOption.DEBUG_PE, LauncherOption.PROFILE)) {
            if (has(other)) {
                throw LaunchException.usage("--respawn can't be combined with " + other.longestName());
            }
        }
        if (!text(LauncherOption.BACKEND).equals(BackendPolicy.SHARED_MEMORY)
            || text(LauncherOption.STDIN).equals("all")) {
            throw LaunchException.usage("--respawn is for jobs in shared memory, without --stdin all");
        }
    }

    /** {@return whether the option is given or has a default} */
    public boolean has(LauncherOption option) {
        return values.containsKey(option);
    }

    /** {@return the value of a text option, or null} */
    public String text(LauncherOption option) {
        return (String) values.get(option);
    }

    public Path path(LauncherOption option) {
        return has(option) ? Path.of(text(option)) : null;
    }

    public Integer whole(LauncherOption option) {
        return (Integer) values.get(option);
    }

    public Double number(LauncherOption option) {
        return (Double) values.get(option);
    }

    public BitSet pes(LauncherOption option, int nPes) {
        try {
            return CpuSet.numbers(values.get(option).toString(), ",", nPes, "PE");
        } catch (IllegalArgumentException e) {
            throw LaunchException.usage(option.longestName() + " " + e.getMessage() + "; PEs go from 0 to "
                + (nPes - 1));
        }
    }

    /** {@return a time as text, without a zero fraction} */
    public static String seconds(double seconds) {
        return (seconds == Math.rint(seconds) ? Long.toString((long) seconds) : Double.toString(seconds)) + " s";
    }

    /** {@return all values of a repeatable option} */
    @SuppressWarnings("unchecked")
    public List<String> all(LauncherOption option) {
        return (List<String>) values.getOrDefault(option, List.of());
    }

    public Map<String, String> backendVariables() {
        return backendVariables;
    }

    /** {@return a hint that the last word is an option's value and not the program, or null} */
    public String valueHint() {
        return valueHint;
    }

    /** {@return whether this run continues an earlier one, so that its output is appended} */
    public boolean startsAgain() {
        return startsAgain;
    }

    public void startAgain() {
        startsAgain = true;
    }

    /** {@return the prefix of output files, or null} */
    public Path outputFile() {
        String name = text(LauncherOption.OUTPUT_FILENAME);
        if (name == null) {
            return null;
        }
        String end = name.substring(name.lastIndexOf('/') + 1);
        if (end.isEmpty() || end.equals(".") || end.equals("..")) {
            throw LaunchException.usage("--output-filename '" + name
                + "': it has to end with the beginning of a file name, as in logs/run");
        }
        return Path.of(name);
    }

    public Path jobFolders() {
        return Path.of(has(LauncherOption.SHM_DIR) ? text(LauncherOption.SHM_DIR) : Setting.SHM_DIR.value());
    }

    /** {@return whether any option places PEs on CPUs} */
    public boolean placed() {
        return has(LauncherOption.BIND_TO) || has(LauncherOption.MAP_BY) || has(LauncherOption.CPU_SET);
    }

    /**
     * {@return whether the job has several nodes, by its options or by a Slurm allocation} A Slurm step runs on one
     * node. Backends with all PEs in one JVM also stay on one node.
     */
    public boolean severalNodes(Map<String, String> environment) {
        return has(LauncherOption.HOSTS) || has(LauncherOption.HOSTFILE) || has(LauncherOption.STARTER)
            || has(LauncherOption.SPLIT) || has(LauncherOption.UCX_TLS)
            || text(LauncherOption.BACKEND).equals(BackendPolicy.SHARED_MEMORY)
            && environment.getOrDefault("SLURM_JOB_NUM_NODES", "1").matches("0*([2-9]|[1-9][0-9]+)")
            && !environment.containsKey("SLURM_STEP_ID");
    }
}
