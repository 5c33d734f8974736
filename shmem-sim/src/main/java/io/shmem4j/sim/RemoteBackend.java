// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.spi.BackendWords;
import io.shmem4j.spi.ForwardingBackend;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Words;
import java.lang.foreign.ValueLayout;

/**
 * Accesses other PEs' memory in collectives and views: charges for the call of the library or for the pointer, then
 * forwards to the PE's backend.
 */
final class RemoteBackend extends ForwardingBackend {
    private final SimBackend own;
    private final boolean calls;
    /** Whether there are puts that no fence has ordered yet. */
    private boolean unordered;

    RemoteBackend(SimBackend own, boolean calls) {
        super(own);
        this.own = own;
        this.calls = calls;
    }

    /** Charges for a move by a collective; free in the PE's own memory. */
    private void charge(int pe) {
        if (pe == own.pe()) {
            return;
        }
        if (calls) {
            own.call();
        } else {
            own.pointer(pe);
        }
    }

    // ---- collectives -------------------------------------------------------------------------------------------

    @Override
    public void cellCopy(int toPe, long to, int fromPe, long from, long bytes) {
        charge(toPe);
        charge(fromPe);
        unordered |= calls && toPe != own.pe();
        own.cellCopy(toPe, to, fromPe, from, bytes);
    }

    @Override
    public void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right, long bytes) {
        charge(rightPe);
        own.combine(kernel, toPe, to, leftPe, left, rightPe, right, bytes);
    }

    @Override
    public void accumulate(Kernel kernel, int toPe, long to, int first, int stride, int count, long from, long bytes) {
        for (int i = 0; i < count; i++) {
            charge(first + i * stride);
        }
        own.accumulate(kernel, toPe, to, first, stride, count, from, bytes);
    }

    /** A signal is a call in either form; after puts by calls, another one orders them. */
    @Override
    public void cellSet(int pe, long cell, long value) {
        if (unordered) {
            own.call();
        }
        own.call();
        unordered = false;
        own.cellSet(pe, cell, value);
    }

    @Override
    public Words words(int pe) {
        return new BackendWords(this, pe);
    }

    // ---- views -------------------------------------------------------------------------------------------------

    @Override
    public void write(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        own.pointer(pe);
        own.write(pe, offset, array, index, layout, count);
    }

    @Override
    public void read(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        own.pointer(pe);
        own.read(pe, offset, array, index, layout, count);
    }

    @Override
    public void copy(int toPe, long to, int fromPe, long from, long bytes) {
        own.pointer(toPe);
        own.pointer(fromPe);
        own.copy(toPe, to, fromPe, from, bytes);
    }
}
