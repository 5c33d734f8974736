// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.run.VirtualPe;

/**
 * All PEs but PE 0 signal it that they are done (section 4.1.1): each adds to one line that PE 0 polls, or writes to a
 * line of its own, and PE 0 reads them all. Lines are in memory at first.
 */
public final class Notification extends LineAlgorithm {
    private final boolean spread;
    private final boolean[] done;
    private int count;
    private int seen;

    /** Places the notification on one line, or spreads it over a line for each PE. */
    public Notification(long base, int pes, boolean spread) {
        super(base, spread ? pes : 1);
        this.spread = spread;
        this.done = new boolean[pes];
    }

    @Override
    public void run(VirtualPe pe) {
        if (pe.number() != 0) {
            pe.write(line(pe.number()));
            done[pe.number()] = true;
            count++;
        } else if (spread) {
            for (int other = 1; other < done.length; other++) {
                int watched = other;
                pe.await(line(other), () -> done[watched]);
                seen++;
            }
        } else {
            pe.await(base, () -> count == done.length - 1);
            seen = count;
        }
    }

    private long line(int pe) {
        return spread ? base + pe : base;
    }

    @Override
    public void check() {
        require(seen == done.length - 1, seen + " of " + (done.length - 1) + " notifications arrived");
    }
}
