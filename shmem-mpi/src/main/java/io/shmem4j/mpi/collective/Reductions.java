// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.collective;

import io.shmem4j.mpi.data.Data;
import io.shmem4j.mpi.data.Operator;
import io.shmem4j.mpi.message.Communicator;
import io.shmem4j.mpi.message.Part;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Collectives that combine the members' elements, by those of the communicator's team for operators that it has, else
 * by messages. There lower ranks are left operands, so operators need not commute.
 */
public final class Reductions {
    private Reductions() {
    }

    /** Combines elements, {@code inOut = in op inOut}. */
    @FunctionalInterface
    public interface Fold {
        /** Combines elements of two arrays or buffers. */
        void combine(Object in, int inOffset, Object inOut, int inOutOffset, int count);

        /** {@return the predefined operator, or null} */
        default Operator operator() {
            return null;
        }
    }

    /** {@return memory for elements like those of a part} */
    private static Part like(Part part) {
        int size = Math.toIntExact(part.layout().trueUpper(part.count()));
        Object memory = part.buffer() instanceof Buffer
            ? ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder())
            : Array.newInstance(part.buffer().getClass().getComponentType(),
                size / Data.unit(part.buffer()));
        return new Part(memory, 0, part.count(), part.layout());
    }

    /** {@return a copy of a part} */
    private static Part copy(Part part) {
        Part copy = like(part);
        if (part.layout().contiguous && !(part.buffer() instanceof Buffer)) {
            System.arraycopy(part.buffer(), part.offset(), copy.buffer(), 0, Array.getLength(copy.buffer()));
        } else {
            part.copyTo(copy);
        }
        return copy;
    }

    private static void combine(Fold fold, Part in, Part inOut) {
        fold.combine(in.buffer(), in.offset(), inOut.buffer(), inOut.offset(), inOut.count());
    }

    /** Combines all members' elements at a root, whose result part others don't have. */
    public static void reduce(Communicator comm, Part part, Part result, Fold fold, boolean commutes, int root) {
        if (!Staged.reduce(comm, part, comm.rank() == root ? result : null, fold.operator())) {
            combine(comm, part, result, fold, commutes, root);
        }
    }

    private static void combine(Communicator comm, Part part, Part result, Fold fold, boolean commutes, int root) {
        int n = comm.size();
        int top = commutes ? root : 0;
        int me = (comm.rank() + n - top) % n;
        Part sum = copy(part);
        Part other = me + 1 < n ? like(part) : null;
        for (int step = 1; step < n; step *= 2) {
            if ((me & step) != 0) {
                Exchanges.finish(comm, comm.send(sum, (me - step + top) % n));
                break;
            }
            if (me + step < n) {
                Exchanges.finish(comm, comm.receive(other, (me + step + top) % n));
                combine(fold, sum, other);
                Part swap = sum;
                sum = other;
                other = swap;
            }
        }
        if (top != root && comm.rank() == top) {
            Exchanges.finish(comm, comm.send(sum, root));
        } else if (top != root && comm.rank() == root) {
            Exchanges.finish(comm, comm.receive(result, top));
        } else if (comm.rank() == root) {
            sum.copyTo(result);
        }
    }

    /** Combines all members' elements on all of them; the part may be the result. */
    public static void allReduce(Communicator comm, Part part, Part result, Fold fold, boolean commutes) {
        if (!Staged.reduce(comm, part, result, fold.operator())) {
            combine(comm, part, result, fold, commutes, 0);
            Exchanges.broadcast(comm, result, 0);
        }
    }

    /** Combines all members' elements; each gets the block of its number. */
    public static void reduceScatter(Communicator comm, Part part, Part result, int[] counts, Fold fold,
        boolean commutes) {
        Part all = like(part);
        allReduce(comm, part, all, fold, commutes);
        all.at(Arrays.stream(counts, 0, comm.rank()).sum(), counts[comm.rank()]).copyTo(result);
    }

    /** Combines the elements of the members up to this one; without its own if exclusive, then rank 0 gets nothing. */
    public static void scan(Communicator comm, Part part, Part result, Fold fold, boolean exclusive) {
        if (Staged.scan(comm, part, result, fold.operator(), exclusive)) {
            return;
        }
        Part sum = copy(part);
        if (comm.rank() > 0) {
            Part before = like(part);
            Exchanges.finish(comm, comm.receive(before, comm.rank() - 1));
            if (exclusive) {
                before.copyTo(result);
            }
            combine(fold, before, sum);
        }
        if (comm.rank() + 1 < comm.size()) {
            Exchanges.finish(comm, comm.send(sum, comm.rank() + 1));
        }
        if (!exclusive) {
            sum.copyTo(result);
        }
    }
}
