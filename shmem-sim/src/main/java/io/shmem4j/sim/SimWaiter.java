// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.shm.PublishedWait;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import io.shmem4j.spi.Work;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Waits in virtual time: a PE that has read charged lines sleeps until one of them is written. Other conditions are
 * tested again after intervals that double up to a limit.
 */
final class SimWaiter extends Waiter {
    private static final long FIRST_LOOK = 100_000;
    private static final long LAST_LOOK = 100_000_000;
    private static final long PICOS = 1000;

    private final VirtualPe pe;
    private final Backend.Attached attached;
    private long since;
    private long look;
    /** End in picoseconds; the largest number for a wait without a limit. */
    private long end;

    SimWaiter(VirtualPe pe, Backend.Attached attached) {
        super(pe.number());
        this.pe = pe;
        this.attached = attached;
    }

    @Override
    protected Work work() {
        return attached.work();
    }

    @Override
    protected long now() {
        return pe.now() / PICOS;
    }

    @Override
    protected void begin() {
        since = pe.now();
        look = FIRST_LOOK;
        end = Long.MAX_VALUE;
        pe.beginWait();
    }

    @Override
    protected void limitTo(long nanos) {
        end = nanos < (Long.MAX_VALUE - since) / PICOS ? since + nanos * PICOS : Long.MAX_VALUE;
    }

    @Override
    protected boolean passed() {
        return pe.now() >= end;
    }

    /** A PE that sleeps on lines has no clock, so a wait with a limit polls instead. */
    @Override
    protected void backOff() {
        if (pe.linesNoted() > 0 && end == Long.MAX_VALUE) {
            pe.pause();
        } else {
            pe.beginWait();
            pe.waitUntilTime(Math.min(end, pe.now() + look));
            look = Math.min(2 * look, LAST_LOOK);
        }
    }

    @Override
    public void end() {
        pe.endWait();
        kind = WaitKind.NONE;
    }

    /** {@return the current wait, with times in nanoseconds} */
    PublishedWait published() {
        Supplier<String> known = facts;
        return kind == WaitKind.NONE ? PublishedWait.none() : new PublishedWait(kind, peer, detail, since / PICOS,
            cellPe, cell, start, stride, size, cmp, wide, right, routine, root,
            table == null ? List.of() : Arrays.stream(table).boxed().toList(),
            known == null ? "" : known.get());
    }
}
