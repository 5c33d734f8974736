// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.collective.Groups;
import io.shmem4j.mpi.message.Communicator;

/** A communicator whose processes talk to each other. */
public class Intracomm extends Comm {
    Intracomm(Kind kind) {
        super(kind, null);
    }

    Intracomm(Communicator core) {
        super(core == null ? Kind.NULL : Kind.MADE, core);
    }

    Communicator ofGroup(Group members) {
        return Groups.create(core(), members.members());
    }

    @Override
    public Intracomm dup() {
        return new Intracomm(Groups.duplicate(core()));
    }

    @Override
    public Intracomm clone() {
        return dup();
    }

//#each Split/Create/Create_cart/Create_graph/Cartcomm/Graphcomm
//#row Split | Create | Create_cart | Create_graph | Cartcomm | Graphcomm
//#row split | create | createCart | createGraph | CartComm | GraphComm
    /** {@return a communicator of the processes that pass the same color, in the order of their keys} */
    public final Intracomm $Split$(int color, int key) {
        return new Intracomm(Groups.split(core(), color == MPI.UNDEFINED ? null : color, key));
    }

    /** {@return a communicator of some processes; null on others} */
    public final Intracomm $Create$(Group members) {
        return new Intracomm(ofGroup(members));
    }

    /** {@return a communicator whose processes form a grid} */
    public final $Cartcomm$ $Create_cart$(int[] dims, boolean[] periods, boolean reorder) {
        return Cartcomm.of(this, dims, periods);
    }

    /** {@return a communicator whose processes form a graph} The index has the numbers of edges up to each node. */
    public final $Graphcomm$ $Create_graph$(int[] index, int[] edges, boolean reorder) {
        return Graphcomm.of(this, index, edges);
    }

//#next
    /** {@return a communicator of some processes; collective over these only} */
    public final Intracomm createGroup(Group members, int tag) {
        return new Intracomm(Groups.createAmong(core(), members.members(), tag));
    }

    /** {@return a communicator whose processes know their neighbours} */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] destinations, Info info, boolean reorder) {
        return new GraphComm(Groups.duplicate(core()), sources.clone(), destinations.clone());
    }

    /** {@return a communicator whose processes know their neighbours} The weights change nothing. */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] sourceWeights, int[] destinations,
        int[] destWeights, Info info, boolean reorder) {
        return createDistGraphAdjacent(sources, destinations, info, reorder);
    }

    /** Is not there: throws an exception that says so. */
    public final Intercomm spawn(String command, String[] args, int processes, Info info, int root, int[] errors) {
        throw Absent.processes();
    }

//#each name accept connect
    /** Is not there: throws an exception that says so. */
    public final Intercomm $name$(String port, int root) {
        throw Absent.processes();
    }

//#next
    /** Is not there: throws an exception that says so. */
    public static String openPort() {
        throw Absent.processes();
    }
}
