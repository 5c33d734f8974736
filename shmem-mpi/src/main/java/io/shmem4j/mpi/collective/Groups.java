// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.collective;

import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Layout;
import io.shmem4j.mpi.message.Communicator;
import io.shmem4j.mpi.message.Operation;
import io.shmem4j.mpi.message.Part;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Makes communicators from others. */
public final class Groups {
    private static final Layout INT = Layout.of(Kind.INT);

    private Groups() {
    }

    private static Part part(int... numbers) {
        return new Part(numbers, 0, numbers.length, INT);
    }

    /** {@return the numbers that each peer passes, as many as this process does} */
    private static int[] exchange(Communicator comm, int... own) {
        int[] all = new int[own.length * comm.peers().length];
        Part out = part(own);
        Part in = new Part(all, 0, own.length, INT);
        Exchanges.exchange(comm.collective(), member -> out, Exchanges.Parts.equal(in));
        return all;
    }

    public static Communicator duplicate(Communicator comm) {
        int context = comm.newContext(0);
        return comm.peers() == comm.group() ? comm.part(context, comm.group())
            : new Communicator(comm.engine, context, comm.group(), comm.peers(), null);
    }

    /** {@return a communicator of the members with the same color, null for the color null} */
    public static Communicator split(Communicator comm, Integer color, int key) {
        int[] all = exchange(comm, color == null ? 0 : 1, color == null ? 0 : color, key);
        int context = comm.newContext(0);
        if (color == null) {
            return comm.part(context);
        }
        int[] members = IntStream.range(0, comm.size()).filter(i -> all[3 * i] == 1 && all[3 * i + 1] == color).boxed()
            .sorted(Comparator.comparingInt(i -> all[3 * i + 2])).mapToInt(i -> comm.group()[i]).toArray();
        return comm.part(context, members);
    }

    /** {@return a communicator of some members, null on others; collective over all} */
    public static Communicator create(Communicator comm, int[] members) {
        return comm.part(comm.newContext(0), members);
    }

    /** {@return a communicator of some members; collective over these} */
    public static Communicator createAmong(Communicator comm, int[] members, int tag) {
        if (Communicator.rank(members, comm.engine.shmem.myPe()) < 0) {
            return null;
        }
        int context = comm.among(members).newContext(1 + tag);
        return new Communicator(comm.engine, context, members, members, null);
    }

    /** {@return a communicator between two groups, whose leaders talk by a common one} */
    public static Communicator between(Communicator local, int localLeader, Communicator common, int remoteLeader,
        int tag) {
        Leaders leaders = new Leaders(local, localLeader, common, remoteLeader, tag);
        int[] remote = leaders.exchange(leaders.exchange(1, local.size())[0], local.group());
        int context = local.newContext(own -> {
            int highest = local.highest(own);
            return Math.max(highest, leaders.exchange(1, highest)[0]);
        });
        return new Communicator(local.engine, context, local.group(), remote, null);
    }

    private record Leaders(Communicator local, int localLeader, Communicator common, int remoteLeader, int tag) {
        /** {@return the numbers that the other group passes to its leader; collective over this one} */
        int[] exchange(int length, int... own) {
            int[] theirs = new int[length];
            if (local.rank() == localLeader) {
                Operation receive = common.receive(theirs, 0, length, INT, remoteLeader, tag);
                Exchanges.finish(common, common.send(own, 0, own.length, INT, remoteLeader, tag, false), receive);
            }
            Exchanges.broadcast(local.collective(), part(theirs), localLeader);
            return theirs;
        }
    }

    /** {@return a communicator of both groups, the one that passes high last} */
    public static Communicator merge(Communicator comm, boolean high) {
        int[] theirs = exchange(comm, high ? 1 : 0, comm.group()[0]);
        boolean last = high == (theirs[0] == 1) ? comm.group()[0] > theirs[1] : high;
        int[] first = last ? comm.peers() : comm.group();
        int[] second = last ? comm.group() : comm.peers();
        int[] all = IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
        return new Communicator(comm.engine, comm.newContext(0), all, all, null);
    }
}
