// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

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
//#row boolean | unlessVisited | int | pe, long offset, BooleanSupplier action | pe, offset, action
    @Override
    public $result$ $call$($First$ $given$) {
//#when void
        backend.$call$($passed$);
//#else
        return backend.$call$($passed$);
//#end
    }

//#next
//#types integer: value
    @Override
    public long getLong(int pe, long offset) {
        return backend.getLong(pe, offset);
    }

    @Override
    public void putLong(int pe, long offset, long value) {
        backend.putLong(pe, offset, value);
    }

//#done
//#types atomic: expected value
    @Override
    public long atomicGetLong(int pe, long offset) {
        return backend.atomicGetLong(pe, offset);
    }

    @Override
    public void atomicSetLong(int pe, long offset, long value) {
        backend.atomicSetLong(pe, offset, value);
    }

    @Override
    public long compareSwapLong(int pe, long offset, long expected, long value) {
        return backend.compareSwapLong(pe, offset, expected, value);
    }

//#each swap swap fetchAdd
    @Override
    public long $swap$Long(int pe, long offset, long value) {
        return backend.$swap$Long(pe, offset, value);
    }

//#next
    @Override
    public long fetchBitsLong(Update update, int pe, long offset, long value) {
        return backend.fetchBitsLong(update, pe, offset, value);
    }

//#done
}
