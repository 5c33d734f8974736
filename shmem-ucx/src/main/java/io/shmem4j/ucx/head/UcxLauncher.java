// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.head;

import io.shmem4j.launch.Installation;
import io.shmem4j.launch.node.ManyNodes;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.ucx.agent.Agent;
import java.util.List;

/** Launches jobs on several nodes that access each other through UCX. */
public final class UcxLauncher extends ManyNodes {
    /** Made by the service loader. */
    public UcxLauncher() {
        // The launcher calls head or agent.
    }

    @Override
    public int head(List<String> words, CommandLineReader.Read segment, Installation installation) {
        Refusals.check(segment);
        return new Head(JobLayout.of(words, segment), installation).run();
    }

    @Override
    public int agent(Launch launch) {
        return Agent.run(launch);
    }
}
