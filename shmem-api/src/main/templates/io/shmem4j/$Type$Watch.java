// SPDX-License-Identifier: Apache-2.0
//#types wait
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

/**
 * One or several symmetric {@code $type$}s of this PE, to wait for or test together. Other PEs change them with atomics
 * or signals.
 *
 * <p>A wait ends early at a time limit, see {@link #within}, and with the death of a PE, see {@link #peer}:
 * <pre>{@code
 *   boolean arrived = array.watch(3).peer(pe).within(Duration.ofMillis(5)).until(Cmp.EQ, ready);
 * }</pre>
 *
 * <p>A status array has an entry for each variable: 0 includes it, any other value leaves it out; null includes all.
 * {@code waitUntilAny} and {@code testAny} start after the variable that they reported last, so a variable that always
 * satisfies the comparison does not hide the rest.
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
    private final WaitKind kind;
    /** World number of the PE whose death ends a wait, or -1. */
    private final int peer;
    /** Maximum duration of a wait, or {@link Waiter#FOREVER}. */
    private final long nanos;
    private int next;

    $Type$Watch(Symmetric$Types$ variables, WaitKind kind) {
        this(variables, kind, -1, Waiter.FOREVER);
    }

    private $Type$Watch(Symmetric$Types$ variables, WaitKind kind, int peer, long nanos) {
        this.variables = variables;
        this.kind = kind;
        this.peer = peer;
        this.nanos = nanos;
    }

    /**
     * {@return the same variables, with waits that throw {@link io.shmem4j.error.PeFailedException} once a PE has died,
     * in a job that survives deaths} Name the PE that is to change them.
     *
     * @param pe its number
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    public $Type$Watch peer(int pe) {
        return new $Type$Watch(variables, kind, Variables.peer(variables, pe), nanos);
    }

    /**
     * {@return the same variables, with waits that end after a time} A wait that times out returns the result of the
     * test with the same name. It does not throw, not even inside {@link Shmem#within}, whose earlier limit also ends
     * it.
     *
     * @param limit the time limit of each wait; zero and less looks once
     */
    public $Type$Watch within(Duration limit) {
        return new $Type$Watch(variables, kind, peer, Variables.limit(limit));
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
    public boolean until(Cmp cmp, $type$ value) {
        if (count() != 1) {
            return waitUntilAll(null, cmp, value);
        }
        Cmp order = order(Fault.required(cmp, "cmp"));
        long seen = Variables.waitFor(variables, variables.address(0), order, value, kind, false, peer, nanos);
        return order.holds(seen, value);
    }

    //#param status 0 for each element that takes part, or null
    //#param value the right side of the comparison
    //#param values the right sides of the comparison, one for each element
    //#param indices array for the indices of the variables that satisfy it, in any order
    //#each many/vector/one/array/value/each //value//value/null Vector/_vector/NONE/[]/values/values
    //#each Call/c/ROUTINE/does/result/returns/search/given/passed
    //#row waitUntilAll | wait_until_all | WAIT_UNTIL | Waits until all variables satisfy a comparison
    //#    | boolean | whether they do; false only after a time limit | awaitAll | |
    //#row waitUntilAny | wait_until_any | WAIT_UNTIL | Waits until a variable satisfies a comparison
    //#    | int | the index of a variable that does; -1 when none takes part, or after a time limit | awaitAny | |
    //#row waitUntilSome | wait_until_some | WAIT_UNTIL | Waits until one or more variables satisfy a comparison
    //#    | int | how many do; 0 when none takes part, or after a time limit | awaitSome | int[] indices, | indices,
    //#row testAll | test_all | TEST | Tests whether all variables satisfy a comparison
    //#    | boolean | whether they do, true when none takes part | all | |
    //#row testAny | test_any | TEST | Tests whether a variable satisfies a comparison
    //#    | int | the index of a variable that does, -1 when none does | any | |
    //#row testSome | test_some | TEST | Finds all variables that satisfy a comparison
    //#    | int | how many do | some | int[] indices, | indices,
    /**
     * $does$, {@code shmem_$type$_$c$$vector$}.
     *
     * @params
     * @return $returns$
     */
    public $result$ $Call$$many$($given$int[] status, Cmp cmp, $type$$array$ $value$) {
        check(status, cmp);
        //#when Vector
        check(values);
        //#end
        //#when wait_until_some test_some
        Fault.room(indices, count());
        //#end
        long token = Hook.ON ? enter(Routine.$ROUTINE$) : 0;
        $result$ found = $search$($passed$status, cmp, $one$, $each$);
        if (Hook.ON) {
            leave(Routine.$ROUTINE$, token);
        }
        return found;
    }

    //#next
    //#next
    private long enter(Routine routine) {
        return Hook.enter(variables.block.library(), routine, -1, variables.byteSize());
    }

    private void leave(Routine routine, long token) {
        Hook.leave(variables.block.library(), routine, -1, variables.byteSize(), token);
    }

    private boolean awaitAll(int[] status, Cmp cmp, $type$ value, $type$[] values) {
        boolean all = all(status, cmp, value, values);
        if (all || nanos <= 0) {
            return all;
        }
        Waiter wait = Variables.begin(variables, kind, peer, nanos);
        try {
            while (!(all = all(status, cmp, value, values)) && !wait.expired()) {
                wait.pause();
            }
            return all;
        } finally {
            wait.end();
        }
    }

    private int awaitAny(int[] status, Cmp cmp, $type$ value, $type$[] values) {
        int found = any(status, cmp, value, values);
        if (found >= 0 || nanos <= 0 || noneTakesPart(status)) {
            return found;
        }
        Waiter wait = Variables.begin(variables, kind, peer, nanos);
        try {
            while ((found = any(status, cmp, value, values)) < 0 && !wait.expired()) {
                wait.pause();
            }
            return found;
        } finally {
            wait.end();
        }
    }

    private int awaitSome(int[] indices, int[] status, Cmp cmp, $type$ value, $type$[] values) {
        int found = some(indices, status, cmp, value, values);
        if (found > 0 || nanos <= 0 || noneTakesPart(status)) {
            return found;
        }
        Waiter wait = Variables.begin(variables, kind, peer, nanos);
        try {
            while ((found = some(indices, status, cmp, value, values)) == 0 && !wait.expired()) {
                wait.pause();
            }
            return found;
        } finally {
            wait.end();
        }
    }

    private Cmp order(Cmp cmp) {
        return kind == WaitKind.SIGNAL ? cmp.unsigned() : cmp;
    }

    private boolean holds(int i, Cmp cmp, $type$ value, $type$[] values) {
        $type$ wanted = values == null ? value : values[i];
        Library library = variables.block.library();
        long at = variables.address(i);
        $type$ seen = library.backend().get$Word$(library.pe(), at);
        Cmp order = order(cmp);
        boolean holds = order.holds(seen, wanted);
        if (Check.RACES && holds) {
            RaceDetector.of(library.backend()).waited(at, $bytes$, seen, other -> order.holds(other, wanted));
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

    private boolean noneTakesPart(int[] status) {
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
