// SPDX-License-Identifier: Apache-2.0
package mpi;

/** An operation that can be started many times. */
public class Prequest extends Request {
    private final Object buf;
    private final int offset;
    private final int count;
    private final int tag;

    Prequest(Messages comm, Messages.Mode mode, Object buf, int offset, int count, Datatype type, int peer, int tag) {
        super(comm, type, null, mode, peer);
        comm.core();
        this.buf = buf;
        this.offset = offset;
        this.count = count;
        this.tag = tag;
        this.active = false;
    }


//#each Start/Startall
//#row Start | Startall
//#row start | startAll
    /** Starts the operation. */
    public void $Start$() {
        if (active || freed) {
            throw new MPIException(freed ? "the request was freed" : "a request is started again before its end");
        }
        operation = comm.start(mode, buf, offset, count, type, peer, tag);
        active = true;
    }

    /** Starts operations. */
    public static void $Startall$(Prequest[] requests) {
        for (Prequest each : requests) {
            each.$Start$();
        }
    }

//#next
}
