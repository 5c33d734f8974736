// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import io.shmem4j.config.Setting;
import io.shmem4j.spi.JobMemory;
import java.io.File;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A PE's environment: its process's, with the variables that tell a PE its number, ours and those of other launchers.
 */
public final class Environment {
    /** The one that counts from the node's first PE. */
    public static final String LOCAL = "OMPI_COMM_WORLD_LOCAL_RANK";
    /** Names of the variables with a PE's number. */
    public static final List<String> RANKS = List.of(Setting.PE.variable(), "PMI_RANK", "OMPI_COMM_WORLD_RANK", LOCAL);

    private Environment() {
    }

    /** {@code System.getenv} of one variable. */
    public static String getenv(String name) {
        ThreadPe pe = CurrentPe.find();
        return pe != null && RANKS.contains(name) ? rank(name, pe) : System.getenv(name);
    }

    /** {@code System.getenv}. */
    public static Map<String, String> getenv() {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            return System.getenv();
        }
        Map<String, String> all = new TreeMap<>(System.getenv());
        RANKS.forEach(name -> all.put(name, rank(name, pe)));
        return Collections.unmodifiableMap(all);
    }

    /** {@code ProcessBuilder.start}: what the program has not changed is the PE's. */
    public static Process start(ProcessBuilder builder) throws IOException {
        ThreadPe pe = CurrentPe.find();
        if (pe != null) {
            Map<String, String> passed = builder.environment();
            for (String name : RANKS) {
                if (Objects.equals(passed.get(name), System.getenv(name))) {
                    passed.put(name, rank(name, pe));
                }
            }
        }
        return builder.start();
    }

    /** {@code Runtime.exec}. */
    public static Process exec(Runtime runtime, String[] words) throws IOException {
        return exec(runtime, words, null, null);
    }

    /** {@code Runtime.exec} with variables. */
    public static Process exec(Runtime runtime, String[] words, String[] variables) throws IOException {
        return exec(runtime, words, variables, null);
    }

    /** {@code Runtime.exec} with variables and a folder. */
    public static Process exec(Runtime runtime, String[] words, String[] variables, File folder) throws IOException {
        return variables == null ? start(new ProcessBuilder(words).directory(folder))
            : runtime.exec(words, variables, folder);
    }

    private static String rank(String name, ThreadPe pe) {
        return Integer.toString(name.equals(LOCAL) ? pe.number() - JobMemory.first() : pe.number());
    }
}
