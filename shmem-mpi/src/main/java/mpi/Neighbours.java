// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.collective.Exchanges;
import io.shmem4j.mpi.collective.Exchanges.Parts;
import io.shmem4j.mpi.message.Part;
import java.nio.Buffer;

/** Exchanges with the neighbours in a grid or graph, in Open MPI's spelling. */
abstract class Neighbours extends Collectives {
    private int[] sources;
    private int[] destinations;
    private boolean grid;

    /** Sets the neighbours; in a grid they are the ones before and behind in each dimension. */
    final void neighbours(int[] newSources, int[] newDestinations, boolean ofGrid) {
        sources = newSources;
        destinations = newDestinations;
        grid = ofGrid;
    }

    private void exchange(Parts out, Parts in) {
        if (sources == null) {
            throw new MPIException("the communicator has no neighbours: it is neither a grid nor a graph");
        }
        run(() -> Exchanges.exchange(core().collective(), sources, destinations, grid, out, in));
    }

    private static int count(int[] neighbours) {
        return neighbours == null ? 0 : neighbours.length;
    }

    private static Parts equal(Object buf, int count, Datatype type) {
        return Parts.equal(part(buf, 0, count, type));
    }

    /** Sends elements to all neighbours and collects theirs. */
    public final void neighborAllGather(Object sendBuf, int sendCount, Datatype sendType, Object recvBuf,
        int recvCount, Datatype recvType) {
        Part out = part(sendBuf, 0, sendCount, sendType);
        exchange(neighbour -> out, equal(recvBuf, recvCount, recvType));
    }

    /** Sends elements to all neighbours and collects theirs, numbers and places of their own. */
    public final void neighborAllGatherv(Object sendBuf, int sendCount, Datatype sendType, Object recvBuf,
        int[] recvCounts, int[] displs, Datatype recvType) {
        Part out = part(sendBuf, 0, sendCount, sendType);
        exchange(neighbour -> out, varied(recvBuf, 0, recvCounts, displs, recvType, count(sources)));
    }

    /** Sends a part to each neighbour and collects one from each. */
    public final void neighborAllToAll(Object sendBuf, int sendCount, Datatype sendType, Object recvBuf,
        int recvCount, Datatype recvType) {
        exchange(equal(sendBuf, sendCount, sendType), equal(recvBuf, recvCount, recvType));
    }

    /** Sends a part to each neighbour and collects one from each, numbers and places of their own. */
    public final void neighborAllToAllv(Object sendBuf, int[] sendCounts, int[] sendDispls, Datatype sendType,
        Object recvBuf, int[] recvCounts, int[] recvDispls, Datatype recvType) {
        exchange(varied(sendBuf, 0, sendCounts, sendDispls, sendType, count(destinations)),
            varied(recvBuf, 0, recvCounts, recvDispls, recvType, count(sources)));
    }

    /** Sends a part to each neighbour and collects one from each, of types and places in bytes of their own. */
    public final void neighborAllToAllw(Buffer sendBuf, int[] sendCounts, int[] sendDispls, Datatype[] sendTypes,
        Buffer recvBuf, int[] recvCounts, int[] recvDispls, Datatype[] recvTypes) {
        exchange(i -> bytesAt(sendBuf, sendDispls[i], sendCounts[i], sendTypes[i]),
            i -> bytesAt(recvBuf, recvDispls[i], recvCounts[i], recvTypes[i]));
    }
}
