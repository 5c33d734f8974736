// SPDX-License-Identifier: Apache-2.0
//#types wait
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Waiter;

/**
 * Some symmetric {@code $type$}s of this PE that others change with atomics or signals, waited for or tested together.
 *
 * <p>A status array has an entry for each element: 0 includes it, anything else leaves it out; null includes all.
 * {@code any} and {@code some} begin to look behind the element that they reported last, so each element gets its turn.
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

    //#each All/all/array/value/one/each All/all//value/value/null AllVector/all_vector/[]/values/NONE/values
    /**
     * Waits until all elements satisfy a comparison, {@code shmem_$type$_wait_until_$all$}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     //#when All
     * @param value   the right side of the comparison
     //#end
     //#when AllVector
     * @param values  the right sides of the comparison, one for each element
     //#end
     */
    public void waitUntil$All$(int[] status, Cmp cmp, $type$$array$ $value$) {
        check(status, cmp);
        //#when AllVector
        check(values);
        //#end
        long token = Hook.ON ? enter(Routine.WAIT_UNTIL) : 0;
        awaitAll(status, cmp, $one$, $each$);
        if (Hook.ON) {
            leave(Routine.WAIT_UNTIL, token);
        }
    }

    //#next
    //#each Any/any/array/value/one/each Any/any//value/value/null AnyVector/any_vector/[]/values/NONE/values
    /**
     * Waits until an element satisfies a comparison, {@code shmem_$type$_wait_until_$any$}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     //#when Any
     * @param value   the right side of the comparison
     //#end
     //#when AnyVector
     * @param values  the right sides of the comparison, one for each element
     //#end
     * @return the index of an element that does, -1 when none takes part
     */
    public int waitUntil$Any$(int[] status, Cmp cmp, $type$$array$ $value$) {
        check(status, cmp);
        //#when AnyVector
        check(values);
        //#end
        long token = Hook.ON ? enter(Routine.WAIT_UNTIL) : 0;
        int found = awaitAny(status, cmp, $one$, $each$);
        if (Hook.ON) {
            leave(Routine.WAIT_UNTIL, token);
        }
        return found;
    }

    //#next
    //#each Some/some/array/value/one/each Some/some//value/value/null SomeVector/some_vector/[]/values/NONE/values
    /**
     * Waits until one or more elements satisfy a comparison, {@code shmem_$type$_wait_until_$some$}.
     *
     * @param indices array for the indices of the elements that satisfy it, in any order
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     //#when Some
     * @param value   the right side of the comparison
     //#end
     //#when SomeVector
     * @param values  the right sides of the comparison, one for each element
     //#end
     * @return the number of these elements, 0 when none takes part
     */
    public int waitUntil$Some$(int[] indices, int[] status, Cmp cmp, $type$$array$ $value$) {
        check(status, cmp);
        //#when SomeVector
        check(values);
        //#end
        Fault.room(indices, count());
        long token = Hook.ON ? enter(Routine.WAIT_UNTIL) : 0;
        int found = awaitSome(indices, status, cmp, $one$, $each$);
        if (Hook.ON) {
            leave(Routine.WAIT_UNTIL, token);
        }
        return found;
    }

    //#next
    //#each All/all/array/value/one/each All/all//value/value/null AllVector/all_vector/[]/values/NONE/values
    /**
     * Tests whether all elements satisfy a comparison, {@code shmem_$type$_test_$all$}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     //#when All
     * @param value   the right side of the comparison
     //#end
     //#when AllVector
     * @param values  the right sides of the comparison, one for each element
     //#end
     * @return whether they do, true when none takes part
     */
    public boolean test$All$(int[] status, Cmp cmp, $type$$array$ $value$) {
        check(status, cmp);
        //#when AllVector
        check(values);
        //#end
        long token = Hook.ON ? enter(Routine.TEST) : 0;
        boolean found = all(status, cmp, $one$, $each$);
        if (Hook.ON) {
            leave(Routine.TEST, token);
        }
        return found;
    }

    //#next
    //#each Any/any/array/value/one/each Any/any//value/value/null AnyVector/any_vector/[]/values/NONE/values
    /**
     * Tests whether an element satisfies a comparison, {@code shmem_$type$_test_$any$}.
     *
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     //#when Any
     * @param value   the right side of the comparison
     //#end
     //#when AnyVector
     * @param values  the right sides of the comparison, one for each element
     //#end
     * @return the index of an element that does, -1 when none does
     */
    public int test$Any$(int[] status, Cmp cmp, $type$$array$ $value$) {
        check(status, cmp);
        //#when AnyVector
        check(values);
        //#end
        long token = Hook.ON ? enter(Routine.TEST) : 0;
        int found = any(status, cmp, $one$, $each$);
        if (Hook.ON) {
            leave(Routine.TEST, token);
        }
        return found;
    }

    //#next
    //#each Some/some/array/value/one/each Some/some//value/value/null SomeVector/some_vector/[]/values/NONE/values
    /**
     * Looks for all elements that satisfy a comparison, {@code shmem_$type$_test_$some$}.
     *
     * @param indices array for the indices of the elements that satisfy it, in any order
     * @param status  0 for each element that takes part, or null
     * @param cmp     the comparison
     //#when Some
     * @param value   the right side of the comparison
     //#end
     //#when SomeVector
     * @param values  the right sides of the comparison, one for each element
     //#end
     * @return the number of these elements, 0 when none does
     */
    public int test$Some$(int[] indices, int[] status, Cmp cmp, $type$$array$ $value$) {
        check(status, cmp);
        //#when SomeVector
        check(values);
        //#end
        Fault.room(indices, count());
        long token = Hook.ON ? enter(Routine.TEST) : 0;
        int found = some(indices, status, cmp, $one$, $each$);
        if (Hook.ON) {
            leave(Routine.TEST, token);
        }
        return found;
    }

    //#next
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
        Library library = variables.block.library();
        long at = variables.address(i);
        $type$ seen = library.backend().get$Word$(library.pe(), at);
        boolean holds = cmp.holds(seen ^ flip, wanted ^ flip);
        if (Check.RACES && holds) {
            RaceDetector.of(library.backend()).waited(at, $bytes$, seen,
                other -> cmp.holds(other ^ flip, wanted ^ flip));
        }
        return holds;
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

    private void check(int[] status, Cmp cmp) {
        Fault.required(cmp, "cmp");
        if (status != null) {
            Fault.room(status, count());
        }
    }

    private void check($type$[] values) {
        if (Fault.required(values, "values").length < count()) {
            throw Fault.array(values.length, 0, count());
        }
    }
}
