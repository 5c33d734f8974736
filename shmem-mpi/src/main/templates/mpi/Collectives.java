// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.collective.Exchanges;
import io.shmem4j.mpi.collective.Exchanges.Parts;
import io.shmem4j.mpi.collective.Reductions;
import io.shmem4j.mpi.data.Data;
import io.shmem4j.mpi.message.Communicator;
import io.shmem4j.mpi.message.Part;
import java.io.UncheckedIOException;
import java.nio.Buffer;
import java.util.Arrays;
import java.util.function.IntSupplier;

/** Calls that all members of a communicator make in the same order. */
abstract class Collectives extends Messages {
    private Communicator all() {
        return core().collective();
    }

    private int requireRoot(int root) {
        if (root < 0 || root >= core().size()) {
            throw new MPIException("there is no rank " + root + " for a root, but there are ranks 0 to "
                + (core().size() - 1));
        }
        return root;
    }

    private boolean isRoot(int root) {
        return core().rank() == requireRoot(root);
    }

    /** Runs a collective whose failures become exceptions of MPI. */
    static void run(Runnable collective) {
        try {
            collective.run();
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new MPIException(e.getMessage(), e);
        }
    }

    /** Calls what may fail, as {@link #run(Runnable)} does; {@return its result} */
    static int run(IntSupplier call) {
        int[] result = {0};
        run(() -> {
            result[0] = call.getAsInt();
        });
        return result[0];
    }

    private static Parts equal(Object buf, int offset, int count, Datatype type, int members) {
        check(buf, offset, Math.multiplyExact(count, members), type);
        return Parts.equal(new Part(buf, offset, count, type.layout));
    }

    /** {@return parts of a buffer for all peers, after checks} */
    private Parts varied(Object buf, int offset, int[] counts, int[] displacements, Datatype type) {
        return varied(buf, offset, counts, displacements, type, core().peers().length);
    }

    /** {@return parts of a buffer for some members, after checks} */
    static Parts varied(Object buf, int offset, int[] counts, int[] displacements, Datatype type, int members) {
        if (counts.length < members || displacements.length < members) {
            throw new MPIException(counts.length + " counts and " + displacements.length + " displacements for "
                + members + " processes");
        }
        for (int i = 0; i < members; i++) {
            part(buf, offset, 0, type);
            if (counts[i] != 0) {
                Part part = new Part(buf, offset, 0, type.layout).at(displacements[i], counts[i]);
                check(buf, part.offset(), counts[i], type);
            }
        }
        return Parts.varied(new Part(buf, offset, 0, type.layout), counts, displacements);
    }

    private void gather(Part part, Parts parts, int root) {
        run(() -> Exchanges.gather(all(), part, parts, root));
    }

    private void scatter(Parts parts, Part part, int root) {
        run(() -> Exchanges.scatter(all(), parts, part, root));
    }

    private void exchange(Parts out, Parts in) {
        run(() -> Exchanges.exchange(all(), out, in));
    }

    private void allGather(Part part, Part all) {
        run(() -> Exchanges.allGather(all(), part, all));
    }

    /** {@return parts of all members, one behind the other, after checks} */
    private Part ofAll(Object buf, int offset, int count, Datatype type) {
        return part(buf, offset, Math.multiplyExact(count, core().size()), type);
    }

    private void reduce(Part part, Part result, Datatype type, Op op, int root) {
        run(() -> Reductions.reduce(all(), part, result, required(op).fold(type), op.isCommutative(), root));
    }

    private void allReduce(Part part, Part result, Datatype type, Op op) {
        run(() -> Reductions.allReduce(all(), part, result, required(op).fold(type), op.isCommutative()));
    }

    private void reduceScatter(Part part, Part result, int[] counts, Datatype type, Op op) {
        run(() -> Reductions.reduceScatter(all(), part, result, counts, required(op).fold(type), op.isCommutative()));
    }

    private void scan(Part part, Part result, Datatype type, Op op, boolean exclusive) {
        run(() -> Reductions.scan(all(), part, result, required(op).fold(type), exclusive));
    }

