// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import io.shmem4j.config.Setting;
import io.shmem4j.spi.JobMemory;
import java.io.File;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.WeakHashMap;

/** A PE's environment: its process's, with the PE's number in our variables and in other launchers'. */
public final class Environment {
    /** Variable with the PE's number within its node. */
    public static final String LOCAL = "OMPI_COMM_WORLD_LOCAL_RANK";
    /** Names of the variables with a PE's number. */
    public static final List<String> RANKS = List.of(Setting.PE.variable(), "PMI_RANK", "OMPI_COMM_WORLD_RANK", LOCAL);
    /** Builders that already have the numbers. */
    private static final Set<ProcessBuilder> NUMBERED =
        Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private Environment() {
    }

    public static String getenv(String name) {
        ThreadPe pe = CurrentPe.find();
        return pe != null && RANKS.contains(name) ? rank(name, pe) : System.getenv(name);
    }

    public static Map<String, String> getenv() {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            return System.getenv();
        }
        Map<String, String> all = new TreeMap<>(System.getenv());
        RANKS.forEach(name -> all.put(name, rank(name, pe)));
        return Collections.unmodifiableMap(all);
    }

    /** {@code ProcessBuilder.environment}, which has the PE's numbers until the program changes them. */
    public static Map<String, String> environment(ProcessBuilder builder) {
        Map<String, String> passed = builder.environment();
        ThreadPe pe = CurrentPe.find();
        if (pe != null && NUMBERED.add(builder)) {
            RANKS.forEach(name -> passed.put(name, rank(name, pe)));
        }
        return passed;
    }

    public static Process start(ProcessBuilder builder) throws IOException {
        environment(builder);
        return builder.start();
    }

    public static Process exec(Runtime runtime, String line) throws IOException {
        return exec(runtime, words(line), null, null);
    }

    public static Process exec(Runtime runtime, String line, String[] variables) throws IOException {
        return exec(runtime, words(line), variables, null);
    }

    public static Process exec(Runtime runtime, String line, String[] variables, File folder) throws IOException {
        return exec(runtime, words(line), variables, folder);
    }

    public static Process exec(Runtime runtime, String[] words) throws IOException {
        return exec(runtime, words, null, null);
    }

    public static Process exec(Runtime runtime, String[] words, String[] variables) throws IOException {
        return exec(runtime, words, variables, null);
    }

    public static Process exec(Runtime runtime, String[] words, String[] variables, File folder) throws IOException {
        return variables == null ? start(new ProcessBuilder(words).directory(folder))
            : runtime.exec(words, variables, folder);
    }

    private static String[] words(String line) {
        if (line.isEmpty()) {
            throw new IllegalArgumentException("Empty command");
        }
        return Collections.list(new StringTokenizer(line)).toArray(String[]::new);
    }

    private static String rank(String name, ThreadPe pe) {
        return Integer.toString(name.equals(LOCAL) ? pe.number() - JobMemory.first() : pe.number());
    }
}
