// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Host.Nodes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * This node's part of a job, from the {@value #FILE} file of the job folder; jobs on one node have no such file.
 *
 * <p>The heap file of such a node has room for the regions of all PEs, those of other nodes being holes, and one more
 * region for what this node's PEs send and fetch.
 *
 * @param first    world number of its first PE
 * @param cores    that the PEs of all nodes share; all PEs must know the same to choose the same algorithms
 * @param backends name of the class that makes backends, a {@link NodeBackends}
 */
public record NodePart(int node, int nodes, int first, int count, int cores, String backends, String job) {
    public static final String FILE = "node";
    /** Name of the file in which backends find how other nodes are reached. */
    public static final String CARDS = "cards";
    private static final String UCX = "io.shmem4j.ucx.UcxNodes";

    /** {@return the part of a machine in a joined job; the later agent knows the cores} */
    public static NodePart ofJoined(String job, Nodes nodes) {
        return new NodePart(nodes.node(), nodes.counts().size(), nodes.first(), nodes.count(), 0, UCX, job);
    }

    /** {@return the part of a job's only node} */
    public static NodePart whole(String job, int nPes) {
        return new NodePart(0, 1, 0, nPes, 0, "", job);
    }

    /** {@return whether the job has no other node, so no agent either} */
    public boolean isWhole() {
        return backends.isEmpty();
    }

    public boolean has(int pe) {
        return pe >= first && pe < first + count;
    }

    /** {@return the part that a folder has of a job with so many PEs} */
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

    /** {@return the part that {@link #text} says} */
    public static NodePart of(String text) {
        String[] words = text.split(" ");
        return new NodePart(Integer.parseInt(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]),
            Integer.parseInt(words[3]), Integer.parseInt(words[4]), words[5], words[6]);
    }

    public String text() {
        return node + " " + nodes + " " + first + " " + count + " " + cores + " " + backends + " " + job;
    }

    public void write(JobFiles files) throws IOException {
        files.writeWhole(FILE, text());
    }

    /** Makes the file of cards, a line for each node, for PEs that wait for it. */
    public static void writeCards(JobFiles files, String cards) throws IOException {
        files.write(CARDS, cards + "\n");
    }

    /** {@return whether {@link #writeCards} has made the whole file} */
    public static boolean hasCards(JobFiles files) throws IOException {
        return Files.exists(files.file(CARDS)) && Files.readString(files.file(CARDS)).endsWith("\n");
    }

    /** {@return the id of this part's folder, different for each part on one machine} */
    public String folderId() {
        return isWhole() ? job : job + "." + node;
    }

    /** {@return what makes the backends of this process} */
    public NodeBackends load() {
        try {
            return (NodeBackends) Class.forName(backends).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new ShmemException("job " + job + ": the class path has no jar of shmem-ucx, which jobs on several "
                + "machines need", e);
        }
    }

    /** Makes the backends of PEs whose job has other nodes; one a process, by a constructor without parameters. */
    public abstract static class NodeBackends {
        /** {@return a PE's backend; the calling thread is its first} */
        public abstract NodeBackend backend(int pe, ShmJob job, PeLife life);

        /** Refuses a job of some name that this process can't take part in, before it joins. */
        public abstract void require(String job);

        /** Starts the head of a job that JVMs join, with words behind the name of the command. */
        public abstract Process head(List<String> words) throws IOException;
    }
}