    private int sum(int[] counts) {
        if (counts.length < core().size()) {
            throw new MPIException(counts.length + " counts for " + core().size() + " processes");
        }
        return Arrays.stream(counts, 0, core().size()).reduce(0, (sum, count) -> {
            if (count < 0) {
                throw new MPIException("a message of " + count + " elements");
            }
            return Math.addExact(sum, count);
        });
    }

    private static Op required(Op op) {
        if (op == null) {
            throw new MPIException("a reduction without an operator");
        }
        return op;
    }

//#each Barrier/Bcast/Gather/Gatherv/Scatter/Scatterv/at/pos/sAt/sPos/rAt/rPos
//#row Barrier | Bcast | Gather | Gatherv | Scatter | Scatterv | , int offset | offset
//#     | , int sendOffset | sendOffset | , int recvOffset | recvOffset
//#row barrier | bcast | gather | gatherv | scatter | scatterv | | 0 | | 0 | | 0
    /** Waits until all members have called it. */
    public final void $Barrier$() {
        Exchanges.barrier(all());
    }

    /** Gives the root's elements to all members. */
    public final void $Bcast$(Object buf$at$, int count, Datatype type, int root) {
        Part part = part(buf, $pos$, count, type);
        requireRoot(root);
        run(() -> Exchanges.broadcast(all(), part, root));
    }

    /** Collects elements of all members at the root. */
    public final void $Gather$(Object sendBuf$sAt$, int sendCount, Datatype sendType, Object recvBuf$rAt$,
        int recvCount, Datatype recvType, int root) {
        gather(part(sendBuf, $sPos$, sendCount, sendType),
            isRoot(root) ? equal(recvBuf, $rPos$, recvCount, recvType, core().size()) : null, root);
    }

    /** Collects elements of all members at the root, numbers and places of their own. */
    public final void $Gatherv$(Object sendBuf$sAt$, int sendCount, Datatype sendType, Object recvBuf$rAt$,
        int[] recvCounts, int[] displs, Datatype recvType, int root) {
        gather(part(sendBuf, $sPos$, sendCount, sendType),
            isRoot(root) ? varied(recvBuf, $rPos$, recvCounts, displs, recvType) : null, root);
    }

    /** Gives each member a part of the root's elements. */
    public final void $Scatter$(Object sendBuf$sAt$, int sendCount, Datatype sendType, Object recvBuf$rAt$,
        int recvCount, Datatype recvType, int root) {
        scatter(isRoot(root) ? equal(sendBuf, $sPos$, sendCount, sendType, core().size()) : null,
            part(recvBuf, $rPos$, recvCount, recvType), root);
    }

    /** Gives each member a part of the root's elements, numbers and places of their own. */
    public final void $Scatterv$(Object sendBuf$sAt$, int[] sendCounts, int[] displs, Datatype sendType,
        Object recvBuf$rAt$, int recvCount, Datatype recvType, int root) {
        scatter(isRoot(root) ? varied(sendBuf, $sPos$, sendCounts, displs, sendType) : null,
            part(recvBuf, $rPos$, recvCount, recvType), root);
    }

//#next
//#each Allgather/Allgatherv/Alltoall/Alltoallv/sAt/sPos/rAt/rPos
//#row Allgather | Allgatherv | Alltoall | Alltoallv | , int sendOffset | sendOffset | , int recvOffset | recvOffset
//#row allGather | allGatherv | allToAll | allToAllv | | 0 | | 0
    /** Collects elements of all members on all of them. */
    public final void $Allgather$(Object sendBuf$sAt$, int sendCount, Datatype sendType, Object recvBuf$rAt$,
        int recvCount, Datatype recvType) {
        allGather(part(sendBuf, $sPos$, sendCount, sendType), ofAll(recvBuf, $rPos$, recvCount, recvType));
    }

    /** Collects elements of all members on all of them, numbers and places of their own. */
    public final void $Allgatherv$(Object sendBuf$sAt$, int sendCount, Datatype sendType, Object recvBuf$rAt$,
        int[] recvCounts, int[] displs, Datatype recvType) {
        Part own = part(sendBuf, $sPos$, sendCount, sendType);
        exchange(member -> own, varied(recvBuf, $rPos$, recvCounts, displs, recvType));
    }

