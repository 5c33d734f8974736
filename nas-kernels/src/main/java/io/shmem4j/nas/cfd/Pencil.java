// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.KernelHeap;

/**
 * A PE's points of all planes with two ghost layers on each side, in one symmetric array at equal offsets on all PEs.
 */
final class Pencil {
    private static final long SLACK = 4096;

    final Shmem shmem;
    final PeGrid pes;
    final FlowLayout layout;
    final FlowLayout.Box box;
    final SymmetricDoubles memory;
    final Workspace workspace;
    /** Addresses of planes. */
    final long[] u;
    final long[] residual;
    final long[] forcing;

    Pencil(KernelHeap heap, PeGrid pes) {
        shmem = heap.shmem;
        this.pes = pes;
        layout = pes.layout();
        box = pes.box(shmem.myPe());
        memory = heap.doubles(bytes(pes) / Double.BYTES, FlowLayout.CACHE_LINE, "lines of all planes");
        workspace = new Workspace(memory.local());
        workspace.piece(layout.line);
        u = planes();
        residual = planes();
        forcing = planes();
    }

    static long bytes(PeGrid pes) {
        FlowLayout layout = pes.layout();
        return 3L * pes.n() * layout.plane + PlaneRhs.bytes(layout) + Sweeps.bytes(layout)
            + PencilExchange.bytes(pes, layout) + 2L * layout.line + SLACK;
    }

    private long[] planes() {
        long[] table = new long[pes.n()];
        long first = workspace.piece((long) table.length * layout.plane);
        for (int k = 0; k < table.length; k++) {
            table[k] = first + (long) k * layout.plane;
        }
        return table;
    }

    long index(long address) {
        return (address - memory.local().address()) / Double.BYTES;
    }
}
