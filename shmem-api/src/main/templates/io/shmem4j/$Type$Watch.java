// SPDX-License-Identifier: Apache-2.0
//#types wait
package io.shmem4j;

import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Waiter;

/**
 * Some symmetric {@code $type$}s of this PE that others change with atomics or signals, waited for or tested together.
 *
 * <p>A status array has an entry for each element: 0 includes it, anything else leaves it out; null includes all.
 * {@code any} and {@code some} are fair: they look first behind the element they reported last.
//#if small
 *
 * @deprecated since OpenSHMEM 1.5; wait for ints or longs
//#end
 */
//#if small
@Deprecated(since = "1.5")
//#end
public final class $Type$Watch {
    private static final $type$ NONE = 0;

    private final Symmetric$Types$ variables;
    private final $type$ flip;
    private int next;

    $Type$Watch(Symmetric$Types$ variables) {
        this(variables, NONE);
    }

    private $Type$Watch(Symmetric$Types$ variables, $type$ flip) {
        this.variables = variables;
        this.flip = flip;
    }

    /** {@return the same variables, compared as unsigned numbers} */
    public $Type$Watch unsigned() {
        return new $Type$Watch(variables, $Box$.MIN_VALUE);
    }

    /** {@return number of elements} */
    public int count() {
        return (int) variables.length();
    }

    /**
     * Waits until all of them satisfy a comparison, {@code shmem_$type$_wait_until_all}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param value   its right side
     */
    public void waitUntilAll(int[] status, Cmp cmp, $type$ value) {
        check(status, cmp, null, false);
        long token = Hook.ON ? enter(Routine.WAIT_UNTIL) : 0;
        awaitAll(status, cmp, value, null);
        if (Hook.ON) {
            leave(Routine.WAIT_UNTIL, token);
        }
    }

    /**
     * Waits until all of them satisfy a comparison, {@code shmem_$type$_wait_until_all_vector}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param values  its right side, one for each element
     */
    public void waitUntilAllVector(int[] status, Cmp cmp, $type$[] values) {
        check(status, cmp, values, true);
        long token = Hook.ON ? enter(Routine.WAIT_UNTIL) : 0;
        awaitAll(status, cmp, NONE, values);
        if (Hook.ON) {
            leave(Routine.WAIT_UNTIL, token);
        }
    }

    /**
     * Waits until one of them satisfies a comparison, {@code shmem_$type$_wait_until_any}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param value   its right side
     * @return the index of one that does, -1 when none takes part
     */
    public int waitUntilAny(int[] status, Cmp cmp, $type$ value) {
        check(status, cmp, null, false);
        long token = Hook.ON ? enter(Routine.WAIT_UNTIL) : 0;
        int found = awaitAny(status, cmp, value, null);
        if (Hook.ON) {
            leave(Routine.WAIT_UNTIL, token);
        }
        return found;
    }

    /**
     * Waits until one of them satisfies a comparison, {@code shmem_$type$_wait_until_any_vector}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param values  its right side, one for each element
     * @return the index of one that does, -1 when none takes part
     */
    public int waitUntilAnyVector(int[] status, Cmp cmp, $type$[] values) {
        check(status, cmp, values, true);
        long token = Hook.ON ? enter(Routine.WAIT_UNTIL) : 0;
        int found = awaitAny(status, cmp, NONE, values);
        if (Hook.ON) {
            leave(Routine.WAIT_UNTIL, token);
        }
        return found;
    }

    /**
     * Waits until some of them satisfy a comparison, {@code shmem_$type$_wait_until_some}.
     *
     * @param indices gets the indices of the elements that satisfy it, in any order
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param value   its right side
     * @return how many do, 0 when none takes part
     */
    public int waitUntilSome(int[] indices, int[] status, Cmp cmp, $type$ value) {
        check(status, cmp, null, false);
        Fault.room(indices, count());
        long token = Hook.ON ? enter(Routine.WAIT_UNTIL) : 0;
        int found = awaitSome(indices, status, cmp, value, null);
        if (Hook.ON) {
            leave(Routine.WAIT_UNTIL, token);
        }
        return found;
    }

    /**
     * Waits until some of them satisfy a comparison, {@code shmem_$type$_wait_until_some_vector}.
     *
     * @param indices gets the indices of the elements that satisfy it, in any order
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param values  its right side, one for each element
     * @return how many do, 0 when none takes part
     */
    public int waitUntilSomeVector(int[] indices, int[] status, Cmp cmp, $type$[] values) {
        check(status, cmp, values, true);
        Fault.room(indices, count());
        long token = Hook.ON ? enter(Routine.WAIT_UNTIL) : 0;
        int found = awaitSome(indices, status, cmp, NONE, values);
        if (Hook.ON) {
            leave(Routine.WAIT_UNTIL, token);
        }
        return found;
    }

    /**
     * Tests whether all of them satisfy a comparison, {@code shmem_$type$_test_all}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param value   its right side
     * @return whether they do, true when none takes part
     */
    public boolean testAll(int[] status, Cmp cmp, $type$ value) {
        check(status, cmp, null, false);
        long token = Hook.ON ? enter(Routine.TEST) : 0;
        boolean found = all(status, cmp, value, null);
        if (Hook.ON) {
            leave(Routine.TEST, token);
        }
        return found;
    }

    /**
     * Tests whether all of them satisfy a comparison, {@code shmem_$type$_test_all_vector}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param values  its right side, one for each element
     * @return whether they do, true when none takes part
     */
    public boolean testAllVector(int[] status, Cmp cmp, $type$[] values) {
        check(status, cmp, values, true);
        long token = Hook.ON ? enter(Routine.TEST) : 0;
        boolean found = all(status, cmp, NONE, values);
        if (Hook.ON) {
            leave(Routine.TEST, token);
        }
        return found;
    }

