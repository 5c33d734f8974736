// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * Observes and changes a PE's calls, for statistics, simulation, schedule exploration and race detection. A backend's
 * observer overrides what it needs; by default nothing is observed.
 */
public class Observer {
    /** The observer of backends that are not observed. */
    public static final Observer NONE = new Observer();

    protected Observer() {
    }

    // ---- the program's calls -----------------------------------------------------------------------------------

    /**
     * Called when a routine of a context begins; the backend's calls until it returns belong to it. Only in charged
     * memory, see {@link JobMemory#charged}, and for race detection.
     *
     * @param pe   the PE it accesses, -1 for none
     * @param type the element type of an atomic on a type other than an integer
     */
    public void begin(Routine routine, int pe, Class<?> type) {
    }

    /** Called after a fetching non-blocking atomic has run; the program may use its result after quiet. */
    public void fetch(MemorySegment result, long first, long bytes) {
    }

    /** Called when a context is closed, after its operations are complete. */
    public void closeContext() {
    }

    /** Makes this context's atomics atomic only with those of contexts of the same team. */
    public void confineToTeam() {
    }

    /** {@return whether a test that could succeed should fail spuriously} */
    public boolean failsTest() {
        return false;
    }

    /** {@return the map that a container calls: the given one, or one that also records its operations} */
    public WordMap record(WordMap map, String name) {
        return map;
    }

    /** {@return the queue that a container calls: the given one, or one that also records its operations} */
    public LongQueue record(LongQueue queue, int capacity, String name) {
        return queue;
    }

    /** Called when a pool adds a task. */
    public void addTask(String pool, long task) {
    }

    /** Called before a pool runs a task. */
    public void runTask(String pool, long task) {
    }

    /**
     * {@return the backend through which collectives and views access other PEs}
     *
     * @param calls whether each access counts as a call of put or get, not as an access through a pointer
     */
    public Backend remote(Backend backend, boolean calls) {
        return backend;
    }

    /** Orders this PE's last store before its next atomic on the same PE, as a fence does. */
    public void fenceLast(Backend backend) {
        backend.fence();
    }

    /** Completes this PE's operations on some PEs. */
    public void quiet(Backend backend, int[] pes) {
        backend.quiet();
    }

    // ---- statistics --------------------------------------------------------------------------------------------

    /** Counts a call of this PE; called only while counting is selected. */
    public void count(long bytes) {
    }

    public void useHeap(long bytes) {
    }

    /**
     * Called when this PE enters its next collective of all PEs; only while recording.
     *
     * @param timed whether to take the time even if no PE waits for this one
     */
    public void arrive(boolean timed) {
    }

    /** {@return the PE that arrived last at this PE's last collective of all PEs; -1 if unknown} */
    public int lastToArrive() {
        return -1;
    }

    /** Prints lines about this PE, starting with its number; equal texts of several PEs are printed once. */
    public void report(String text) {
        System.err.print(text);
    }

    /** {@return the file for a snapshot that a tool has requested, or null; called on PE 0} */
    public String snapshotWanted() {
        return null;
    }

    /** Answers the tool that requested a snapshot; {@code problem} is empty if the file was written. */
    public void answerSnapshot(String file, String problem) {
    }

    /** The map in a container, with keys and values of words. */
    public interface WordMap {
        /**
         * {@return the words of a key's value in an array, or null}
         *
         * @param room returns an array of a given length or longer
         */
        long[] get(long[] key, IntFunction<long[]> room);

        /**
         * Changes the value of a key, and {@return the value before, or null}
         *
         * @param change returns the value after the given one, where null is no value; the same array changes nothing
         */
        long[] change(long[] key, UnaryOperator<long[]> change);
    }

    /** The queue in a container. */
    public interface LongQueue {
        /** {@return whether there was room for the element} */
        boolean offer(long element);

        /** Removes up to {@code most} elements, and {@return their number} */
        int poll(long[] elements, int most);
    }
}
