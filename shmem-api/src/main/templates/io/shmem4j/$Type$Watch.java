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
import java.time.Duration;

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

    //#param status 0 for each element that takes part, or null
    //#param value the right side of the comparison
    //#param values the right sides of the comparison, one for each element
    //#param limit how long; nothing and less is to look once
    //#param indices array for the indices of the elements that satisfy it, in any order
    //#each many/vector/one/array/value/each //value//value/null Vector/_vector/NONE/[]/values/values
    //#each Call/c/ROUTINE/does/result/returns/search/given/passed/last/nanos
    //#row waitUntilAll | wait_until_all | WAIT_UNTIL | Waits until all elements satisfy a comparison
    //#    | void | | awaitAll | | | | , Variables.FOREVER
    //#row waitUntilAll | wait_until_all | WAIT_UNTIL | Waits a time at most until all elements satisfy a comparison
    //#    | boolean | whether they do | awaitAll | | | , Duration limit | , Variables.limit(limit)
    //#row waitUntilAny | wait_until_any | WAIT_UNTIL | Waits until an element satisfies a comparison
    //#    | int | the index of an element that does, -1 when none takes part | awaitAny | | | | , Variables.FOREVER
    //#row waitUntilAny | wait_until_any | WAIT_UNTIL | Waits a time at most until an element satisfies a comparison
    //#    | int | the index of an element that does, or -1 | awaitAny | | | , Duration limit | , Variables.limit(limit)
    //#row testAll | test_all | TEST | Tests whether all elements satisfy a comparison
    //#    | boolean | whether they do, true when none takes part | all | | | |
    //#row testAny | test_any | TEST | Tests whether an element satisfies a comparison
    //#    | int | the index of an element that does, -1 when none does | any | | | |
    //#row waitUntilSome | wait_until_some | WAIT_UNTIL | Waits until one or more elements satisfy a comparison
    //#    | int | the number of these elements, 0 when none takes part | awaitSome
    //#    | int[] indices, | indices, | | , Variables.FOREVER
    //#row waitUntilSome | wait_until_some | WAIT_UNTIL | Waits a time at most until one or more elements satisfy a
    //#    comparison | int | the number of these elements, 0 when none does | awaitSome
    //#    | int[] indices, | indices, | , Duration limit | , Variables.limit(limit)
    //#row testSome | test_some | TEST | Looks for all elements that satisfy a comparison
    //#    | int | the number of these elements, 0 when none does | some
    //#    | int[] indices, | indices, | |
    /**
     * $does$, {@code shmem_$type$_$c$$vector$}.
     *
     * @params
    //#when int boolean
     * @return $returns$
    //#end
     */
    public $result$ $Call$$many$($given$int[] status, Cmp cmp, $type$$array$ $value$$last$) {
        check(status, cmp);
        //#when Vector
        check(values);
        //#end
        //#when wait_until_some test_some
        Fault.room(indices, count());
        //#end
        long token = Hook.ON ? enter(Routine.$ROUTINE$) : 0;
        //#when void
        awaitAll(status, cmp, $one$, $each$$nanos$);
        //#else
        $result$ found = $search$($passed$status, cmp, $one$, $each$$nanos$);
        //#end
        if (Hook.ON) {
            leave(Routine.$ROUTINE$, token);
        }
        //#when int boolean
        return found;
        //#end
    }

    //#next
    //#next
    private long enter(Routine routine) {
        return Hook.enter(variables.block.library(), routine, -1, variables.byteSize());
    }

    private void leave(Routine routine, long token) {
        Hook.leave(variables.block.library(), routine, -1, variables.byteSize(), token);
    }

    private boolean awaitAll(int[] status, Cmp cmp, $type$ value, $type$[] values, long nanos) {
        boolean all = all(status, cmp, value, values);
        if (all || nanos <= 0) {
            return all;
        }
        Waiter wait = Variables.begin(variables, nanos);
        try {
            while (!(all = all(status, cmp, value, values)) && !wait.expired()) {
                wait.pause();
            }
            return all;
        } finally {
            wait.end();
        }
    }

    private int awaitAny(int[] status, Cmp cmp, $type$ value, $type$[] values, long nanos) {
        int found = any(status, cmp, value, values);
        if (found >= 0 || nanos <= 0 || nobody(status)) {
            return found;
        }
        Waiter wait = Variables.begin(variables, nanos);
        try {
            while ((found = any(status, cmp, value, values)) < 0 && !wait.expired()) {
                wait.pause();
            }
            return found;
        } finally {
            wait.end();
        }
    }

    private int awaitSome(int[] indices, int[] status, Cmp cmp, $type$ value, $type$[] values, long nanos) {
        int found = some(indices, status, cmp, value, values);
        if (found > 0 || nanos <= 0 || nobody(status)) {
            return found;
        }
        Waiter wait = Variables.begin(variables, nanos);
        try {
            while ((found = some(indices, status, cmp, value, values)) == 0 && !wait.expired()) {
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
