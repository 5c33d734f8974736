// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/** A wrapper of another backend; forwards all calls that a subclass neither observes nor changes. */
public abstract class ForwardingBackend extends Backend {
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
//#row Path | folder
//#row Waiter | waiter
//#row Lives | lives
//#row void | checkAbort
//#row void | fence
//#row void | quiet
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
//#row void | clear | long | offset, long bytes | offset, bytes
//#row void | combine | Kernel | kernel, int toPe, long to, int leftPe, long left, int rightPe, long right, long bytes
//#    | kernel, toPe, to, leftPe, left, rightPe, right, bytes
//#row void | write | int | pe, long offset, Object array, int index, ValueLayout layout, int count
//#    | pe, offset, array, index, layout, count
//#row void | write | int | pe, long offset, MemorySegment source, long from, long bytes
//#    | pe, offset, source, from, bytes
//#row void | read | int | pe, long offset, Object array, int index, ValueLayout layout, int count
//#    | pe, offset, array, index, layout, count
//#row void | read | int | pe, long offset, MemorySegment target, long to, long bytes | pe, offset, target, to, bytes
//#row void | copy | int | toPe, long to, int fromPe, long from, long bytes | toPe, to, fromPe, from, bytes
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
//#types integer
    @Override
    public $type$ get$Type$(int pe, long offset) {
        return backend.get$Type$(pe, offset);
    }

    @Override
    public void put$Type$(int pe, long offset, $type$ value) {
        backend.put$Type$(pe, offset, value);
    }

//#done
//#types atomic
    @Override
    public $type$ atomicGet$Type$(int pe, long offset) {
        return backend.atomicGet$Type$(pe, offset);
    }

    @Override
    public void atomicSet$Type$(int pe, long offset, $type$ value) {
        backend.atomicSet$Type$(pe, offset, value);
    }

    @Override
    public $type$ compareSwap$Type$(int pe, long offset, $type$ expected, $type$ value) {
        return backend.compareSwap$Type$(pe, offset, expected, value);
    }

//#each swap swap fetchAdd
    @Override
    public $type$ $swap$$Type$(int pe, long offset, $type$ value) {
        return backend.$swap$$Type$(pe, offset, value);
    }

//#next
    @Override
    public $type$ fetchBits$Type$(Update update, int pe, long offset, $type$ value) {
        return backend.fetchBits$Type$(update, pe, offset, value);
    }

//#done
}