    /** Gives each member a part of the elements of each. */
    public final void $Alltoall$(Object sendBuf$sAt$, int sendCount, Datatype sendType, Object recvBuf$rAt$,
        int recvCount, Datatype recvType) {
        Part out = ofAll(sendBuf, $sPos$, sendCount, sendType);
        Part in = ofAll(recvBuf, $rPos$, recvCount, recvType);
        run(() -> Exchanges.allToAll(all(), out, in));
    }

    /** Gives each member a part of the elements of each, numbers and places of their own. */
    public final void $Alltoallv$(Object sendBuf$sAt$, int[] sendCounts, int[] sendDispls, Datatype sendType,
        Object recvBuf$rAt$, int[] recvCounts, int[] recvDispls, Datatype recvType) {
        exchange(varied(sendBuf, $sPos$, sendCounts, sendDispls, sendType),
            varied(recvBuf, $rPos$, recvCounts, recvDispls, recvType));
    }

//#next
//#each Reduce/Allreduce/Reduce_scatter/Scan/sAt/sPos/rAt/rPos
//#row Reduce | Allreduce | Reduce_scatter | Scan | , int sendOffset | sendOffset | , int recvOffset | recvOffset
//#row reduce | allReduce | reduceScatter | scan | | 0 | | 0
    /** Combines the members' elements at the root. */
    public final void $Reduce$(Object sendBuf$sAt$, Object recvBuf$rAt$, int count, Datatype type, Op op, int root) {
        Part part = part(sendBuf, $sPos$, count, type);
        reduce(part, isRoot(root) ? part(recvBuf, $rPos$, count, type) : null, type, op, root);
    }

    /** Combines the members' elements on all of them. */
    public final void $Allreduce$(Object sendBuf$sAt$, Object recvBuf$rAt$, int count, Datatype type, Op op) {
        allReduce(part(sendBuf, $sPos$, count, type), part(recvBuf, $rPos$, count, type), type, op);
    }

    /** Combines the members' elements, and gives each member a part of the result. */
    public final void $Reduce_scatter$(Object sendBuf$sAt$, Object recvBuf$rAt$, int[] recvCounts, Datatype type,
        Op op) {
        reduceScatter(part(sendBuf, $sPos$, sum(recvCounts), type),
            part(recvBuf, $rPos$, recvCounts[core().rank()], type), recvCounts, type, op);
    }

    /** Combines the elements of the members up to this one. */
    public final void $Scan$(Object sendBuf$sAt$, Object recvBuf$rAt$, int count, Datatype type, Op op) {
        scan(part(sendBuf, $sPos$, count, type), part(recvBuf, $rPos$, count, type), type, op, false);
    }

//#next
    /** Collects elements of all members at the root, whose own are in their place. */
    public final void gather(Object buf, int count, Datatype type, int root) {
        if (isRoot(root)) {
            gather(null, equal(buf, 0, count, type, core().size()), root);
        } else {
            gather(part(buf, 0, count, type), null, root);
        }
    }

    /** Collects elements of all members at the root, for the root, whose own are in their place. */
    public final void gatherv(Object recvBuf, int[] recvCounts, int[] displs, Datatype recvType, int root) {
        gather(null, varied(recvBuf, 0, recvCounts, displs, recvType), requireRoot(root));
    }

    /** Collects elements of all members at the root, for the others. */
    public final void gatherv(Object sendBuf, int sendCount, Datatype sendType, int root) {
        gather(part(sendBuf, 0, sendCount, sendType), null, requireRoot(root));
    }

    /** Gives each member a part of the root's elements, whose own stay in their place. */
    public final void scatter(Object buf, int count, Datatype type, int root) {
        if (isRoot(root)) {
            scatter(equal(buf, 0, count, type, core().size()), null, root);
        } else {
            scatter(null, part(buf, 0, count, type), root);
        }
    }

