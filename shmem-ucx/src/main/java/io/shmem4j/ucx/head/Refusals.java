// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.head;

import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.CommandLineReader;
import java.util.Set;

/** Refuses options that work on one node only. */
final class Refusals {
    private static final Set<String> OF_ONE_NODE = Set.of("--backend", "--checkpoint", "--checkpoint-interval",
        "--restart", "--keep-files", "--trace", "--trace-size", "--output-filename", "--tee", "--stdin", "--debug-port",
        "--debug-pe", "--show-progress", "--exit-report", "--do-not-launch");

    private Refusals() {
    }

    static void check(CommandLineReader.Read segment) {
        for (String name : segment.given()) {
            if (OF_ONE_NODE.contains(name)) {
                throw LaunchException.usage(name + " works on one node only; leave it out, or run the job without"
                    + " --hosts, --hostfile, --starter and --split");
            }
        }
    }
}
