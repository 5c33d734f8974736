// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.collective;

import io.shmem4j.mpi.message.Communicator;
import io.shmem4j.mpi.message.Operation;
import io.shmem4j.mpi.message.Part;

/**
 * Collectives that move elements, by those of the communicator's team where it has them, else by messages. All members
 * call them in the same order, so their messages need no tags.
 */
public final class Exchanges {
    private Exchanges() {
    }

    /** The part of a member's elements that another one sends or receives. */
    @FunctionalInterface
    public interface Parts {
        /** {@return the part for a member, or null for none} */
        Part of(int member);

        /** {@return parts of one length, in the members' order} */
        static Parts equal(Part first) {
            return member -> first.at(member * first.count(), first.count());
        }

        /** {@return parts of lengths and displacements of their own} */
        static Parts varied(Part all, int[] counts, int[] displacements) {
            return member -> all.at(displacements[member], counts[member]);
        }
    }

    /** Waits until all members have called it. */
    public static void barrier(Communicator comm) {
        if (Staged.barrier(comm)) {
            return;
        }
        int n = comm.size();
        for (int round = 1; round < n; round *= 2) {
            Operation arrival = comm.receive(null, 0, 0, null, (comm.rank() + n - round) % n, 0);
            comm.engine.await(comm.send(null, 0, 0, null, (comm.rank() + round) % n, 0, false));
            comm.engine.await(arrival);
            comm.engine.give(arrival);
        }
    }

    /** Gives a member's elements to all. */
    public static void broadcast(Communicator comm, Part part, int root) {
        if (Staged.broadcast(comm, part, root)) {
            return;
        }
        int n = comm.size();
        int me = (comm.rank() + n - root) % n;
        int step = 1;
        while (step < n && (me & step) == 0) {
            step *= 2;
        }
        if (me != 0) {
            finish(comm, comm.receive(part, (me - step + root) % n));
        }
        Operation[] sends = new Operation[Integer.SIZE];
        int number = 0;
        for (int each = step / 2; each > 0; each /= 2) {
            if (me + each < n) {
                sends[number++] = comm.send(part, (me + each + root) % n);
            }
        }
        finish(comm, sends);
    }

    /** Waits for operations, of which some are null, and throws what has gone wrong in one. */
    static void finish(Communicator comm, Operation... operations) {
        String error = null;
        for (Operation each : operations) {
            comm.engine.await(each);
            error = each == null || each.error() == null ? error : each.error();
        }
        if (error != null) {
            throw new IllegalArgumentException(error);
        }
    }

    /** Collects parts of all members at a root; a null part of the sender is in its place already. */
    public static void gather(Communicator comm, Part part, Parts all, int root) {
        if (comm.rank() != root) {
            finish(comm, comm.send(part, root));
            return;
        }
        Operation[] receives = new Operation[comm.size()];
        for (int member = 0; member < comm.size(); member++) {
            receives[member] = member == root ? null : comm.receive(all.of(member), member);
        }
        if (part != null) {
            part.copyTo(all.of(root));
        }
        finish(comm, receives);
    }

    /** Gives each member its part of a root's elements; a null part of the root stays in its place. */
    public static void scatter(Communicator comm, Parts all, Part part, int root) {
        if (comm.rank() != root) {
            finish(comm, comm.receive(part, root));
            return;
        }
        Operation[] sends = new Operation[comm.size()];
        for (int member = 0; member < comm.size(); member++) {
            sends[member] = member == root ? null : comm.send(all.of(member), member);
        }
        if (part != null) {
            all.of(root).copyTo(part);
        }
        finish(comm, sends);
    }

    /** Collects elements of all members on all of them; a null part is in its place already. */
    public static void allGather(Communicator comm, Part part, Part all) {
        Parts blocks = Parts.equal(all.at(0, all.count() / comm.size()));
        Part own = blocks.of(comm.rank());
        if (Staged.allGather(comm, part == null ? own : part, all)) {
            return;
        }
        if (part != null) {
            part.copyTo(own);
        }
        exchange(comm, member -> member == comm.rank() ? null : own,
            member -> member == comm.rank() ? null : blocks.of(member));
    }

    /** Gives each member a part of the elements of each. */
    public static void allToAll(Communicator comm, Part out, Part in) {
        int n = comm.size();
        if (!Staged.allToAll(comm, out, in)) {
            exchange(comm, Parts.equal(out.at(0, out.count() / n)), Parts.equal(in.at(0, in.count() / n)));
        }
    }

    /** Sends a part to each peer and receives one from each; null parts are none. */
    public static void exchange(Communicator comm, Parts out, Parts in) {
        int n = comm.peers().length;
        boolean within = comm.peers() == comm.group();
        Operation[] all = new Operation[2 * n];
        for (int i = 0; i < n; i++) {
            int from = (comm.rank() + n - i) % n;
            Part part = in.of(from);
            all[i] = part == null || within && i == 0 ? null : comm.receive(part, from);
        }
        for (int i = 0; i < n; i++) {
            int to = (comm.rank() + i) % n;
            Part part = out.of(to);
            if (part != null && within && i == 0) {
                part.copyTo(in.of(to));
            } else if (part != null) {
                all[n + i] = comm.send(part, to);
            }
        }
        finish(comm, all);
    }

    /** Sends a part to each destination and receives one from each source; messages of a grid have opposite numbers. */
    public static void exchange(Communicator comm, int[] sources, int[] destinations, boolean grid, Parts out,
        Parts in) {
        Operation[] all = new Operation[sources.length + destinations.length];
        for (int i = 0; i < sources.length; i++) {
            Part part = in.of(i);
            all[i] = sources[i] < 0 ? null : comm.receive(part.buffer(), part.offset(), part.count(), part.layout(),
                sources[i], grid ? i : 0);
        }
        for (int i = 0; i < destinations.length; i++) {
            Part part = out.of(i);
            all[sources.length + i] = destinations[i] < 0 ? null : comm.send(part.buffer(), part.offset(),
                part.count(), part.layout(), destinations[i], grid ? i ^ 1 : 0, false);
        }
        finish(comm, all);
    }
}
