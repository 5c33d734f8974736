// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.collective.Groups;
import io.shmem4j.mpi.message.Communicator;

/** A communicator whose processes form a graph, in Open MPI's spelling; it may be distributed. */
public final class GraphComm extends Graphcomm {
    private final int[] sources;
    private final int[] destinations;
    private final boolean distributed;

    /** Makes a distributed graph of neighbours. */
    GraphComm(Communicator core, int[] sources, int[] destinations) {
        this(core, new int[0], new int[0], sources, destinations, true);
    }

    private GraphComm(Communicator core, int[] index, int[] edges, int[] sources, int[] destinations,
        boolean distributed) {
        super(core, index, edges);
        this.sources = sources;
        this.destinations = destinations;
        this.distributed = distributed;
        neighbours(sources, destinations, false);
    }

    static GraphComm whole(Communicator core, int[] index, int[] edges) {
        int[] own = core == null ? new int[0] : new GraphParms(index, edges).of(core.rank());
        return new GraphComm(core, index, edges, own, own, false);
    }

    @Override
    public GraphComm dup() {
        return distributed ? new GraphComm(Groups.duplicate(core()), sources, destinations) : super.dup();
    }

    @Override
    public int getTopology() {
        return distributed ? MPI.DIST_GRAPH : MPI.GRAPH;
    }

    /** {@return the neighbours of this process} */
    public DistGraphNeighbors getDistGraphNeighbors() {
        return new DistGraphNeighbors(sources.clone(), destinations.clone());
    }
}
