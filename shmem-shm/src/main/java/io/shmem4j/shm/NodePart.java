// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Host.Nodes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.ServiceLoader;

/**
 * This node's part of a job, read from {@value #FILE} in the job's folder. Jobs on one node have no such file.
 *
 * <p>The heap file has room for all PEs, with holes for those of other nodes, and for one more region with data that
 * this node's PEs send and receive.
 *
 * @param nodes number of nodes; 0 in a job without agents
 * @param first first PE of this node
 * @param cores the number of cores of all nodes; equal on all PEs, so that they choose the same algorithms
 */
public record NodePart(int node, int nodes, int first, int count, int cores, String job) {
    public static final String FILE = "node";
    /** The file in which backends find the addresses of other nodes. */
    public static final String CARDS = "cards";

    /** {@return this machine's part of a joined job; the number of cores is unknown until the agent starts} */
    public static NodePart ofJoined(String job, Nodes nodes) {
        return new NodePart(nodes.node(), nodes.counts().size(), nodes.first(), nodes.count(), 0, job);
    }

    /** {@return the part of a job on one node} */
    public static NodePart whole(String job, int nPes) {
        return new NodePart(0, 0, 0, nPes, 0, job);
    }

    /** {@return whether the job is on one node and therefore has no agents} */
    public boolean isWhole() {
        return nodes == 0;
    }

    public boolean has(int pe) {
        return pe >= first && pe < first + count;
    }

    /** {@return the part that a folder contains of a job with {@code nPes} PEs} */
    public static NodePart of(JobFiles files, int nPes) throws IOException {
        if (Files.notExists(files.file(FILE))) {
            return whole(files.job(), nPes);
        }
        try {
            return of(Files.readString(files.file(FILE)));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(files.file(FILE) + " is damaged", e);
        }
    }

    /** {@return the part that {@link #text} has formatted} */
    public static NodePart of(String text) {
        String[] words = text.split(" ");
        return new NodePart(Integer.parseInt(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]),
            Integer.parseInt(words[3]), Integer.parseInt(words[4]), words[5]);
    }

    public String text() {
        return node + " " + nodes + " " + first + " " + count + " " + cores + " " + job;
    }

    public void write(JobFiles files) throws IOException {
        files.writeWhole(FILE, text());
    }

    /** Writes the addresses, a line per node, for PEs that wait for them. */
    public static void writeCards(JobFiles files, String cards) throws IOException {
        files.writeWhole(CARDS, cards + "\n");
    }

    /** {@return whether {@link #writeCards} has completed} */
    public static boolean hasCards(JobFiles files) {
        return Files.exists(files.file(CARDS));
    }

    /** {@return the id of this part's folder, which differs from those of other parts on the same machine} */
    public String folderId() {
        return isWhole() ? job : job + "." + node;
    }

    /** {@return the factory for this process's backends} */
    public NodeBackends load() {
        return ServiceLoader.load(NodeBackends.class, NodePart.class.getClassLoader()).findFirst().orElseThrow(() ->
            new ShmemException("job " + job + ": the class path has no jar of shmem-ucx, which jobs on several "
                + "machines need"));
    }

    /** The service that creates the backends of PEs in jobs on several nodes. */
    public abstract static class NodeBackends {
        /** {@return a PE's backend; the calling thread is the PE's first} */
        public abstract NodeBackend backend(int pe, ShmJob job, PeLife life);

        /** Throws if this process can't join a job on several nodes. */
        public abstract void require(String job);

        /** Starts the head of a joined job; {@code words} are the arguments of its command. */
        public abstract Process head(List<String> words) throws IOException;
    }
}
