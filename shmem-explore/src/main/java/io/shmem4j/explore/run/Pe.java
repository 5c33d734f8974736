// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.JobMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A PE's position in a run: its next access, the rest of its current operation, and its wait.
 *
 * <p>A PE that waits, or polls words that do not change, goes on only when one of these words is written or the
 * condition of its wait holds.
 */
final class Pe {
    /** Looks at unchanged words after which a PE counts as polling. */
    private static final int LOOKS = 8;
    /** Most different words that a polling PE reads in turns. */
    private static final int WORDS = 64;

    final int number;
    /** Whether it can map the memory of others. */
    private final boolean near;
    final List<Late> late = new ArrayList<>();
    Step next;
    boolean started;
    boolean finished;
    /** Whether it has died, and the others do not know. */
    boolean dead;
    /** Whether its wait has to find out which PEs have fallen. */
    boolean alarmed;
    /** Whether one has fallen during its wait, so that the wait may also find first what it waits for. */
    boolean surprised;
    /** Whether it is in a meeting, whose waits look at lives themselves. */
    boolean meets;
    int fences;
    int steps;
    int begun;
    /** The late access that its next atomic must come behind, or -1. */
    private int behind = -1;
    /** Whether its next store is also ordered before loads that follow, as atomics are. */
    private boolean ordered;
    private boolean waiting;
    private boolean held;
    private boolean changed;
    private int looks;
    private long[] seen = new long[WORDS];
    private long[] lengths = new long[WORDS];
    private int size;
    private Step update;
    private long before;
    /** Condition of the wait; null if the wait has none. */
    private Comparison comparison;
    private long variable;
    private boolean wide;
    private long mask;
    private long flip;
    private long right;
    private boolean limited;
    private boolean expired;
    /** Whether the wait has woken for nothing. */
    private boolean woken;
    /** Whether its next step is a test that may fail for nothing, and whether its last test has. */
    private boolean tests;
    private boolean failed;

    Pe(int number, boolean near) {
        this.number = number;
        this.near = near;
    }

    /** {@return a step of this PE} */
    Step step(Step.Kind kind, long address, long bytes, boolean fixed, int target) {
        return new Step(number, kind, address, bytes, fixed, number, target, fences, -1, false, takeBehind(), waiting,
            0);
    }

    /** {@return whether its next step can be made now} */
    boolean enabled() {
        if (next == null || sleeps() && !alarmed && !expired) {
            return false;
        }
        return nothingHoldsUpNext();
    }

    private boolean sleeps() {
        return comparison != null && !holds() || held && !changed;
    }

    /** {@return whether a spurious event may come next: the first wake-up of an unfulfilled wait, or a failing test} */
    boolean canWake() {
        return tests ? enabled() : waiting && !woken && next != null && sleeps() && !alarmed && !expired
            && nothingHoldsUpNext();
    }

    private boolean nothingHoldsUpNext() {
        for (int i = 0; i < late.size(); i++) {
            if (late.get(i).step().holdsUp(next, near)) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether a late access of its own can happen now} */
    boolean canHappen(Late which) {
        for (int i = 0; i < late.size(); i++) {
            if (late.get(i).step().holdsUp(which.step(), near)) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether its next step is a load that may come early; loads of a wait need not} */
    boolean maybeEarly() {
        return next.kind() == Step.Kind.READ && !next.fixed() && !waiting;
    }

    private boolean holds() {
        long value = wide ? JobMemory.words().getLongAcquire(variable) : JobMemory.words().getIntAcquire(variable);
        return comparison.holds(value & mask ^ flip, right ^ flip);
    }

    /** Puts its next access behind its last late one, if this has not happened yet. */
    void fenceLast() {
        behind = late.isEmpty() ? -1 : late.getLast().step().actor();
    }

    void orderNext() {
        ordered = true;
    }

    boolean takeOrdered() {
        boolean taken = ordered;
        ordered = false;
        return taken;
    }

    int takeBehind() {
        int taken = behind;
        behind = -1;
        return taken;
    }

    void beginTest() {
        tests = true;
    }

    boolean endTest() {
        tests = false;
        return failed;
    }

    /** {@return whether its last test has failed for nothing, which is then forgotten} */
    boolean hasFailed() {
        boolean had = failed;
        failed = false;
        return had;
    }

    void beginWait() {
        waiting = true;
        forget();
    }

    boolean waits() {
        return waiting;
    }

    /** A PE has fallen. */
    void surprise() {
        surprised |= waiting && !meets;
        alarmed |= surprised;
    }

    /** {@return whether the wait has to find out who has fallen} */
    boolean takeAlarm() {
        boolean taken = alarmed;
        alarmed = false;
        surprised = false;
        return taken;
    }

    /** The wait has a time limit, which passes when nobody else can go on. */
    void limit() {
        limited = true;
    }

    boolean expired() {
        return expired;
    }

    /** {@return whether the time limit of its wait passes now} */
    boolean expire() {
        boolean passes = limited && !expired && next != null;
        expired |= passes;
        return passes;
    }

    /** The rest of the wait ends when a word of the own memory satisfies a condition. */
    void until(long address, boolean isWide, long newMask, long newFlip, Comparison cmp, long newRight) {
        variable = address;
        wide = isWide;
        mask = newMask;
        flip = newFlip;
        right = newRight;
        comparison = cmp;
    }

    /** The wait has looked at all its words in vain. */
    void pause() {
        held = comparison == null;
    }

    void endWait() {
        waiting = false;
        comparison = null;
        limited = false;
        expired = false;
        woken = false;
        takeAlarm();
        forget();
    }

    /** It dies in place of its next step; its thread has to be unwound. */
    void die() {
        endWait();
        update = null;
        dead = true;
        next = null;
    }

    /** It begins another life. */
    void begin() {
        meets = false;
        behind = -1;
        ordered = false;
        tests = false;
        failed = false;
        dead = false;
        started = false;
        next = null;
    }

    private void forget() {
        size = 0;
        looks = 0;
        held = false;
        changed = false;
    }

    /** {@return whether it was held because it polls} It goes on then. */
    boolean release() {
        boolean polls = held && !waiting && next != null;
        if (polls) {
            forget();
        }
        return polls;
    }

    /** Its next step is made. */
    void make() {
        failed = tests && next.wakes();
        woken |= waiting && next.wakes();
        expired |= next.wakes() && limited;
        if (held) {
            forget();
        }
        if (next.kind() == Step.Kind.READ) {
            if (next.back() == 0) {
                look(next);
            }
        } else if (next.kind() == Step.Kind.UPDATE && next.bytes() <= Long.BYTES) {
            update = next;
            before = value(next);
        } else if (!waiting && !tests) {
            forget();
        }
        steps++;
        next = null;
    }

    /**
     * {@return its last step if that was an atomic that has changed something} Called when it comes to its next step,
     * before anybody else has made one.
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
            held = looks >= LOOKS;
            return;
        }
        if (size == seen.length) {
            if (!waiting) {
                forget();
            } else {
                seen = Arrays.copyOf(seen, 2 * size);
                lengths = Arrays.copyOf(lengths, 2 * size);
            }
        }
        seen[size] = step.address();
        lengths[size++] = step.bytes();
    }

    private boolean sees(Step step) {
        for (int i = 0; i < size; i++) {
            if (step.overlaps(seen[i], lengths[i])) {
                return true;
            }
        }
        return false;
    }

    /** Somebody else has written. */
    void notice(Step write) {
        if (!changed && (size == 0 && waiting || sees(write))) {
            changed = true;
            if (!waiting) {
                looks = 0;
            }
        }
    }
}
