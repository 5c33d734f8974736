// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.Setting;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The environment variables that tell a PE its number: ours, and those of other launchers. */
public final class RankVariables {
    /** Their names. */
    public static final List<String> NAMES = List.of(Setting.PE.variable(), "PMI_RANK", "OMPI_COMM_WORLD_RANK",
        "OMPI_COMM_WORLD_LOCAL_RANK");

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
        return all;
    }
}
