// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.Setting;
import io.shmem4j.spi.JobMemory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The environment variables that tell a PE its number: ours, and those of other launchers. */
public final class RankVariables {
    /** The one that counts from the node's first PE. */
    public static final String LOCAL = "OMPI_COMM_WORLD_LOCAL_RANK";
    /** Their names. */
    public static final List<String> NAMES = List.of(Setting.PE.variable(), "PMI_RANK", "OMPI_COMM_WORLD_RANK",
        LOCAL);

    private RankVariables() {
    }

    /**
     * {@return an environment with a PE's}
     *
     * @param environment of its process
     * @param pe its number
     */
    static Map<String, String> with(Map<String, String> environment, int pe) {
        Map<String, String> all = new TreeMap<>(environment);
        NAMES.forEach(name -> all.put(name, Integer.toString(pe)));
        all.put(LOCAL, Integer.toString(pe - JobMemory.first()));
        return all;
    }
}
