// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.run.VirtualPe;

/**
 * All PEs notify PE 0 (section 4.1.1): each adds to one line that PE 0 polls, or writes to its own line and PE 0 reads
 * them all. PE 0 may then free the lines for the next use. Lines start in memory.
 */
public final class Notification extends LineAlgorithm {
    private final int senders;
    private final boolean spread;
    private final boolean frees;
    private final Words done;
    private long seen;

    /** Creates a notification on one line, or spread over one line per PE. */
    public Notification(long base, int pes, boolean spread, boolean frees) {
        super(base, spread ? pes : 1);
        this.senders = pes - 1;
        this.spread = spread;
        this.frees = frees;
        this.done = new Words(base, lines());
    }

    @Override
    public void run(VirtualPe pe) {
        if (pe.number() != 0) {
            done.add(pe, spread ? pe.number() : 0);
        } else if (spread) {
            for (int other = 1; other <= senders; other++) {
                done.await(pe, other, 1);
                seen++;
            }
        } else {
            done.await(pe, 0, senders);
            seen = done.get(0);
        }
        for (int line = spread ? 1 : 0; frees && pe.number() == 0 && line < lines(); line++) {
            done.set(pe, line, 0);
        }
    }

    @Override
    public void check() {
        require(seen == senders, seen + " of " + senders + " notifications arrived");
    }
}
