// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.spi.JobMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A PE's state in a run: its next step, its late accesses and its wait.
 *
 * <p>A PE that waits or polls is blocked until a word that it has read is written, or its wait's condition holds.
 */
final class Pe {
    /** Number of repeated loads of unchanged words that count as polling. */
    private static final int LOOKS = 8;
    /** Maximum number of words that a polling PE is assumed to read. */
    private static final int WORDS = 64;

    final int number;
    /** Whether PEs can map each other's memory. */
    private final boolean near;
    final List<Late> late = new ArrayList<>();
    Step next;
    boolean started;
    boolean finished;
    /** Whether it has died and this is not known to other PEs yet. */
    boolean dead;
    /** Whether its wait must check which PEs have died. */
    boolean alarmed;
    /** Whether a PE has died during its wait; then the wait may find either the death or its condition first. */
    boolean surprised;
    /** Whether it is in a meeting, whose waits check for deaths themselves. */
    boolean meets;
    int fences;
    int steps;
    /** How many of its steps were polls that could not see anything new. */
    int idle;
    int begun;
    /** The late access that must precede its next atomic, or -1. */
    int behind = -1;
    boolean waiting;
    private boolean held;
    /** Whether memory contains its buffered stores. */
    private boolean shown;
    private boolean changed;
    private int looks;
    /** Loads of a wait, or since the PE's last change. */
    private final List<Step> seen = new ArrayList<>();
    private Step update;
    private long before;
    /** Condition of the wait on memory, or null. */
    private BooleanSupplier condition;
    /** Whether the wait has a timeout, which passes when no PE can continue. */
    boolean limited;
    boolean expired;
    /** Whether the wait has had a spurious wake-up. */
    private boolean woken;
    /** Whether its next load must see all stores so far. */
    boolean ordered = true;
    /** Whether its next step is a test that may fail spuriously; {@code failed} is the outcome. */
    boolean tests;
    private boolean failed;

    /** A late access that was issued but not performed. */
    static final class Late {
        Step step;
        /** Performs it; null if it is {@link Step#buffered}. */
        final Runnable effect;
        /** What a buffered store stores while memory has its old contents, and these while the PE has the turn. */
        private byte[] hidden;

        Late(Step step, Runnable effect) {
            this.step = step;
            this.effect = effect;
            this.hidden = effect == null ? step.exchange(null) : null;
        }

        void happen() {
            if (effect == null) {
                step.exchange(hidden);
            } else {
                effect.run();
            }
        }

        /** Exchanges what memory has and what it hides. */
        void swap() {
            hidden = step.exchange(hidden);
        }
    }

    Pe(int number, boolean near) {
        this.number = number;
        this.near = near;
    }

    Step step(Step.Kind kind, long address, long bytes, boolean fixed, int target) {
        return new Step(number, kind, address, bytes, fixed, number, target, fences, -1, false, -1, takeBehind(),
            Step.UNBOUND, waiting, 0);
    }

    /** {@return whether its next step is possible now} */
    boolean enabled() {
        return next != null && (!sleeps() || alarmed || expired) && isFree(next);
    }

    private boolean sleeps() {
        return condition != null && !holds() || held && !changed;
    }

    /** {@return whether a spurious event is possible: a wait's first wake-up, or a failing test} */
    boolean canWake() {
        return tests ? enabled() : waiting && !woken && next != null && sleeps() && !alarmed && !expired
            && isFree(next);
    }

    /** {@return whether none of its late accesses must precede a step} */
    boolean isFree(Step step) {
        for (int i = 0; i < late.size(); i++) {
            if (late.get(i).step.holdsUp(step, near)) {
                return false;
            }
        }
        return true;
    }

    private boolean holds() {
        show();
        boolean holds = condition.getAsBoolean();
        hide();
        return holds;
    }

    /** Makes its buffered stores visible in memory, for its own loads. */
    void show() {
        for (int i = 0; i < late.size() && !shown; i++) {
            if (late.get(i).step.buffered()) {
                late.get(i).swap();
            }
        }
        shown = true;
    }

    /** Restores what other PEs see, and keeps its buffered stores with whatever its program has stored there since. */
    void hide() {
        for (int i = late.size() - 1; i >= 0 && shown; i--) {
            if (late.get(i).step.buffered()) {
                late.get(i).swap();
            }
        }
        shown = false;
    }

    /** Issues a late access; a buffered store is visible to the PE, which stores itself if there is no effect. */
    void issue(Step step, Runnable effect) {
        late.add(new Late(step, effect));
        if (effect == null) {
            shown = true;
            forget();
        }
    }

