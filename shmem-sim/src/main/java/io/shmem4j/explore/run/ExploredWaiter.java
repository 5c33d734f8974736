// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;

/** Waiting without time: a PE goes on when what it waits for can have happened. */
final class ExploredWaiter extends Waiter {
    private final Run run;
    private final Pe pe;

    ExploredWaiter(Run run, Pe pe) {
        this.run = run;
        this.pe = pe;
    }

    @Override
    protected void begin(int cellPe, long cell) {
        pe.beginWait();
    }

    @Override
    public void until(long variable, boolean wide, long mask, long flip, Comparison cmp, long right) {
        pe.until(pe.number * JobMemory.stride() + variable, wide, mask, flip, cmp, right);
    }

    @Override
    public void limit(long nanos) {
        throw new IllegalStateException("schedules are tried without a clock, so a wait has no limit; leave it out");
    }

    @Override
    public boolean expired() {
        return false;
    }

    @Override
    public void pause() {
        run.requireTurn(pe.number);
        pe.pause();
    }

    @Override
    public void end() {
        pe.endWait();
        kind = WaitKind.NONE;
    }

    WaitKind kind() {
        return kind;
    }

    /** {@return offset of the variable or lock that it waits for, -1 where there is none} */
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
