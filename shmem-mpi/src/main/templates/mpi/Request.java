// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.message.Engine;
import io.shmem4j.mpi.message.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An operation that goes on after its start. */
public class Request {
    private static final int NONE = Integer.MIN_VALUE;

    final Messages comm;
    final Datatype type;
    final Messages.Mode mode;
    final int peer;
    Operation operation;
    boolean active;
    boolean freed;

    Request(Messages comm, Datatype type, Operation operation, Messages.Mode mode, int peer) {
        this.comm = comm;
        this.type = type;
        this.mode = mode;
        this.peer = peer;
        this.operation = operation;
        this.active = comm != null;
    }

    private Engine engine() {
        return comm.core().engine;
    }

    private boolean isDone() {
        return operation == null || operation.isDone();
    }

    /** {@return the status of the ended operation, which leaves the request inactive} */
    private Status end(int index) {
        Status status = new Status();
        if (operation != null && active) {
            operation.finish();
            status = mode == Messages.Mode.RECEIVE || operation.isCancelled()
                ? new Status(comm.core(), operation, type) : status;
        } else if (active && peer == MPI.PROC_NULL) {
            status = Status.ofNobody();
        }
        active = false;
        operation = null;
        return status.at(index).requireWhole();
    }

    /** {@return the index of an active request that has ended, NONE if none has; UNDEFINED if none is active} */
    private static int find(Request[] requests, boolean waits) {
        Request any = null;
        for (Request each : requests) {
            any = each != null && each.active ? each : any;
        }
        if (any == null) {
            return MPI.UNDEFINED;
        }
        int[] found = {NONE};
        any.engine().awaitUntil(waits, () -> (found[0] = firstDone(requests)) != NONE);
        return found[0];
    }

    private static int firstDone(Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] != null && requests[i].active && requests[i].isDone()) {
                return i;
            }
        }
        return NONE;
    }

    /** {@return the indices of the requests that have ended, at least one if it waits; null if none is active} */
    private static int[] some(Request[] requests, boolean waits) {
        int first = find(requests, waits);
        if (first == MPI.UNDEFINED) {
            return null;
        }
        List<Integer> done = new ArrayList<>();
        for (int i = Math.max(first, 0); first >= 0 && i < requests.length; i++) {
            if (requests[i] != null && requests[i].active && requests[i].isDone()) {
                done.add(i);
            }
        }
        return done.stream().mapToInt(i -> i).toArray();
    }

    private static boolean areDone(Request[] requests, boolean waits) {
        boolean done = true;
        for (Request each : requests) {
            if (each != null && each.active) {
                if (waits) {
                    each.engine().await(each.operation);
                } else {
                    each.engine().poll();
                }
                done &= each.isDone();
            }
        }
        return done;
    }

    private static Status[] end(Request[] requests, int[] which) {
        Status[] all = new Status[which.length];
        for (int i = 0; i < which.length; i++) {
            all[i] = requests[which[i]] == null ? new Status() : requests[which[i]].end(which[i]);
        }
        return all;
    }

    private static Status[] endAll(Request[] requests) {
        int[] all = new int[requests.length];
        Arrays.setAll(all, i -> i);
        return end(requests, all);
    }

//#each Wait/Test/Is_null/Cancel/Free/Waitall/Testall/Waitany/Testany/Waitsome/Testsome
//#row Wait | Test | Is_null | Cancel | Free | Waitall | Testall | Waitany | Testany | Waitsome | Testsome
//#row waitStatus | testStatus | isNull | cancel | free | waitAllStatus | testAllStatus | waitAnyStatus | testAnyStatus
//#     | waitSomeStatus | testSomeStatus
    /** Waits until the operation has ended; {@return its status} */
    public Status $Wait$() {
        if (active) {
            engine().await(operation);
        }
        return end(0);
    }

    /** {@return the status if the operation has ended, else null} */
    public Status $Test$() {
        if (active && !isDone()) {
            engine().poll();
        }
        return active && !isDone() ? null : end(0);
    }

    /** {@return whether the request has no operation} */
    public boolean $Is_null$() {
        return !active;
    }

    /** Cancels the operation, unless it has met its counterpart. It has to be waited for. */
    public void $Cancel$() {
        if (active && operation != null) {
            engine().cancel(operation);
        }
    }

    /** Gives up the request; its operation ends by itself. */
    public void $Free$() {
        active = false;
        freed = true;
    }

    /** Waits until all operations have ended; {@return their statuses} */
    public static Status[] $Waitall$(Request[] requests) {
        areDone(requests, true);
        return endAll(requests);
    }

    /** {@return the statuses if all operations have ended, else null} */
    public static Status[] $Testall$(Request[] requests) {
        return areDone(requests, false) ? endAll(requests) : null;
    }

    /** Waits until an operation has ended; {@return its status with its index} */
    public static Status $Waitany$(Request[] requests) {
        int found = find(requests, true);
        return found == MPI.UNDEFINED ? new Status().at(found) : requests[found].end(found);
    }

    /** {@return the status of an operation that has ended, or null} */
    public static Status $Testany$(Request[] requests) {
        int found = find(requests, false);
        return found == MPI.UNDEFINED ? new Status().at(found) : found == NONE ? null : requests[found].end(found);
    }

    /** Waits until operations have ended; {@return their statuses with their indices, null if none is active} */
    public static Status[] $Waitsome$(Request[] requests) {
        int[] which = some(requests, true);
        return which == null ? null : end(requests, which);
    }

    /** {@return the statuses of operations that have ended, null if none is active} */
    public static Status[] $Testsome$(Request[] requests) {
        int[] which = some(requests, false);
        return which == null ? null : end(requests, which);
    }

//#next
    /** Waits until the operation has ended. */
    public void waitFor() {
        waitStatus();
    }

    /** {@return whether the operation has ended} */
    public boolean test() {
        return testStatus() != null;
    }

    /** Waits until all operations have ended. */
    public static void waitAll(Request[] requests) {
        waitAllStatus(requests);
    }

    /** {@return whether all operations have ended} */
    public static boolean testAll(Request[] requests) {
        return testAllStatus(requests) != null;
    }

    /** Waits until an operation has ended; {@return its index} */
    public static int waitAny(Request[] requests) {
        return waitAnyStatus(requests).index;
    }

    /** {@return the index of an operation that has ended, or {@link MPI#UNDEFINED}} */
    public static int testAny(Request[] requests) {
        Status status = testAnyStatus(requests);
        return status == null ? MPI.UNDEFINED : status.index;
    }

    /** Waits until operations have ended; {@return their indices, null if none is active} */
    public static int[] waitSome(Request[] requests) {
        int[] which = some(requests, true);
        end(requests, which == null ? new int[0] : which);
        return which;
    }

    /** {@return the indices of operations that have ended, null if none is active} */
    public static int[] testSome(Request[] requests) {
        int[] which = some(requests, false);
        end(requests, which == null ? new int[0] : which);
        return which;
    }
}
