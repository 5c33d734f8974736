// SPDX-License-Identifier: Apache-2.0
package mpi;

/** The neighbours of a process in a distributed graph. */
public final class DistGraphNeighbors {
    private final int[] sources;
    private final int[] destinations;

    DistGraphNeighbors(int[] sources, int[] destinations) {
        this.sources = sources;
        this.destinations = destinations;
    }

    /** {@return number of processes from which edges come} */
    public int getInDegree() {
        return sources.length;
    }

    /** {@return number of processes to which edges lead} */
    public int getOutDegree() {
        return destinations.length;
    }

    /** {@return a process from which an edge comes} */
    public int getSource(int i) {
        return sources[i];
    }

    /** {@return a process to which an edge leads} */
    public int getDestination(int i) {
        return destinations[i];
    }

    /** {@return whether edges have weights: never} */
    public boolean isWeighted() {
        return false;
    }
}
