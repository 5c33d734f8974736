// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Share;

/**
 * A PE's lines of all planes, and two lines of the PEs on either side; one symmetric array, so that a number lies at
 * the same place on all PEs.
 */
final class LineSlab {
    private static final long SLACK = 4096;

    final Shmem shmem;
    final int n;
    final FlowLayout layout;
    /** Inner lines of all PEs; line 1 of the grid is the first. */
    final Share inner;
    /** This PE's lines: the first one's index in the grid, and behind the last. */
    final int from;
    final int to;
    final SymmetricDoubles memory;
    final Workspace workspace;
    /** Addresses of planes. */
    final long[] u;
    final long[] residual;
    final long[] forcing;

    LineSlab(KernelHeap heap, int n) {
        shmem = heap.shmem;
        this.n = n;
        inner = new Share(n - 2, shmem.nPes());
        layout = layout(n, inner);
        from = 1 + (int) inner.from(shmem.myPe());
        to = 1 + (int) inner.from(shmem.myPe() + 1);
        memory = heap.doubles(bytes(n, shmem.nPes()) / Double.BYTES, FlowLayout.CACHE_LINE, "lines of all planes");
        workspace = new Workspace(memory.local());
        workspace.piece(layout.line);
        u = planes();
        residual = planes();
        forcing = planes();
    }

    private static FlowLayout layout(int n, Share inner) {
        return FlowLayout.ofLines(n, (int) inner.largest());
    }

    static long bytes(int n, int pes) {
        FlowLayout layout = layout(n, new Share(n - 2, pes));
        return 3L * n * layout.plane + PlaneRhs.bytes(layout) + Sweeps.bytes(layout) + 2L * layout.line + SLACK;
    }

    private long[] planes() {
        long[] table = new long[n];
        long first = workspace.piece((long) n * layout.plane);
        for (int k = 0; k < n; k++) {
            table[k] = first + (long) k * layout.plane;
        }
        return table;
    }

    /** {@return distance of a line of the grid from the start of its plane} */
    long line(int j) {
        return (long) (j - from + FlowLayout.GHOSTS) * layout.line;
    }

    /** {@return distance of a line from the start of its plane on another PE} */
    long line(int j, int pe) {
        return (j - 1 - inner.from(pe) + FlowLayout.GHOSTS) * layout.line;
    }

    long place(long address) {
        return (address - memory.local().address()) / Double.BYTES;
    }

    int numbers() {
        return FlowConstants.UNKNOWNS * layout.pitch / Double.BYTES;
    }
}
