// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.Cmp;
import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;

/**
 * Loads the planes of the PEs before and behind, which go round.
 *
 * <p>There are two sets of buffers, used in turns, and PEs wait for both neighbours each time. Before a PE fills a set
 * again, it has waited for an exchange that the neighbours begin after they have emptied the set; so nobody needs to
 * answer.
 */
final class GhostPlanes implements Ghosts {
    private static final int LOW = 0;
    private static final int HIGH = 1;
    private static final int SIDES = 2;
    /** Signals in cache lines of their own. */
    private static final int WORDS = 8;
    private static final int ALIGNMENT = 64;

    private final Shmem shmem;
    private final int size;
    private final int before;
    private final int behind;
    private final SymmetricDoubles buffers;
    private final SymmetricLongs words;
    /** Set by the PE before, and by the PE behind. */
    private final Signal[] signals = new Signal[SIDES];
    private final DoubleView own;
    private final DoubleView beforeView;
    private final DoubleView behindView;
    private long exchanges;

    /** Collective; the first PEs, the active ones, have planes, and size is that of the largest plane. */
    GhostPlanes(Shmem shmem, int active, int size) {
        this.shmem = shmem;
        this.size = size;
        before = (shmem.myPe() + active - 1) % active;
        behind = (shmem.myPe() + 1) % active;
        buffers = shmem.allocateDoubles(2L * SIDES * size, ALIGNMENT).named("planes for neighbours");
        words = shmem.allocateLongs((long) SIDES * WORDS, ALIGNMENT).named("exchanges of neighbours");
        signals[LOW] = words.signal(0);
        signals[HIGH] = words.signal(WORDS);
        own = shmem.view(buffers, shmem.myPe());
        beforeView = shmem.view(buffers, before);
        behindView = shmem.view(buffers, behind);
    }

    /** {@return bytes of symmetric heap} */
    static long bytes(int size) {
        return (2L * SIDES * size + 2L * SIDES * WORDS) * Double.BYTES;
    }

    @Override
    public void exchange(GridLevel grid, double[] f) {
        exchanges++;
        int low = (int) (exchanges & 1) * SIDES * size;
        int high = low + size;
        own.write(low, f, grid.at(grid.first, 0), grid.plane);
        own.write(high, f, grid.at(grid.last, 0), grid.plane);
        shmem.fence();
        shmem.signalSet(signals[HIGH], exchanges, before);
        shmem.signalSet(signals[LOW], exchanges, behind);
        signals[LOW].waitUntil(Cmp.GE, exchanges);
        signals[HIGH].waitUntil(Cmp.GE, exchanges);
        beforeView.read(high, f, grid.at(grid.first - 1, 0), grid.plane);
        behindView.read(low, f, grid.at(grid.last + 1, 0), grid.plane);
    }

    @Override
    public void free() {
        shmem.free(words);
        shmem.free(buffers);
    }
}
