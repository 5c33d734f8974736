// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.message.Communicator;
import io.shmem4j.mpi.message.Message;
import io.shmem4j.mpi.message.Operation;

/** What a receive or a probe has found. */
public class Status {
    /** Rank of the sender. */
    public int source = MPI.ANY_SOURCE;
    /** Tag of the message. */
    public int tag = MPI.ANY_TAG;
    /** Index of the operation among several. */
    public int index;
    /** Number of elements of the receive's datatype. */
    public int count;
    /** Number of basic elements. */
    public int numEls;
    private long bytes;
    private int objects;
    private boolean cancelled;
    private String error;

    /** Makes the status of no message. */
    public Status() {
    }

    Status(Communicator core, Operation operation, Datatype type) {
        cancelled = operation.isCancelled();
        if (cancelled) {
            return;
        }
        source = core.rankOf(operation.source());
        tag = operation.tag();
        bytes = operation.length();
        objects = operation.objects();
        error = operation.error();
        if (error == null) {
            count = Get_count(type);
            numEls = Get_elements(type);
        }
    }

    Status(Communicator core, Message message) {
        source = core.rankOf(message.source());
        tag = message.tag();
        bytes = message.length();
        objects = message.objects();
    }

    /** {@return the status of a receive from no process} */
    static Status ofNobody() {
        Status status = new Status();
        status.source = MPI.PROC_NULL;
        return status;
    }

    /** Throws if the message was longer than its receive, or its objects can't be read. */
    Status requireWhole() {
        if (error != null) {
            throw new MPIException(error);
        }
        return this;
    }

    Status at(int newIndex) {
        index = newIndex;
        return this;
    }

//#each Get_count/Get_elements/Test_cancelled
//#row Get_count | Get_elements | Test_cancelled
//#row getCount | getElements | isCancelled
    /** {@return the number of elements of a datatype in the message; UNDEFINED if that is no whole number} */
    public final int $Get_count$(Datatype type) {
        if (type.isObject()) {
            return (int) (type.layout.size == 0 ? 0 : objects % type.layout.size != 0 ? MPI.UNDEFINED
                : objects / type.layout.size);
        }
        long elements = type.layout.wholesIn(bytes);
        return elements < 0 ? MPI.UNDEFINED : Math.toIntExact(elements);
    }

    /** {@return the number of basic elements in the message, {@link MPI#UNDEFINED} if that is no whole number} */
    public final int $Get_elements$(Datatype type) {
        long elements = type.isObject() ? objects : type.layout.elementsIn(bytes);
        return elements < 0 ? MPI.UNDEFINED : Math.toIntExact(elements);
    }

    /** {@return whether the operation has been cancelled} */
    public final boolean $Test_cancelled$() {
        return cancelled;
    }

//#next
//#each name/field/does
//#row getSource | source | the rank of the sender
//#row getTag | tag | the tag of the message
//#row getIndex | index | the index of the operation among several
    /** {@return $does$} */
    public final int $name$() {
        return $field$;
    }

//#next
    /** {@return the code of the receive's error: none, since a receive throws} */
    public final int getError() {
        return MPI.SUCCESS;
    }
}
