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

    final int number;
    final List<Late> late = new ArrayList<>();
    Step next;
    boolean started;
    boolean finished;
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
    private long[] seen = new long[8];
    private long[] lengths = new long[8];
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

    Pe(int number) {
        this.number = number;
    }

    /** {@return whether its next step can be made now} */
    boolean enabled() {
        if (next == null || comparison != null && !holds() || held && !changed) {
            return false;
        }
        for (int i = 0; i < late.size(); i++) {
            if (late.get(i).step().holdsUp(next)) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether a late access of its own can happen now} */
    boolean canHappen(Late which) {
        for (int i = 0; i < late.size(); i++) {
            if (late.get(i).step().holdsUp(which.step())) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether its next step is a load that may come early, which one in a wait need not} */
    boolean maybeEarly() {
        return next.kind() == Step.Kind.READ && !next.fixed() && !waiting;
    }

    private boolean holds() {
        long value = wide ? JobMemory.words().getLongAcquire(variable) : JobMemory.words().getIntAcquire(variable);
        return comparison.holds(value & mask ^ flip, right ^ flip);
    }

    /** Its next access comes behind the late one that it has begun last, if that has not happened. */
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

    void beginWait() {
        waiting = true;
        forget();
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
        forget();
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
        } else if (!waiting) {
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