    /**
     * Tests whether one of them satisfies a comparison, {@code shmem_$type$_test_any}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param value   its right side
     * @return the index of one that does, -1 when none does
     */
    public int testAny(int[] status, Cmp cmp, $type$ value) {
        check(status, cmp, null, false);
        long token = Hook.ON ? enter(Routine.TEST) : 0;
        int found = any(status, cmp, value, null);
        if (Hook.ON) {
            leave(Routine.TEST, token);
        }
        return found;
    }

    /**
     * Tests whether one of them satisfies a comparison, {@code shmem_$type$_test_any_vector}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param values  its right side, one for each element
     * @return the index of one that does, -1 when none does
     */
    public int testAnyVector(int[] status, Cmp cmp, $type$[] values) {
        check(status, cmp, values, true);
        long token = Hook.ON ? enter(Routine.TEST) : 0;
        int found = any(status, cmp, NONE, values);
        if (Hook.ON) {
            leave(Routine.TEST, token);
        }
        return found;
    }

    /**
     * Tests whether some of them satisfy a comparison, {@code shmem_$type$_test_some}.
     *
     * @param indices gets the indices of the elements that satisfy it, in any order
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param value   its right side
     * @return how many do, 0 when none does
     */
    public int testSome(int[] indices, int[] status, Cmp cmp, $type$ value) {
        check(status, cmp, null, false);
        Fault.room(indices, count());
        long token = Hook.ON ? enter(Routine.TEST) : 0;
        int found = some(indices, status, cmp, value, null);
        if (Hook.ON) {
            leave(Routine.TEST, token);
        }
        return found;
    }

    /**
     * Tests whether some of them satisfy a comparison, {@code shmem_$type$_test_some_vector}.
     *
     * @param indices gets the indices of the elements that satisfy it, in any order
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     * @param values  its right side, one for each element
     * @return how many do, 0 when none does
     */
    public int testSomeVector(int[] indices, int[] status, Cmp cmp, $type$[] values) {
        check(status, cmp, values, true);
        Fault.room(indices, count());
        long token = Hook.ON ? enter(Routine.TEST) : 0;
        int found = some(indices, status, cmp, NONE, values);
        if (Hook.ON) {
            leave(Routine.TEST, token);
        }
        return found;
    }

    private long enter(Routine routine) {
        return Hook.enter(variables.block.library(), routine, -1, variables.byteSize());
    }

    private void leave(Routine routine, long token) {
        Hook.leave(variables.block.library(), routine, -1, variables.byteSize(), token);
    }

    private void awaitAll(int[] status, Cmp cmp, $type$ value, $type$[] values) {
        if (all(status, cmp, value, values)) {
            return;
        }
        Waiter wait = Variables.begin(variables);
        try {
            while (!all(status, cmp, value, values)) {
                wait.pause();
            }
        } finally {
            wait.end();
        }
    }

    private int awaitAny(int[] status, Cmp cmp, $type$ value, $type$[] values) {
        int found = any(status, cmp, value, values);
        if (found >= 0 || nobody(status)) {
            return found;
        }
        Waiter wait = Variables.begin(variables);
        try {
            while ((found = any(status, cmp, value, values)) < 0) {
                wait.pause();
            }
            return found;
        } finally {
            wait.end();
        }
    }

    private int awaitSome(int[] indices, int[] status, Cmp cmp, $type$ value, $type$[] values) {
        int found = some(indices, status, cmp, value, values);
        if (found > 0 || nobody(status)) {
            return found;
        }
        Waiter wait = Variables.begin(variables);
        try {
            while ((found = some(indices, status, cmp, value, values)) == 0) {
                wait.pause();
            }
            return found;
        } finally {
            wait.end();
        }
    }

    private boolean holds(int i, Cmp cmp, $type$ value, $type$[] values) {
        $type$ wanted = values == null ? value : values[i];
        return cmp.holds(variables.getAcquire(i) ^ flip, wanted ^ flip);
    }

    private boolean all(int[] status, Cmp cmp, $type$ value, $type$[] values) {
        int count = count();
        for (int i = 0; i < count; i++) {
            if ((status == null || status[i] == 0) && !holds(i, cmp, value, values)) {
                return false;
            }
        }
        return true;
    }

    private int any(int[] status, Cmp cmp, $type$ value, $type$[] values) {
        int count = count();
        for (int step = 0, i = next; step < count; step++) {
            int following = i + 1 == count ? 0 : i + 1;
            if ((status == null || status[i] == 0) && holds(i, cmp, value, values)) {
                next = following;
                return i;
            }
            i = following;
        }
        return -1;
    }

    private int some(int[] indices, int[] status, Cmp cmp, $type$ value, $type$[] values) {
        int found = 0;
        int count = count();
        for (int i = 0; i < count; i++) {
            if ((status == null || status[i] == 0) && holds(i, cmp, value, values)) {
                indices[found++] = i;
            }
        }
        return found;
    }

    private boolean nobody(int[] status) {
        if (status == null) {
            return count() == 0;
        }
        for (int i = 0; i < count(); i++) {
            if (status[i] == 0) {
                return false;
            }
        }
        return true;
    }

    private void check(int[] status, Cmp cmp, $type$[] values, boolean vector) {
        Fault.required(cmp, "cmp");
        if (status != null) {
            Fault.room(status, count());
        }
        if (vector && Fault.required(values, "values").length < count()) {
            throw Fault.array(values.length, 0, count());
        }
    }
}