    /** Gives each member a part of the root's elements, for the root, whose own stay in their place. */
    public final void scatterv(Object sendBuf, int[] sendCounts, int[] displs, Datatype sendType, int root) {
        scatter(varied(sendBuf, 0, sendCounts, displs, sendType), null, requireRoot(root));
    }

    /** Gives each member a part of the root's elements, for the others. */
    public final void scatterv(Object recvBuf, int recvCount, Datatype recvType, int root) {
        scatter(null, part(recvBuf, 0, recvCount, recvType), requireRoot(root));
    }

    /** Collects elements of all members on all of them; each member's own are in their place. */
    public final void allGather(Object buf, int count, Datatype type) {
        allGather(null, ofAll(buf, 0, count, type));
    }

    /** Collects elements of all members on all of them; each member's own are in their place. */
    public final void allGatherv(Object buf, int[] counts, int[] displs, Datatype type) {
        Parts parts = varied(buf, 0, counts, displs, type);
        exchange(toOthers(parts.of(core().rank())), fromOthers(parts));
    }

    private Parts toOthers(Part own) {
        return fromOthers(member -> own);
    }

    private Parts fromOthers(Parts parts) {
        return member -> member == core().rank() ? null : parts.of(member);
    }

    /** Gives each member a part of the elements of each, of types, numbers and places in bytes of their own. */
    public final void allToAllw(Buffer sendBuf, int[] sendCounts, int[] sendDispls, Datatype[] sendTypes,
        Buffer recvBuf, int[] recvCounts, int[] recvDispls, Datatype[] recvTypes) {
        exchange(member -> bytesAt(sendBuf, sendDispls[member], sendCounts[member], sendTypes[member]),
            member -> bytesAt(recvBuf, recvDispls[member], recvCounts[member], recvTypes[member]));
    }

    /** {@return elements that begin some bytes later} */
    static Part bytesAt(Buffer buf, int bytes, int count, Datatype type) {
        return part(buf, bytes / Data.unit(buf), count, type);
    }

    /** Combines the members' elements at the root, where the result replaces its own. */
    public final void reduce(Object buf, int count, Datatype type, Op op, int root) {
        Part part = part(buf, 0, count, type);
        reduce(part, part, type, op, requireRoot(root));
    }

    /** Combines the members' elements on all of them, in their place. */
    public final void allReduce(Object buf, int count, Datatype type, Op op) {
        Part part = part(buf, 0, count, type);
        allReduce(part, part, type, op);
    }

    /** Combines the members' elements in place, and gives each member a part of the result. */
    public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op) {
        reduceScatter(part(buf, 0, sum(counts), type), part(buf, 0, counts[core().rank()], type), counts, type, op);
    }

    /** Combines the members' elements, and gives each member an equal part of the result. */
    public final void reduceScatterBlock(Object sendBuf, Object recvBuf, int count, Datatype type, Op op) {
        int[] counts = new int[core().size()];
        Arrays.fill(counts, count);
        reduceScatter(part(sendBuf, 0, sum(counts), type), part(recvBuf, 0, count, type), counts, type, op);
    }

    /** Combines the members' elements in place, and gives each member an equal part of the result. */
    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op) {
        reduceScatterBlock(buf, buf, count, type, op);
    }

    /** Combines the elements of the members up to this one, in their place. */
    public final void scan(Object buf, int count, Datatype type, Op op) {
        Part part = part(buf, 0, count, type);
        scan(part, part, type, op, false);
    }

    /** Combines the elements of the members before this one; rank 0 gets nothing. */
    public final void exScan(Object sendBuf, Object recvBuf, int count, Datatype type, Op op) {
        scan(part(sendBuf, 0, count, type), part(recvBuf, 0, count, type), type, op, true);
    }

    /** Combines the elements of the members before this one, in their place. */
    public final void exScan(Object buf, int count, Datatype type, Op op) {
        exScan(buf, buf, count, type, op);
    }

    /** Combines elements of two buffers of this process, {@code inOut = in op inOut}. */
    public static void reduceLocal(Object in, Object inOut, int count, Datatype type, Op op) {
        check(in, 0, count, type);
        check(inOut, 0, count, type);
        run(() -> op.fold(type).combine(in, 0, inOut, 0, count));
    }
}
