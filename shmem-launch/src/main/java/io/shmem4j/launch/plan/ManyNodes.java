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

/** Runs jobs on several nodes. A jar adds it to {@code oshrun} by naming a subclass in {@code META-INF/services}. */
public abstract class ManyNodes {
    /** The word that makes a launcher the agent of a node. */
    public static final String AGENT = "--agent";
    /** The word that makes a launcher the head of a job that JVMs join. */
    public static final String HEAD = "--head";

    /** The word that makes a launcher remove the folders of dead jobs, and nothing else that {@code --clean} does. */
    public static final String CLEAN = "--clean-jobs";

    /** The launcher, as an agent uses it. */
    @FunctionalInterface
    public interface Launch {
        /** {@return the exit status of a node's part of a job} */
        int run(List<String> words, NodeAgent agent);
    }

    /** {@return the exit status of a job, by its command line, as it is and parsed} */
    public abstract int head(List<String> words, CommandLineReader.Read segment, Installation installation);

    /** {@return the exit status of the agent of a node, which works for the head of a job} */
    public abstract int agent(Launch launch);

    /**
     * Runs as the head of a job that JVMs join.
     *
     * @param words        what the JVM that starts it says of the job
     * @param installation where the library is
     * @return the exit status
     */
    public abstract int joined(List<String> words, Installation installation);

    public static ManyNodes find() {
        return ServiceLoader.load(ManyNodes.class, Installation.loader()).findFirst().orElseThrow(() ->
            new LaunchException(ExitStatus.LAUNCH, "the jar of shmem-ucx, which jobs on several nodes need, is not"
                + " installed"));
    }

    /** Connects a node's part of a job with the other parts. */
    public abstract static class NodeAgent {
        public abstract NodePart part();

        /** {@return where what PEs and launcher write to descriptor 1 or 2 goes} */
        public abstract OutputStream output(int descriptor);

        /** {@return bytes of heap that every PE of the job gets, where this node can give so many} */
        public abstract long heap(long bytes);

        /**
         * Makes the node's memory accessible to other nodes, and returns when theirs is; before the first PE starts.
         */
        public abstract void open(JobFiles files);

        /** {@return whether the head wants to know where this node's PEs are} */
        public abstract boolean asked();

        public abstract void tell(PartWaits waits);

        /** Reports to the head whether nothing moves here: all remaining PEs wait, and have for a while. */
        public abstract void stuck(boolean whether);

        /** Reports to the head that a PE has waited for longer than the user's limit. */
        public abstract void waitedLong();

        /** The job is over on this node; where its PEs have ended by themselves, returns when all others have. */
        public abstract void over(boolean ended);

        /**
         * Announces a dead JVM's PEs to all nodes, in a job that outlives its PEs.
         *
         * @param suits whether they may start again
         * @param lines each has a PE, its status and its process
         * @return whether they start again, and behind a space how many JVMs have; null where the job is being ended
         */
        public abstract String died(boolean suits, List<String> lines);

        public abstract void summary(String line);
    }
}
