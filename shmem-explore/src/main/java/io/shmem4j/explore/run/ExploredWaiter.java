// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import io.shmem4j.spi.Work;

/** Waits without time: a waiting PE continues when its condition may have changed. */
final class ExploredWaiter extends Waiter {
    private final Run run;
    private final Pe pe;
    private final ExploredLives lives;
    private final Backend.Attached attached;

    ExploredWaiter(Run run, Pe pe, ExploredLives lives, Backend.Attached attached) {
        super(pe.number);
        this.run = run;
        this.pe = pe;
        this.lives = lives;
        this.attached = attached;
    }

    @Override
    protected Work work() {
        return attached.work();
    }

    @Override
    protected void begin() {
        pe.beginWait();
        pe.alarmed = lives != null && run.register.anyFallen() && !pe.meets;
    }

    @Override
    public void within(int first, int distance, int count, int[] numbers) {
        members(first, distance, count, numbers);
    }

    @Override
    public void until(long variable, boolean newWide, long mask, long flip, Comparison newCmp, long newRight) {
        if (leavesWork()) {
            // Other words than the variable matter, too.
            return;
        }
        long at = pe.number * JobMemory.stride() + variable;
        pe.until(() -> newCmp.holds((newWide ? JobMemory.words().getLongAcquire(at)
            : JobMemory.words().getIntAcquire(at)) & mask ^ flip, newRight ^ flip));
    }

    @Override
    protected long now() {
        return 0;
    }

    /** The timeout passes when no other PE can continue. */
    @Override
    protected void limitTo(long nanos) {
        pe.limited = true;
    }

    @Override
    protected boolean passed() {
        return pe.expired;
    }

    @Override
    protected void backOff() {
        run.requireTurn(pe.number);
        if (pe.takeAlarm()) {
            lives.check(kind, peer, start, stride, size, table);
        }
        pe.pause();
    }

    @Override
    public void end() {
        pe.endWait();
        kind = WaitKind.NONE;
    }

    /** {@return the heap offset of the awaited variable or lock, or -1} */
    long place() {
        return switch (kind) {
            case VARIABLE, SIGNAL, LOCK -> detail;
            default -> -1;
        };
    }

    String describe(String object) {
        if (kind == WaitKind.NONE) {
            return "is not in a wait of the library";
        }
        return "waits in " + (routine == null ? kind.text() : routine.text()) + (peer < 0 ? "" : " for PE " + peer)
            + (object == null ? "" : " for " + object);
    }
}
