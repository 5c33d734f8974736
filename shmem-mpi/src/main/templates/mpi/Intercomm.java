// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.collective.Groups;
import io.shmem4j.mpi.message.Communicator;

/** A communicator whose processes talk to those of another group. */
public final class Intercomm extends Comm {
    Intercomm(Communicator core) {
        super(core == null ? Kind.NULL : Kind.MADE, core);
    }

    static Intercomm between(Communicator local, int localLeader, Communicator common, int remoteLeader, int tag) {
        return new Intercomm(Groups.between(local, localLeader, common, remoteLeader, tag));
    }

    @Override
    public Intercomm dup() {
        return new Intercomm(Groups.duplicate(core()));
    }

    @Override
    public Intercomm clone() {
        return dup();
    }

//#each Remote_size/Remote_group/Merge
//#row Remote_size | Remote_group | Merge
//#row getRemoteSize | getRemoteGroup | merge
    /** {@return the number of processes of the other group} */
    public int $Remote_size$() {
        return core().peers().length;
    }

    /** {@return the other group} */
    public Group $Remote_group$() {
        return new Group(core().peers());
    }

    /** {@return a communicator of both groups; those that pass true have the higher ranks} */
    public Intracomm $Merge$(boolean high) {
        return new Intracomm(Groups.merge(core(), high));
    }

//#next
}
