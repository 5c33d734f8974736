// SPDX-License-Identifier: Apache-2.0
//#types wait: NONE seen value wanted
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * One or several symmetric {@code long}s of this PE, to wait for or test together. Other PEs change them with atomics
 * or signals.
 *
 * <p>A wait ends early at a time limit, see {@link #within}, and with the death of a PE, see {@link #peer}. Without a
 * wait, see {@link #now}, the same calls test the variables.
 * <pre>{@code
 *   boolean arrived = array.watch(3).peer(pe).within(Duration.ofMillis(5)).until(Cmp.EQ, ready);
 *   int sender = array.watch(0, n).except(done).any(Cmp.NE, 0);
 * }</pre>
 */
//#small  *
//#small  * @deprecated since OpenSHMEM 1.5; wait for ints or longs
//#small  */
//#small @Deprecated(since = "1.5")
public final class LongWatch {
    private static final long NONE = 0;

    private final SymmetricLongs variables;
    private final WaitKind kind;
    /** World number of the PE whose death ends a wait, or -1. */
    private final int peer;
    /** Maximum duration of a wait, or {@link Waiter#FOREVER}. */
    private final long nanos;
    /** Entries other than 0 leave variables out; null includes all. */
    private final int[] status;
    /** Where {@link #any} starts its next search; shared by all watches derived from one. */
    private final int[] next;

    LongWatch(SymmetricLongs variables, WaitKind kind) {
        this(variables, kind, -1, Waiter.FOREVER, null, new int[1]);
    }

    private LongWatch(SymmetricLongs variables, WaitKind kind, int peer, long nanos, int[] status, int[] next) {
        this.variables = variables;
        this.kind = kind;
        this.peer = peer;
        this.nanos = nanos;
        this.status = status;
        this.next = next;
    }

    /**
     * {@return the same variables, with waits that throw {@link io.shmem4j.error.PeFailedException} once a PE has died,
     * in a job that survives deaths} Name the PE that is to change them.
     *
     * @param pe its number
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    public LongWatch peer(int pe) {
        return new LongWatch(variables, kind, Variables.peer(variables, pe), nanos, status, next);
    }

    /**
     * {@return the same variables, with waits that end after a time} A wait that times out returns the result of {@link
     * #now}. It does not throw, not even inside {@link Shmem#within}, whose earlier limit also ends it.
     *
     * @param limit the time limit of each wait; zero or less checks once
     */
    public LongWatch within(Duration limit) {
        return new LongWatch(variables, kind, peer, Variables.limit(limit), status, next);
    }

    /** {@return the same variables, tested once without a wait} */
    public LongWatch now() {
        return new LongWatch(variables, kind, peer, 0, status, next);
    }

    /**
     * {@return the same variables without those that are done} Each call reads the array, so a program may change it.
     *
     * @param done an entry for each variable; any value but 0 leaves the variable out
     */
    public LongWatch except(int[] done) {
        return new LongWatch(variables, kind, peer, nanos, Fault.room(done, count()), next);
    }

    /** {@return number of variables} */
    public int count() {
        return (int) variables.length();
    }

    /**
     * Waits until the variable, or each of several at the same time, satisfies a comparison.
     *
     * @param cmp   the comparison
     * @param value the right side of the comparison
     * @return whether it does; false only after a time limit
     */
    public boolean until(Cmp cmp, long value) {
        if (count() != 1 || status != null) {
            return all(cmp, value);
        }
        long last = Variables.waitFor(variables, variables.address(0), Fault.required(cmp, "cmp"), value, kind, false,
            peer, nanos);
        return cmp.holds(last, value);
    }

    /**
     * Waits until all variables satisfy a comparison.
     *
     * @param cmp   the comparison
     * @param value the right side of the comparison
     * @return whether they do, also if all are left out; false only after a time limit
     */
    public boolean all(Cmp cmp, long value) {
        return search(new int[1], 0, false, cmp, value, null) == 0;
    }

    /**
     * Waits until a variable satisfies a comparison. The search starts after the variable reported last, so one that
     * always satisfies the comparison does not hide the rest.
     *
     * @param cmp   the comparison
     * @param value the right side of the comparison
     * @return its index; -1 if all are left out, or after a time limit
     */
    public int any(Cmp cmp, long value) {
        int[] found = new int[1];
        if (search(found, next[0], true, cmp, value, null) == 0) {
            return -1;
        }
        next[0] = found[0] + 1 == count() ? 0 : found[0] + 1;
        return found[0];
    }

    /**
     * Waits until one or more variables satisfy a comparison.
     *
     * @param cmp   the comparison
     * @param value the right side of the comparison
     * @return their indices; none if all are left out, or after a time limit
     */
    public int[] some(Cmp cmp, long value) {
        int[] found = new int[count()];
        return Arrays.copyOf(found, search(found, 0, true, cmp, value, null));
    }

    /**
     * Waits until all variables satisfy a comparison.
     *
     * @param cmp    the comparison
     * @param values the right sides of the comparison, one for each variable
     * @return whether they do, also if all are left out; false only after a time limit
     */
    public boolean all(Cmp cmp, long[] values) {
        check(values);
        return search(new int[1], 0, false, cmp, NONE, values) == 0;
    }

    /**
     * Waits until a variable satisfies a comparison. The search starts after the variable reported last, so one that
     * always satisfies the comparison does not hide the rest.
     *
     * @param cmp    the comparison
     * @param values the right sides of the comparison, one for each variable
     * @return its index; -1 if all are left out, or after a time limit
     */
    public int any(Cmp cmp, long[] values) {
        check(values);
        int[] found = new int[1];
        if (search(found, next[0], true, cmp, NONE, values) == 0) {
            return -1;
        }
        next[0] = found[0] + 1 == count() ? 0 : found[0] + 1;
        return found[0];
    }

    /**
     * Waits until one or more variables satisfy a comparison.
     *
     * @param cmp    the comparison
     * @param values the right sides of the comparison, one for each variable
     * @return their indices; none if all are left out, or after a time limit
     */
    public int[] some(Cmp cmp, long[] values) {
        check(values);
        int[] found = new int[count()];
        return Arrays.copyOf(found, search(found, 0, true, cmp, NONE, values));
    }

    /**
     * Waits for variables that satisfy the comparison, or else until none fails it; {@return the number found}
     *
     * @param found  receives their indices
     * @param start  index at which the search starts
     * @param wanted whether to look for variables that satisfy the comparison, or for those that fail it
     */
    private int search(int[] found, int start, boolean wanted, Cmp cmp, long value, long[] values) {
        Fault.required(cmp, "cmp");
        Library library = variables.block.library();
        Routine routine = nanos <= 0 ? Routine.TEST : Routine.WAIT_UNTIL;
        long token = Hook.ON ? Hook.enter(library, routine, -1, variables.byteSize()) : 0;
        int count = scan(found, start, wanted, cmp, value, values);
        if (count > 0 != wanted && nanos > 0 && isAnyIncluded()) {
            Waiter wait = Variables.begin(variables, kind, peer, nanos);
            try {
                while ((count = scan(found, start, wanted, cmp, value, values)) > 0 != wanted && !wait.expired()) {
                    wait.pause();
                }
            } finally {
                wait.end();
            }
        }
        if (Hook.ON) {
            Hook.leave(library, routine, -1, variables.byteSize(), token);
        }
        return count;
    }

    private int scan(int[] found, int start, boolean wanted, Cmp cmp, long value, long[] values) {
        int all = count();
        int count = 0;
        for (int step = 0, i = start; step < all && count < found.length; step++) {
            if (isIncluded(i) && holds(i, cmp, values == null ? value : values[i]) == wanted) {
                found[count++] = i;
            }
            i = i + 1 == all ? 0 : i + 1;
        }
        return count;
    }

    private boolean holds(int i, Cmp cmp, long wanted) {
        Library library = variables.block.library();
        long at = variables.address(i);
        long seen = library.backend().getLong(library.pe(), at);
        boolean holds = cmp.holds(seen, wanted);
        if (Check.RACES && holds) {
            RaceDetector.of(library.backend()).waited(at, Long.BYTES, seen, other -> cmp.holds(other, wanted));
        }
        return holds;
    }

    private boolean isIncluded(int i) {
        return status == null || status[i] == 0;
    }

    private boolean isAnyIncluded() {
        return IntStream.range(0, count()).anyMatch(this::isIncluded);
    }

    private void check(long[] values) {
        if (Fault.required(values, "values").length < count()) {
            throw Fault.array(values.length, 0, count());
        }
    }
}
