// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.spi.Cell;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Wakes sleeping PEs of a node after a store to their memory, from a thread that doesn't know their cells.
 *
 * <p>A sleeper publishes its cell and raises the sleeper count before it checks the cell a last time; the waker reads
 * both after a full fence. It finds the PE's last waiting thread, and all threads that sleep on variables. Other sleeps
 * are limited in time.
 */
public final class NodeWaker {
    private static final VarHandle INT = JAVA_INT.varHandle();

    private final ControlFile control;
    private final int first;
    private final long[] cells;
    private final long[] values;

    public NodeWaker(ShmJob job) {
        this.control = job.control();
        this.first = job.part().first();
        this.cells = new long[job.part().count()];
        this.values = new long[job.part().count()];
        Arrays.fill(cells, -1);
    }

    public void wake() {
        VarHandle.fullFence();
        for (int i = 0; i < cells.length; i++) {
            int pe = first + i;
            if (Bell.hasSleepers(pe)) {
                Bell.ring(control, pe);
            }
            wakeFromCell(i, pe);
        }
    }

    private void wakeFromCell(int index, int pe) {
        if (control.waitKind(pe) == WaitKind.NONE) {
            return;
        }
        long cell = control.waitCell(pe);
        if (cell == SystemLayout.BELL) {
            return;
        }
        long at = control.waitCellPe(pe) * JobMemory.stride() + cell;
        if ((int) INT.getVolatile(JobMemory.all(), at + Cell.SLEEPERS) == 0) {
            return;
        }
        long value = JobMemory.all().get(JAVA_LONG, at + Cell.VALUE);
        if (cells[index] != at || values[index] != value) {
            cells[index] = at;
            values[index] = value;
            Syscalls.wake(JobMemory.all().address() + at + Cell.VALUE);
        }
    }
}
