// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Finds the backend of the PE that is running: by the process, by the thread, or by the schedule of a simulation.
 *
 * <p>The system property {@value #PROPERTY} names the class, which needs a public constructor without parameters.
 */
public abstract class Host {
    /** Names the host class; absent means shared memory, with this JVM as one PE or with its threads as PEs. */
    public static final String PROPERTY = "shmem4j.host";
    private static final String DEFAULT = "io.shmem4j.pe.LocalHost";

    /** The host of the job that {@link #within} runs now, or null. */
    private static volatile Host inner;

    /** {@return the host of a job that has this JVM's memory for a while, or null} */
    protected static Host inner() {
        return inner;
    }

    /** Runs an action whose threads get their backends from another host than this JVM's. */
    protected static void within(Host host, Runnable action) {
        inner = host;
        try {
            action.run();
        } finally {
            inner = null;
        }
    }

    /** {@return the calling PE's backend, mapped and ready; the first call may wait for nothing but the mapping} */
    public abstract Backend backend();

    /** Work of a PE that {@link #run} starts. */
    @FunctionalInterface
    public interface Task {
        /** Runs on one PE. The program does not handle its exceptions. */
        void run() throws Throwable;
    }

    /** Runs a job of PEs in threads of this JVM, and returns when the last of them has ended. */
    public void run(int nPes, Task task) {
        throw new IllegalStateException("Shmem.run: this JVM runs PEs of a job already, which can't start others; "
            + "start the program by java");
    }

    /**
     * Makes the calling thread a PE of a job that JVMs join by its name, and {@return its backend, whose memory is
     * mapped} Waits for nobody but the end of a job before it.
     */
    public Backend join(JoinRequest request) {
        throw new IllegalStateException("Shmem.join: this JVM runs PEs of a job already, which can't join another one; "
            + "start the program by java");
    }

    /** {@return whether the calling thread works for a PE, or would without joining a job} */
    public boolean hasPe() {
        return true;
    }

    /** {@return the host, or null if the class path has no backend} */
    public static Host find() {
        String name = System.getProperty(PROPERTY, DEFAULT);
        try {
            return (Host) Class.forName(name).getConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " is no backend", e);
        }
    }

    /**
     * A request to become a PE of a job that JVMs join.
     *
     * @param name      the job's
     * @param pe        number of the PE, {@link #ANY} for the lowest that is free
     * @param nPes      number of all PEs
     * @param heapBytes symmetric heap of each PE, 0 for that of the others or the standard one
     * @param folder    memory file system
     * @param nanos     how long to wait for the others
     * @param settings  a line for each setting that all PEs must have in common
     * @param nodes     the machines of the PEs, null for this one alone
     * @param outlives  whether the job survives the death of a PE
     */
    public record JoinRequest(String name, int pe, int nPes, long heapBytes, Path folder, long nanos, String settings,
        Nodes nodes, boolean outlives) {
        /** Represents the lowest free number. */
        public static final int ANY = -1;
    }

    /**
     * The machines of a job that JVMs join, each with a block of PEs.
     *
     * @param starter how a command gets to another machine, as {@code oshrun --starter} takes it
     * @param hosts   their names, with commas, or a list of Slurm's
     * @param counts  PEs of each
     * @param node    number of this one
     */
    public record Nodes(String starter, String hosts, List<Integer> counts, int node) {
        /** {@return world number of this machine's first PE} */
        public int first() {
            return counts.subList(0, node).stream().mapToInt(Integer::intValue).sum();
        }

        /** {@return number of this machine's PEs} */
        public int count() {
            return counts.get(node);
        }

        /** {@return the numbers of a Slurm list such as {@code 4(x2),3}; empty if the text is malformed} */
        public static List<Integer> ofTasks(String text) {
            List<Integer> numbers = new ArrayList<>();
            for (String word : text.split(",")) {
                if (!word.matches("\\d{1,6}(\\(x\\d{1,6}\\))?")) {
                    return List.of();
                }
                String[] count = word.split("[(x)]+");
                numbers.addAll(Collections.nCopies(count.length == 1 ? 1 : Integer.parseInt(count[1]),
                    Integer.valueOf(count[0])));
            }
            return numbers;
        }
    }
}
