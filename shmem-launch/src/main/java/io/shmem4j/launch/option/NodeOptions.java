// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import java.nio.file.Path;
import java.util.Map;

/** Where the PEs of a job on several nodes run. */
public final class NodeOptions {
    /** Hosts, with numbers of PEs. */
    public String hosts;

    /** The same in a file. */
    public Path hostFile;

    /** How agents are started. */
    public String starter;

    /** Nodes on this machine. */
    public Integer split;

    /** UCX transports. */
    public String transports;

    /**
     * {@return whether the job has several nodes}
     *
     * @param environment in which a Slurm allocation of several nodes says so; a step in it has a node of its own
     */
    public boolean any(Map<String, String> environment) {
        return hosts != null || hostFile != null || starter != null || split != null || transports != null
            || environment.getOrDefault("SLURM_JOB_NUM_NODES", "1").matches("0*([2-9]|[1-9][0-9]+)")
            && !environment.containsKey("SLURM_STEP_ID");
    }

    /**
     * {@return whether it is one of these options}, which is noted then
     *
     * @param option which was given
     * @param value  behind it, null for a flag
     * @throws IllegalArgumentException if the value is none for it
     */
    boolean set(LauncherOption option, String value) {
        switch (option) {
            case HOSTS -> hosts = value;
            case HOSTFILE -> hostFile = Path.of(value);
            case STARTER -> starter = value;
            case SPLIT -> split = Options.whole(value);
            case UCX_TLS -> transports = value;
            default -> {
                return false;
            }
        }
        return true;
    }
}
