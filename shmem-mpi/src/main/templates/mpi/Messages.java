// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.data.Data;
import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.message.Communicator;
import io.shmem4j.mpi.message.Entry;
import io.shmem4j.mpi.message.Message;
import io.shmem4j.mpi.message.Operation;
import io.shmem4j.mpi.message.Part;
import java.io.UncheckedIOException;
import java.nio.Buffer;

/** Messages between two members of a communicator. */
abstract class Messages {
    /** Ways to start a message. */
    enum Mode {
        SEND, SYNCHRONOUS, BUFFERED, RECEIVE
    }

    abstract Communicator core();

    static void check(Object buf, int offset, int count, Datatype type) {
        if (type == null) {
            throw new MPIException("a message without a datatype");
        }
        type.requireCommitted();
        if (count < 0) {
            throw new MPIException("a message of " + count + " elements");
        }
        if (buf == null) {
            if (count == 0) {
                return;
            }
            throw new MPIException("a message without a buffer");
        }
        if (!type.layout.kind.fits(buf)) {
            throw new MPIException(buf.getClass().getTypeName() + " is no buffer for elements of " + type);
        }
        if (count > 0) {
            int unit = Data.unit(buf);
            long start = (long) offset * unit;
            long room = Data.capacity(buf) * unit;
            if (start + type.layout.trueLower(count) < 0 || start + type.layout.trueUpper(count) > room) {
                throw new MPIException(count + " elements of " + type + " from index " + offset
                    + " are not within a buffer of " + room + " bytes");
            }
        }
    }

    /** {@return a part of the program's memory, after checks} */
    static Part part(Object buf, int offset, int count, Datatype type) {
        check(buf, offset, count, type);
        return new Part(buf, offset, count, type.layout);
    }

    private void checkPeer(int rank, int tag, boolean any) {
        if (rank != MPI.PROC_NULL && !(any && rank == MPI.ANY_SOURCE) && (rank < 0 || rank >= core().peers().length)) {
            throw new MPIException("there is no rank " + rank + ", but there are ranks 0 to "
                + (core().peers().length - 1));
        }
        if (tag < 0 && !(any && tag == MPI.ANY_TAG)) {
            throw new MPIException("the tag " + tag + " is negative");
        }
    }

    /** Starts a message; {@return its operation, or null if it has ended} */
    final Operation start(Mode mode, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        if (mode == Mode.RECEIVE) {
            return startReceive(buf, offset, count, type, dest, tag);
        }
        check(buf, offset, count, type);
        checkPeer(dest, tag, false);
        if (dest == MPI.PROC_NULL) {
            return null;
        }
        try {
            if (mode == Mode.BUFFERED) {
                Part part = new Part(buf, offset, count, type.layout);
                if (!core().engine.buffered().send(core(), part.message(), part.objects(), dest, tag)) {
                    throw new MPIException("the attached buffer has no room for a message");
                }
                return null;
            }
            return core().send(buf, offset, count, count == 0 && type.layout.kind != Kind.OBJECT ? null : type.layout,
                dest, tag, mode == Mode.SYNCHRONOUS);
        } catch (UncheckedIOException e) {
            throw new MPIException(e.getMessage(), e);
        }
    }

    /** Starts a receive; {@return its operation, or null if there is no source} */
    private Operation startReceive(Object buf, int offset, int count, Datatype type, int source, int tag) {
        check(buf, offset, count, type);
        checkPeer(source, tag, true);
        if (source == MPI.PROC_NULL) {
            return null;
        }
        return core().receive(buf, offset, count, type.layout, source == MPI.ANY_SOURCE ? Entry.ANY : source,
            tag == MPI.ANY_TAG ? Entry.ANY : tag);
    }

    private void await(Operation operation) {
        core().engine.await(operation);
    }

    /** {@return the status of a receive that this call waits for} */
    private Status finish(Operation operation, Datatype type) {
        if (operation == null) {
            return Status.ofNobody();
        }
        core().engine.awaitReceive(operation);
        Status status = new Status(core(), operation, type);
        core().engine.give(operation);
        status.requireWhole();
        return status;
    }

