// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.collective;

import io.shmem4j.mpi.collective.Exchanges.Parts;
import io.shmem4j.mpi.data.Data;
import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Layout;
import io.shmem4j.mpi.message.Communicator;
import io.shmem4j.mpi.message.Operation;
import io.shmem4j.mpi.message.Part;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Collectives that combine the members' elements. Lower ranks are left operands, so operators need not commute. */
public final class Reductions {
    /** Length from which the members combine a share each. */
    private static final int SHARED = 1 << 14;

    private Reductions() {
    }

    /** Combines elements, {@code inOut = in op inOut}. */
    @FunctionalInterface
    public interface Fold {
        /** Combines elements of two arrays or buffers. */
        void combine(Object in, int inOffset, Object inOut, int inOutOffset, int count);
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
        int n = comm.size();
        Layout layout = part.layout();
        if (n > 1 && part.count() >= n && part.count() * layout.size >= SHARED && layout.kind != Kind.OBJECT) {
            Part own = blocks(result, n).of(comm.rank());
            combineBlocks(comm, blocks(part, n), fold).copyTo(own);
            Exchanges.exchange(comm, member -> member == comm.rank() ? null : own,
                member -> member == comm.rank() ? null : blocks(result, n).of(member));
        } else if ((n & n - 1) == 0) {
            combineInPairs(comm, part, result, fold);
        } else {
            reduce(comm, part, result, fold, commutes, 0);
            Exchanges.broadcast(comm, result, 0);
        }
    }

    private static Parts blocks(Part part, int n) {
        long count = part.count();
        return member -> {
            int start = (int) (count * member / n);
            return part.at(start, (int) (count * (member + 1) / n) - start);
        };
    }

    /** Exchanges sums with partners at doubled distances; there are 2, 4, 8 ... members. */
    private static void combineInPairs(Communicator comm, Part part, Part result, Fold fold) {
        Part sum = copy(part);
        Part other = like(part);
        for (int step = 1; step < comm.size(); step *= 2) {
            int peer = comm.rank() ^ step;
            Operation arrival = comm.receive(other, peer);
            Exchanges.finish(comm, comm.send(sum, peer), arrival);
            if (peer < comm.rank()) {
                combine(fold, other, sum);
            } else {
                combine(fold, sum, other);
                Part swap = sum;
                sum = other;
                other = swap;
            }
        }
        sum.copyTo(result);
    }

    /** {@return the combination of all members' elements in this member's block} */
    private static Part combineBlocks(Communicator comm, Parts blocks, Fold fold) {
        int n = comm.size();
        Part[] all = new Part[n];
        Part own = blocks.of(comm.rank());
        for (int member = 0; member < n; member++) {
            all[member] = member == comm.rank() ? copy(own) : like(own);
        }
        Exchanges.exchange(comm, member -> member == comm.rank() ? null : blocks.of(member),
            member -> member == comm.rank() ? null : all[member]);
        for (int member = 1; member < n; member++) {
            combine(fold, all[member - 1], all[member]);
        }
        return all[n - 1];
    }

    /** Combines all members' elements; each gets the block of its number. */
    public static void reduceScatter(Communicator comm, Part part, Part result, int[] counts, Fold fold) {
        int[] starts = new int[counts.length];
        for (int member = 1; member < counts.length; member++) {
            starts[member] = starts[member - 1] + counts[member - 1];
        }
        combineBlocks(comm, Parts.varied(part, counts, starts), fold).copyTo(result);
    }

    /** Combines the elements of the members up to this one; without its own if exclusive, then rank 0 gets nothing. */
    public static void scan(Communicator comm, Part part, Part result, Fold fold, boolean exclusive) {
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
