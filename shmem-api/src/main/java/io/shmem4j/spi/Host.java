// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Finds the backend of the running PE: by the process, by the thread, or by the schedule of a simulation.
 *
 * <p>The system property {@value #PROPERTY} names the class, which needs a public constructor without parameters.
 */
public abstract class Host {
    /** Property with the host class; by default shared memory, with this JVM as one PE or with its threads as PEs. */
    public static final String PROPERTY = "shmem4j.host";
    private static final String DEFAULT = "io.shmem4j.pe.LocalHost";

    /** The host of the job that {@link #within} is running, or null. */
    private static volatile Host inner;

    /** {@return the host of a job that uses this JVM's memory for a while, or null} */
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

    /** {@return the calling PE's backend, mapped and ready; the first call waits for nothing but the mapping} */
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
     * Makes the calling thread a PE of a job that JVMs join by its name; {@return its backend, whose memory is mapped}
     * Waits only for the end of an earlier job.
     */
    public Backend join(JoinRequest request) {
        throw new IllegalStateException("Shmem.join: this JVM runs PEs of a job already, which can't join another one; "
            + "start the program by java");
    }

    /**
     * {@return the backend of the PE that the calling thread works for, or would work for without joining a job; else
     * null}
     */
    public Backend ownBackend() {
        return backend();
    }

    /** {@return the host, or null if the class path has no backend} */
    public static Host find() {
        String name = System.getProperty(PROPERTY, DEFAULT);
        try {
            return (Host) create(name);
        } catch (ClassNotFoundException e) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " is no backend", e);
        }
    }

    /**
     * {@return a new object of a class that a setting names} Asks the library's loader, the thread's and the system's,
     * which differ in an executable jar or a web container.
     */
    public static Object create(String name) throws ReflectiveOperationException {
        ClassNotFoundException missing = null;
        for (ClassLoader loader : Arrays.asList(Host.class.getClassLoader(),
            Thread.currentThread().getContextClassLoader(), ClassLoader.getSystemClassLoader())) {
            try {
                return Class.forName(name, true, loader).getConstructor().newInstance();
            } catch (ClassNotFoundException e) {
                missing = e;
            }
        }
        throw missing;
    }

    /**
     * A request to become a PE of a job that JVMs join.
     *
     * @param name      the job's name
     * @param pe        number of the PE, {@link #ANY} for the lowest free one
     * @param nPes      number of PEs
     * @param heapBytes size of each PE's symmetric heap, 0 for the job's or the standard size
     * @param folder    memory file system
     * @param nanos     time limit for the other PEs to join
     * @param settings  a line for each setting that must be equal on all PEs
     * @param nodes     the PEs' machines, null for this machine only
     * @param outlives  whether the job survives the death of a PE
     * @param takesOver whether to continue such a job after the death of all
     */
    public record JoinRequest(String name, int pe, int nPes, long heapBytes, Path folder, long nanos, String settings,
        Nodes nodes, boolean outlives, boolean takesOver) {
        /** Stands for the lowest free number. */
        public static final int ANY = -1;
    }

    /**
     * The machines of a job that JVMs join, each with a block of PEs.
     *
     * @param starter how to run a command on another machine, as in {@code oshrun --starter}
     * @param hosts   the machines' names, separated by commas, or a Slurm host list
     * @param counts  number of PEs of each machine
     * @param node    index of this machine
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
