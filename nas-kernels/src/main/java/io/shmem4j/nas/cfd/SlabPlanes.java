// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.sim.time.VirtualTime;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/**
 * The planes of one field of the grid, dealt to the PEs.
 *
 * <p>By load and store, where memory of other PEs is mapped, the table says where their planes are, and {@link #read}
 * and {@link #write} have nothing to do. Elsewhere it points to copies of them, which those two bring in and take back
 * through views, or by get and put.
 */
public final class SlabPlanes {
    public final long[] table;
    private final Share inner;
    private final FlowLayout layout;
    private final int n;
    private final int me;
    private final boolean messages;
    /** Whether planes are loaded and stored where they are. */
    private final boolean mapped;
    /** Position of each plane on its owner. */
    private final long[] home;
    /** Position of each plane here: the same, or the position of its copy. */
    private final long[] place;
    private final DoubleView[] views;
    private final DoubleView copies;
    private final Shmem shmem;
    private final SymmetricDoubles array;
    /** Copies of planes, null where memory is mapped. */
    private final SymmetricDoubles copied;

    SlabPlanes(KernelHeap heap, FlowLayout layout, int n, Share inner, Transfer transfer, String name) {
        shmem = heap.shmem;
        this.layout = layout;
        this.n = n;
        this.inner = inner;
        me = shmem.myPe();
        array = heap.doubles(bytes(layout, inner) / Double.BYTES, FlowLayout.CACHE_LINE, name);
        MemorySegment[] segments = new MemorySegment[inner.pes()];
        views = new DoubleView[inner.pes()];
        for (int pe = 0; pe < segments.length; pe++) {
            segments[pe] = shmem.ptr(array, pe);
            views[pe] = shmem.view(array, pe);
        }
        messages = transfer == Transfer.PUTGET;
        // The same on all PEs: on one node, not on several.
        mapped = !messages && !VirtualTime.isOn(shmem) && Arrays.stream(segments).allMatch(Objects::nonNull);
        copied = mapped ? null
            : heap.doubles(copied(layout) / Double.BYTES, FlowLayout.CACHE_LINE, "copies of " + name);
        copies = mapped ? null : shmem.view(copied, me);
        table = new long[n];
        home = new long[n];
        place = new long[n];
        for (int k = 0; k < n; k++) {
            home[k] = (long) layout.plane * (k - inner.from(owner(k)));
            boolean here = mapped || mine(k);
            MemorySegment there = mapped ? segments[owner(k)] : here ? array.local() : copied.local();
            place[k] = here ? home[k] : (long) k * layout.plane;
            table[k] = there.address() + place[k];
        }
    }

    /** {@return bytes of a PE's planes} */
    public static long bytes(FlowLayout layout, Share inner) {
        return (inner.largest() + 2) * layout.plane;
    }

    /** {@return bytes of copies, which are needed where other PEs' memory is not mapped} */
    public static long copied(FlowLayout layout) {
        return (long) layout.lines * layout.plane;
    }

    boolean mine(int k) {
        return owner(k) == me;
    }

    /** The boundary planes belong to the owners of the planes next to them; each PE has room for one on either side. */
    private int owner(int k) {
        return inner.owner(Math.clamp(k - 1, 0, n - 3));
    }

    /** Makes lines of a plane readable where the table says. */
    public void read(int k, int first, int end) {
        if (k >= 0 && k < n) {
            move(k, first, end, false);
        }
    }

    /** Takes lines that were changed where the table says to the plane's owner. */
    public void write(int k, int first, int end) {
        move(k, first, end, true);
    }

    private void move(int k, int first, int end, boolean back) {
        if (mapped || mine(k)) {
            return;
        }
        int owner = owner(k);
        long here = (place[k] + (long) first * layout.line) / Double.BYTES;
        long there = (home[k] + (long) first * layout.line) / Double.BYTES;
        long count = (long) (end - first) * layout.line / Double.BYTES;
        if (messages && back) {
            shmem.put(array, there, copied, here, count, owner);
        } else if (messages) {
            shmem.get(copied, here, array, there, count, owner);
        } else if (back) {
            views[owner].copy(there, copies, here, count);
        } else {
            copies.copy(here, views[owner], there, count);
        }
    }
}
