// SPDX-License-Identifier: Apache-2.0
package waits;

import static mpi.MPI.BYTE;
import static mpi.MPI.COMM_WORLD;
import static mpi.MPI.LONG;
import static mpi.MPI.SUM;

import java.util.List;
import mpi.MPI;
import mpi.Request;
import waits.Wait.Act;
import waits.Wait.Trait;

/** Waits of Java MPI. */
final class MpiRows {
    private static final int TAG = 1;
    private static final int MANY = 70_000;
    private static final byte[] BYTES = new byte[MANY];
    private static final byte[] INTO = new byte[MANY];

    private MpiRows() {
    }

    /** {@return a wait for a message of PE 1} */
    private static Wait receive(Act<Object> begin) {
        return Wait.of(w -> null, begin, (_, _) -> COMM_WORLD.Send(BYTES, 0, 1, BYTE, 0, TAG)).with(Trait.MPI);
    }

    /** {@return a wait for a receive of PE 1} */
    private static Wait send(Act<Object> begin) {
        return Wait.of(w -> null, begin, (_, _) -> COMM_WORLD.Recv(INTO, 0, MANY, BYTE, 0, TAG)).with(Trait.MPI);
    }

    private static Wait all(Act<Object> call) {
        return Wait.of(w -> null, call, call).with(Trait.MPI).with(Trait.ONCE);
    }

    private static Request begun() {
        return COMM_WORLD.Irecv(INTO, 0, 1, BYTE, 1, TAG);
    }

    static List<Wait> messages() {
        return List.of(
            receive((_, _) -> COMM_WORLD.Recv(INTO, 0, 1, BYTE, 1, TAG)),
            receive((_, _) -> COMM_WORLD.Probe(1, TAG)),
            receive((_, _) -> begun().Wait()).with(Trait.ONCE),
            receive((_, _) -> Request.Waitall(new Request[] {begun()})).with(Trait.ONCE),
            receive((_, _) -> Request.Waitany(new Request[] {begun()})).with(Trait.ONCE),
            receive((_, _) -> Request.Waitsome(new Request[] {begun()})).with(Trait.ONCE),
            send((_, _) -> COMM_WORLD.Ssend(BYTES, 0, 1, BYTE, 1, TAG)).with(Trait.ONCE),
            send((_, _) -> COMM_WORLD.Send(BYTES, 0, MANY, BYTE, 1, TAG)).with(Trait.ONCE),
            all((w, _) -> COMM_WORLD.Sendrecv(BYTES, 0, 1, BYTE, 1 - w.me, TAG, INTO, 0, 1, BYTE, 1 - w.me, TAG)));
    }

    static List<Wait> collectives() {
        long[] from = new long[2];
        long[] into = new long[2];
        return List.of(
            all((_, _) -> COMM_WORLD.Barrier()),
            all((_, _) -> COMM_WORLD.Bcast(into, 0, 1, LONG, 1)),
            all((_, _) -> COMM_WORLD.Gather(from, 0, 1, LONG, into, 0, 1, LONG, 0)),
            all((_, _) -> COMM_WORLD.Scatter(from, 0, 1, LONG, into, 0, 1, LONG, 1)),
            all((_, _) -> COMM_WORLD.Allgather(from, 0, 1, LONG, into, 0, 1, LONG)),
            all((_, _) -> COMM_WORLD.Alltoall(from, 0, 1, LONG, into, 0, 1, LONG)),
            all((_, _) -> COMM_WORLD.Reduce(from, 0, into, 0, 1, LONG, SUM, 0)),
            all((_, _) -> COMM_WORLD.Allreduce(from, 0, into, 0, 1, LONG, SUM)),
            all((_, _) -> COMM_WORLD.Reduce_scatter(from, 0, into, 0, new int[] {1, 1}, LONG, SUM)),
            all((w, _) -> COMM_WORLD.Split(0, w.me)),
            all((_, _) -> COMM_WORLD.dup()),
            all((_, _) -> MPI.Finalize()).with(Trait.LAST));
    }

    /** Leaves a message whose receiver has to ask for it. */
    static Request leave() {
        return COMM_WORLD.Isend(BYTES, 0, MANY, BYTE, 1, 2);
    }

    /** Receives on PE 1 what PE 0 has left. */
    static void need() {
        COMM_WORLD.Recv(INTO, 0, MANY, BYTE, 0, 2);
    }
}
