// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** Where the PEs of a job on several nodes run. */
public final class NodeOptions {
    /** Hosts, with numbers of PEs. */
    @Option(names = "--hosts", paramLabel = "HOST[:PES],...",
        description = "run on these hosts, PEs numbered in blocks; what joins them is UCX")
    public String hosts;

    /** The same in a file. */
    @Option(names = "--hostfile", paramLabel = "FILE", description = "the same from a file, HOST[:PES] a line")
    public Path hostFile;

    /** How agents are started. */
    @Option(names = "--starter", paramLabel = "ssh|srun|exec:PATH",
        description = "what starts a command on a host (default: ssh, in a Slurm allocation srun); without --hosts"
            + " those of the allocation; exec: a script that gets the host, then the command")
    public String starter;

    /** Nodes on this machine. */
    @Option(names = "--split", paramLabel = "N",
        description = "divide the PEs among N nodes that all are this machine, to test programs for several")
    public Integer split;

    /** UCX transports. */
    @Option(names = "--ucx-tls", paramLabel = "LIST",
        description = "UCX's transports between nodes (default: $UCX_TLS, else tcp,self)")
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
}