    /** Puts its later stores behind the own ones that a load sees, and {@return whether it sees any} */
    boolean sees(Step load, int nextLate) {
        boolean any = false;
        for (int i = 0; i < late.size() && load.kind() == Step.Kind.READ; i++) {
            Late each = late.get(i);
            if (each.step.buffered() && each.step.overlaps(load.address(), load.bytes())) {
                each.step = each.step.bound(nextLate);
                any = true;
            }
        }
        return any;
    }

    /** Orders its late stores before all its later ones. */
    void order(int nextLate) {
        for (Late each : late) {
            each.step = each.step.writes() ? each.step.bound(nextLate) : each.step;
        }
    }

    int takeBehind() {
        int taken = behind;
        behind = -1;
        return taken;
    }

    boolean endTest() {
        tests = false;
        return failed;
    }

    /** {@return whether its last test failed spuriously} Resets this state. */
    boolean hasFailed() {
        boolean had = failed;
        failed = false;
        return had;
    }

    void beginWait() {
        waiting = true;
        forget();
    }

    /** Notifies it of a PE's death. */
    void surprise() {
        surprised |= waiting && !meets;
        alarmed |= surprised;
    }

    /** {@return whether the wait must check for deaths} Resets this state. */
    boolean takeAlarm() {
        boolean taken = alarmed;
        alarmed = false;
        surprised = false;
        return taken;
    }

    /** {@return whether its timeout passes now} */
    boolean expire() {
        boolean passes = limited && !expired && next != null;
        expired |= passes;
        return passes;
    }

    /** Blocks the wait until a condition on its own memory holds. */
    void until(BooleanSupplier newCondition) {
        condition = newCondition;
    }

    /** Blocks the wait until one of the words that it has read changes. */
    void pause() {
        held = condition == null;
    }

    void endWait() {
        waiting = false;
        ordered = true;
        condition = null;
        limited = false;
        expired = false;
        woken = false;
        takeAlarm();
        forget();
    }

    /** Dies instead of making its next step. The caller unwinds its thread. */
    void die() {
        endWait();
        update = null;
        dead = true;
        next = null;
    }

    /** Prepares for a restart. */
    void begin() {
        meets = false;
        behind = -1;
        tests = false;
        failed = false;
        dead = false;
        started = false;
        next = null;
    }

    private void forget() {
        seen.clear();
        looks = 0;
        held = false;
        changed = false;
    }

    /** {@return whether it is blocked because it polls} */
    boolean polls() {
        return held && !waiting && next != null;
    }

    /** Unblocks its poll, though nothing has changed. */
    void release() {
        held = false;
        looks = 0;
    }

    /** Makes its next step. */
    void make() {
        failed = tests && next.wakes();
        ordered |= next.kind() == Step.Kind.UPDATE;
        woken |= waiting && next.wakes();
        expired |= next.wakes() && limited;
        if (held) {
            forget();
        }
        if (next.kind() == Step.Kind.READ) {
            look(next);
        } else if (next.kind() == Step.Kind.UPDATE && next.bytes() <= Long.BYTES) {
            update = next;
            before = value(next);
        } else if (next.writes() && !waiting && !tests) {
            forget();
        }
        steps++;
        next = null;
    }

    /**
     * {@return its last step if this was an atomic that has changed memory, otherwise null} Called at its next step,
     * before any other PE has made one.
     */
    Step settle() {
        Step made = update;
        update = null;
        if (made == null) {
            return null;
        }
        if (value(made) == before) {
            look(made);
            return null;
        }
        if (!waiting) {
            forget();
        }
        return made;
    }

    private static long value(Step step) {
        return step.bytes() == Long.BYTES ? JobMemory.words().getLongAcquire(step.address())
            : JobMemory.words().getIntAcquire(step.address());
    }

    private void look(Step step) {
        if (!waiting && !changed && sees(step)) {
            looks++;
            idle++;
            held = looks >= LOOKS;
            return;
        }
        if (!waiting && seen.size() == WORDS) {
            forget();
        }
        seen.add(step);
    }

    private boolean sees(Step step) {
        for (int i = 0; i < seen.size(); i++) {
            if (seen.get(i).overlaps(step)) {
                return true;
            }
        }
        return false;
    }

    /** Notifies it of a store by another PE. */
    void notice(Step write) {
        if (!changed && (seen.isEmpty() && waiting || sees(write))) {
            changed = true;
            if (!waiting) {
                looks = 0;
            }
        }
    }
}
