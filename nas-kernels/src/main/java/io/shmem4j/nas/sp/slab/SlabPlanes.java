// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.slab;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.sp.problem.PlaneTable;
import io.shmem4j.nas.sp.problem.SpLayout;
import java.lang.foreign.MemorySegment;

/**
 * The planes of one field of the grid, dealt to the PEs.
 *
 * <p>Where memory of other PEs is mapped the table says where their planes are, and {@link #read} and {@link #write}
 * have nothing to do. Elsewhere it points to copies of them, which those two bring in and take back through views.
 */
final class SlabPlanes {
    final PlaneTable table;
    private final Share inner;
    private final SpLayout layout;
    private final int n;
    private final int me;
    private final boolean mapped;
    /** Position of each plane on its owner. */
    private final long[] home;
    /** Where it is found here: the same, or the position of its copy. */
    private final long[] place;
    private final DoubleView[] views;
    private final DoubleView copies;
    private final Shmem shmem;
    private final SymmetricDoubles array;
    /** Where memory is mapped, null. */
    private final SymmetricDoubles copied;

    SlabPlanes(Shmem shmem, SpLayout layout, int n, Share inner, String name) {
        this.shmem = shmem;
        this.layout = layout;
        this.n = n;
        this.inner = inner;
        me = shmem.myPe();
        array = shmem.allocateDoubles(bytes(layout, inner) / Double.BYTES, SpLayout.CACHE_LINE)
            .named(name);
        MemorySegment[] segments = new MemorySegment[inner.pes()];
        views = new DoubleView[inner.pes()];
        for (int pe = 0; pe < segments.length; pe++) {
            segments[pe] = shmem.ptr(array, pe);
            views[pe] = shmem.view(array, pe);
        }
        mapped = segments[(me + 1) % segments.length] != null;
        copied = mapped ? null
            : shmem.allocateDoubles(copied(layout) / Double.BYTES, SpLayout.CACHE_LINE)
                .named("copies of " + name);
        copies = mapped ? null : shmem.view(copied, me);
        table = new PlaneTable(n);
        home = new long[n];
        place = new long[n];
        for (int k = 0; k < n; k++) {
            home[k] = (long) layout.plane * (k - inner.from(owner(k)));
            boolean here = mapped || mine(k);
            MemorySegment there = mapped ? segments[owner(k)] : here ? array.local() : copied.local();
            place[k] = here ? home[k] : (long) k * layout.plane;
            table.address[k] = there.address() + place[k];
        }
    }

    /** {@return bytes of a PE's planes} */
    static long bytes(SpLayout layout, Share inner) {
        return (inner.largest() + 2) * layout.plane;
    }

    /** {@return bytes of copies, which are needed where other PEs' memory is not mapped} */
    static long copied(SpLayout layout) {
        return (long) layout.lines * layout.plane;
    }

    /** {@return whether this PE owns a plane} */
    boolean mine(int k) {
        return owner(k) == me;
    }

    /** The boundary planes belong to the owners of the planes next to them; each PE has room for one on either side. */
    private int owner(int k) {
        return inner.owner(Math.clamp(k - 1, 0, n - 3));
    }

    /** Gives the memory back; collective. */
    void free() {
        shmem.free(copied);
        shmem.free(array);
    }

    /** Makes lines of a plane readable where the table says. */
    void read(int k, int first, int end) {
        if (!mapped && k >= 0 && k < n && !mine(k)) {
            long from = (long) first * layout.line;
            copies.copy((place[k] + from) / Double.BYTES, views[owner(k)], (home[k] + from) / Double.BYTES,
                (long) (end - first) * layout.line / Double.BYTES);
        }
    }

    /** Takes lines that were changed where the table says to the plane's owner. */
    void write(int k, int first, int end) {
        if (!mapped && !mine(k)) {
            long from = (long) first * layout.line;
            views[owner(k)].copy((home[k] + from) / Double.BYTES, copies, (place[k] + from) / Double.BYTES,
                (long) (end - first) * layout.line / Double.BYTES);
        }
    }
}