    private Status probe(int source, int tag, boolean waits) {
        checkPeer(source, tag, true);
        if (source == MPI.PROC_NULL) {
            return Status.ofNobody();
        }
        int from = source == MPI.ANY_SOURCE ? Entry.ANY : source;
        int wanted = tag == MPI.ANY_TAG ? Entry.ANY : tag;
        Message message = waits ? core().awaitMessage(from, wanted) : core().probe(from, wanted);
        return message == null ? null : new Status(core(), message);
    }

//#each name/at/pos/mode/does
//#row Send | , int offset | offset | SEND | Sends a message, and returns when its memory may change.
//#row send | | 0 | SEND | Sends a message, and returns when its memory may change.
//#row Rsend | , int offset | offset | SEND | Sends a message whose receive has been posted.
//#row rSend | | 0 | SEND | Sends a message whose receive has been posted.
//#row Ssend | , int offset | offset | SYNCHRONOUS | Sends a message, and returns when its receive has begun.
//#row sSend | | 0 | SYNCHRONOUS | Sends a message, and returns when its receive has begun.
//#row Bsend | , int offset | offset | BUFFERED | Sends a copy of a message from the attached buffer.
//#row bSend | | 0 | BUFFERED | Sends a copy of a message from the attached buffer.
    /** $does$ */
    public final void $name$(Object buf$at$, int count, Datatype type, int dest, int tag) {
        await(start(Mode.$mode$, buf, $pos$, count, type, dest, tag));
    }

//#next
//#each name/any/at/pos/mode/does
//#row Isend | Object | , int offset | offset | SEND | Starts a send.
//#row iSend | Buffer | | 0 | SEND | Starts a send.
//#row Irsend | Object | , int offset | offset | SEND | Starts a send whose receive has been posted.
//#row irSend | Buffer | | 0 | SEND | Starts a send whose receive has been posted.
//#row Issend | Object | , int offset | offset | SYNCHRONOUS | Starts a send that ends after its receive has begun.
//#row isSend | Buffer | | 0 | SYNCHRONOUS | Starts a send that ends after its receive has begun.
//#row Ibsend | Object | , int offset | offset | BUFFERED | Starts a send of a copy from the attached buffer.
//#row ibSend | Buffer | | 0 | BUFFERED | Starts a send of a copy from the attached buffer.
//#row Irecv | Object | , int offset | offset | RECEIVE | Starts a receive.
//#row iRecv | Buffer | | 0 | RECEIVE | Starts a receive.
    /** $does$ */
    public final Request $name$($any$ buf$at$, int count, Datatype type, int peer, int tag) {
        return new Request(this, type, start(Mode.$mode$, buf, $pos$, count, type, peer, tag), Mode.$mode$, peer);
    }

//#next
//#each name/any/at/pos/mode/does
//#row Send_init | Object | , int offset | offset | SEND | Makes a send that can be started many times.
//#row sendInit | Buffer | | 0 | SEND | Makes a send that can be started many times.
//#row Rsend_init | Object | , int offset | offset | SEND | Makes a send that can be started many times.
//#row rSendInit | Buffer | | 0 | SEND | Makes a send that can be started many times.
//#row Ssend_init | Object | , int offset | offset | SYNCHRONOUS | Makes a send that can be started many times.
//#row sSendInit | Buffer | | 0 | SYNCHRONOUS | Makes a send that can be started many times.
//#row Bsend_init | Object | , int offset | offset | BUFFERED | Makes a send that can be started many times.
//#row bSendInit | Buffer | | 0 | BUFFERED | Makes a send that can be started many times.
//#row Recv_init | Object | , int offset | offset | RECEIVE | Makes a receive that can be started many times.
//#row recvInit | Buffer | | 0 | RECEIVE | Makes a receive that can be started many times.
    /** $does$ */
    public final Prequest $name$($any$ buf$at$, int count, Datatype type, int peer, int tag) {
        return new Prequest(this, Mode.$mode$, buf, $pos$, count, type, peer, tag);
    }

//#next
//#each Recv/Sendrecv/Replace/Probe/Iprobe/at/pos/sendAt/sendPos/recvAt/recvPos
//#row Recv | Sendrecv | Sendrecv_replace | Probe | Iprobe | , int offset | offset | , int sendOffset | sendOffset
//#     | , int recvOffset | recvOffset
//#row recv | sendRecv | sendRecvReplace | probe | iProbe | | 0 | | 0 | | 0
    /** Receives a message; {@return its status} */
    public final Status $Recv$(Object buf$at$, int count, Datatype type, int source, int tag) {
        return finish(startReceive(buf, $pos$, count, type, source, tag), type);
    }

    /** Sends a message and receives another one; {@return the status of the latter} */
    public final Status $Sendrecv$(Object sendBuf$sendAt$, int sendCount, Datatype sendType, int dest, int sendTag,
        Object recvBuf$recvAt$, int recvCount, Datatype recvType, int source, int recvTag) {
        Operation receive = startReceive(recvBuf, $recvPos$, recvCount, recvType, source, recvTag);
        await(start(Mode.SEND, sendBuf, $sendPos$, sendCount, sendType, dest, sendTag));
        return finish(receive, recvType);
    }

    /** Sends a message and receives another one in its place; {@return the status of the latter} */
    public final Status $Replace$(Object buf$at$, int count, Datatype type, int dest, int sendTag, int source,
        int recvTag) {
        Part part = part(buf, $pos$, count, type);
        checkPeer(dest, sendTag, false);
        Operation send = dest == MPI.PROC_NULL ? null
            : core().sendBytes(part.message(), part.objects(), dest, sendTag);
        Status status = finish(startReceive(buf, $pos$, count, type, source, recvTag), type);
        await(send);
        return status;
    }

    /** {@return the status of the first message that a receive would take, after its arrival} */
    public final Status $Probe$(int source, int tag) {
        return probe(source, tag, true);
    }

    /** {@return the status of the first message that a receive would take, or null} */
    public final Status $Iprobe$(int source, int tag) {
        return probe(source, tag, false);
    }

//#next
}
