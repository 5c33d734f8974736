// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.launch.plan.ManyNodes;
import java.util.List;
import java.util.Set;

/** Launches jobs on several nodes that access each other through UCX. */
public final class UcxLauncher extends ManyNodes {
    private static final Set<String> OF_ONE_NODE = Set.of("--backend", "--checkpoint", "--checkpoint-interval",
        "--restart", "--keep-files", "--trace", "--trace-size", "--output-filename", "--tee", "--stdin",
        "--debug-port", "--debug-pe", "--exit-report", "--do-not-launch");

    @Override
    public int head(List<String> words, CommandLineReader.Read segment, Installation installation) {
        refuseOptionsOfOneNode(segment);
        return new Head(JobLayout.of(words, segment), installation).run();
    }

    @Override
    public int joined(List<String> words, Installation installation) {
        Head head = new Head(JobLayout.ofJoined(words), installation);
        Thread.ofPlatform().daemon().name("shmem4j from PE 0").start(head::watchStarter);
        return head.run();
    }

    @Override
    public int agent(Launch launch) {
        return Agent.run(launch);
    }

    static void refuseOptionsOfOneNode(CommandLineReader.Read segment) {
        for (String name : segment.given()) {
            if (OF_ONE_NODE.contains(name)) {
                throw LaunchException.usage(name + " works on one node only; leave it out, or run the job without"
                    + " --hosts, --hostfile, --starter and --split");
            }
        }
    }
}
