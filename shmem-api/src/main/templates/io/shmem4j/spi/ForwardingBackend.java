// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.work.WorkKind;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * A backend in front of another one: passes on all but accesses to symmetric memory, which its subclass watches or
 * changes.
 */
public abstract class ForwardingBackend extends Backend {
    /** The backend behind it. */
    protected final Backend backend;

    protected ForwardingBackend(Backend backend) {
        this.backend = backend;
    }

//#each result/call
//#row String | name
//#row int | pe
//#row int | nPes
//#row long | heapBytes
//#row long | nanoTime
//#row void | call
//#row Path | folder
//#row Waiter | waiter
//#row Lives | lives
//#row void | checkAbort
    @Override
    public $result$ $call$() {
//#when void
        backend.$call$();
//#else
        return backend.$call$();
//#end
    }

//#next
//#each result/call/First/given/passed
//#row boolean | mappable | int | pe | pe
//#row MemorySegment | segment | int | pe, long offset, long bytes | pe, offset, bytes
//#row MemorySegment | local | long | offset, long bytes | offset, bytes
//#row void | work | WorkKind | kind, long amount | kind, amount
//#row void | clear | long | offset, long bytes | offset, bytes
//#row void | combine | Kernel | kernel, int toPe, long to, int leftPe, long left, int rightPe, long right, long bytes
//#    | kernel, toPe, to, leftPe, left, rightPe, right, bytes
//#row void | cellSet | int | pe, long cell, long value | pe, cell, value
//#row long | cellAdd | int | pe, long cell, long value | pe, cell, value
//#row long | cellGet | int | pe, long cell | pe, cell
//#row void | enter | PeState | state | state
//#row void | pause | int | round | round
//#row boolean | atExit | Runnable | end | end
//#row void | abort | int | status, String reason | status, reason
    @Override
    public $result$ $call$($First$ $given$) {
//#when void
        backend.$call$($passed$);
//#else
        return backend.$call$($passed$);
//#end
    }

//#next
}
