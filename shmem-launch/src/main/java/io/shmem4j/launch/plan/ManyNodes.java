// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import io.shmem4j.hang.PartWaits;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import java.io.OutputStream;
import java.util.List;
import java.util.ServiceLoader;

/** Service for jobs on several nodes. A jar provides it with an entry in {@code META-INF/services}. */
public abstract class ManyNodes {
    /** First argument that starts a node's agent. */
    public static final String AGENT = "--agent";
    /** First argument that starts the head of a job that JVMs join. */
    public static final String HEAD = "--head";

    /** First argument that deletes the folders of dead jobs, unlike {@code --clean}, which deletes more. */
    public static final String CLEAN = "--clean-jobs";

    /** The launcher as seen by an agent. */
    @FunctionalInterface
    public interface Launch {
        /** Runs a node's part of a job and {@return its exit status} */
        int run(List<String> words, NodeAgent agent);
    }

    /** Runs a job from its command line, given both raw and parsed, and {@return its exit status} */
    public abstract int head(List<String> words, CommandLineReader.Read segment, Installation installation);

    /** Runs as a node's agent for the head of a job and {@return the exit status} */
    public abstract int agent(Launch launch);

    /**
     * Runs as the head of a job that JVMs join.
     *
     * @param words        the job's description from the JVM that starts it
     * @param installation the library's jars
     * @return the exit status
     */
    public abstract int joined(List<String> words, Installation installation);

    public static ManyNodes find() {
        return ServiceLoader.load(ManyNodes.class, Installation.loader()).findFirst().orElseThrow(() ->
            new LaunchException(ExitStatus.LAUNCH, "the jar of shmem-ucx, which jobs on several nodes need, is not"
                + " installed"));
    }

    /** Connects a node's part of a job with the other nodes. */
    public abstract static class NodeAgent {
        public abstract NodePart part();

        /** {@return the destination for output to descriptor 1 or 2, of both PEs and launcher} */
        public abstract OutputStream output(int descriptor);

        /** {@return the heap size that all nodes agreed on, given the size that this node can provide} */
        public abstract long heap(long bytes);

        /**
         * Exposes the node's memory to the other nodes and waits until theirs is exposed. Called before the first PE
         * starts.
         */
        public abstract void open(JobFiles files);

        /** {@return whether the head has requested the PEs' positions} */
        public abstract boolean wantsWaits();

        public abstract void sendWaits(PartWaits waits);

        /** Reports to the head whether all remaining PEs have been waiting for a while. */
        public abstract void reportStuck(boolean stuck);

        /** Reports to the head that a PE has exceeded the user's limit for waits. */
        public abstract void reportLongWait();

        /** Ends the job on this node. If the PEs ended by themselves, waits for the other nodes' PEs. */
        public abstract void end(boolean byThemselves);

        /**
         * Announces the death of a JVM's PEs to all nodes, in a job that survives deaths.
         *
         * @param mayRestart whether the PEs may be restarted
         * @param lines      one line per PE, with its status and process
         * @return whether they are restarted, a space, and the number of restarts so far; null if the job is ending
         */
        public abstract String announceDeaths(boolean mayRestart, List<String> lines);

        public abstract void summary(String line);
    }
}
