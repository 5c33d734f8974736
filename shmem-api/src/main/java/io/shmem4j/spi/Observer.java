// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/**
 * What tools see of a PE's calls, and change in them: statistics, simulation, schedule exploration, race detection. A
 * backend's observer overrides what it needs; the methods here do what happens without one.
 */
public class Observer {
    /** The observer of backends that are not observed. */
    public static final Observer NONE = new Observer();

    protected Observer() {
    }

    // ---- the program's calls -----------------------------------------------------------------------------------

    /**
     * A routine of a context begins; what the backend does until it returns belongs to it. Called only in charged
     * memory, see {@link JobMemory#charged}, and for race detection.
     *
     * @param pe   the PE it accesses, -1 for none
     * @param type the element type of an atomic on other types than integers
     */
    public void begin(Routine routine, int pe, Class<?> type) {
    }

    /** A fetching non-blocking atomic has run; its result may be used after quiet. */
    public void fetch(MemorySegment result, long first, long bytes) {
    }

    /** The operations of a context are complete, and the context is closed. */
    public void closeContext() {
    }

    /** From now on this context's atomics are atomic only with those of contexts of the same team. */
    public void confineToTeam() {
    }

    /** {@return whether a test that could succeed fails spuriously} */
    public boolean failsTest() {
        return false;
    }

    /** {@return the history that container operations are checked against, null if they are not checked} */
    public History history() {
        return null;
    }

    /**
     * {@return the backend through which collectives and views access other PEs}
     *
     * @param calls whether each access is a call of put or get, not one through a pointer
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

    /** Counts a call of this PE; runs only where counting is selected. */
    public void count(long bytes) {
    }

    /** Publishes the heap usage of this PE. */
    public void useHeap(long bytes) {
    }

    /**
     * This PE enters its next collective of all PEs; runs only while recording.
     *
     * @param timed whether to take the time even if no PE waits for this one
     */
    public void arrive(boolean timed) {
    }

    /** {@return the PE that arrived last at this PE's last collective of all PEs; -1 if unknown} */
    public int lastToArrive() {
        return -1;
    }

    /** Prints lines about this PE, the first of which begins with its number; equal ones of several PEs once. */
    public void report(String text) {
        System.err.print(text);
    }

    /** {@return the file for a snapshot that a tool has requested, or null; called on PE 0} */
    public String snapshotWanted() {
        return null;
    }

    /** Answers the tool with the problem in writing its snapshot, empty without one. */
    public void answerSnapshot(String file, String problem) {
    }

    /** Operations on shared objects, each of which should appear to happen at one moment. */
    public interface History {
        /** The effect of an operation that runs alone. */
        interface Effect {
            /**
             * {@return the operation's result}
             *
             * @param state its only element is the object's state, null at first, and receives the next one; states and
             *              results are compared by {@code equals}
             */
            Object on(Object[] state);
        }

        /**
         * Runs an operation and records its call and return. An operation that throws may have happened or not.
         *
         * @param object    the object; only operations on equal objects are ordered
         * @param name      the operation with its arguments, for reports
         * @param operation runs it
         * @param effect    what it is expected to do
         */
        <R> R make(Object object, String name, Supplier<R> operation, Effect effect);
    }
}
