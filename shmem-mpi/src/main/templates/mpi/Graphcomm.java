// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.collective.Groups;
import io.shmem4j.mpi.message.Communicator;
import java.util.Arrays;

/** A communicator whose processes form a graph. */
public class Graphcomm extends Intracomm {
    /** The graph; of a distributed one, this process's own edges. */
    private final int[] index;
    private final int[] edges;

    Graphcomm(Communicator core, int[] index, int[] edges) {
        super(core);
        this.index = index;
        this.edges = edges;
    }

    static GraphComm of(Intracomm comm, int[] index, int[] edges) {
        if (index.length > comm.Size()) {
            throw new MPIException("a graph of " + index.length + " nodes is not one of " + comm.Size()
                + " processes");
        }
        Communicator core = Groups.split(comm.core(), comm.Rank() < index.length ? 0 : null, comm.Rank());
        return GraphComm.whole(core, index.clone(), edges.clone());
    }

    private int[] neighboursOf(int rank) {
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }

    @Override
    public GraphComm dup() {
        return GraphComm.whole(Groups.duplicate(core()), index, edges);
    }

    @Override
    public GraphComm clone() {
        return dup();
    }

//#each Get/Neighbours/Map/Topo_test
//#row Get | Neighbours | Map | Topo_test
//#row getTopo | getNeighbors | map | getTopology
    /** {@return the graph} */
    public GraphParms $Get$() {
        return new GraphParms(index.clone(), edges.clone());
    }

    /** {@return the neighbours of a rank} */
    public int[] $Neighbours$(int rank) {
        return neighboursOf(rank);
    }

    /** {@return the rank that this process would have in a graph, or {@link MPI#UNDEFINED}} */
    public int $Map$(int[] otherIndex, int[] otherEdges) {
        return Rank() < otherIndex.length ? Rank() : MPI.UNDEFINED;
    }

    /** {@return {@link MPI#GRAPH}} */
    @Override
    public int $Topo_test$() {
        return MPI.GRAPH;
    }

//#next
}
