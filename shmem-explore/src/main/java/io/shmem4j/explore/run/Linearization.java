// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Records a run's operations on containers and checks linearizability (Wing and Gong, 1993; Lowe, 2017): each operation
 * must appear to take effect at one moment between its call and its return. Pending operations may have taken effect or
 * not.
 *
 * <p>The search picks a minimal pending operation, applies it to the model, and recurses if the result matches. Pairs
 * of completed operations and model state are visited once.
 */
final class Linearization {
    private final Map<Object, List<Timed>> objects = new LinkedHashMap<>();
    private int now;

    /** An operation, which has not returned yet or never if {@code returned} is the largest number. */
    private record Timed(String name, Effect effect, int called, int returned, Object result) {
        boolean isPending() {
            return returned == Integer.MAX_VALUE;
        }

        @Override
        public String toString() {
            return name + (isPending() ? ", which does not return, from " + called
                : " = " + result + " from " + called + " to " + returned);
        }
    }

    private record Reached(Set<Integer> done, Object state) {
    }

    /** The effect of an operation that runs alone. */
    interface Effect {
        /**
         * {@return the operation's result}
         *
         * @param state its only element is the object's state, null at first, and receives the next one; states and
         *              results are compared by {@code equals}
         */
        Object on(Object[] state);
    }

    /**
     * Runs an operation of a PE and records it. An operation that throws may have happened or not.
     *
     * @param object the object; only operations on equal objects are ordered
     * @param name   the operation with its arguments, for reports
     * @param after  runs before the operation counts as returned
     */
    <R> R record(int pe, Object object, String name, Supplier<R> operation, Effect effect, Runnable after) {
        List<Timed> all = objects.computeIfAbsent(object, key -> new ArrayList<>());
        int number = all.size();
        int called = ++now;
        all.add(new Timed("PE " + pe + ' ' + name, effect, called, Integer.MAX_VALUE, null));
        R result = operation.get();
        after.run();
        all.set(number, new Timed("PE " + pe + ' ' + name, effect, called, ++now, result));
        return result;
    }

    /** {@return the operations on an object that are not linearizable, or null} */
    String unexplained() {
        for (Map.Entry<Object, List<Timed>> each : objects.entrySet()) {
            if (!fits(each.getValue(), Set.of(), null, new HashSet<>())) {
                return "no order explains the results of the operations on " + each.getKey() + ": "
                    + String.join("; ", each.getValue().stream().map(Object::toString).toList());
            }
        }
        return null;
    }

    private static boolean fits(List<Timed> all, Set<Integer> done, Object state, Collection<Reached> reached) {
        int earliest = Integer.MAX_VALUE;
        for (int i = 0; i < all.size(); i++) {
            earliest = done.contains(i) ? earliest : Math.min(earliest, all.get(i).returned);
        }
        if (earliest == Integer.MAX_VALUE) {
            return true;
        }
        if (!reached.add(new Reached(done, state))) {
            return false;
        }
        for (int i = 0; i < all.size(); i++) {
            Timed next = all.get(i);
            if (done.contains(i) || next.called > earliest) {
                continue;
            }
            Object[] after = {state};
            Object result = next.effect.on(after);
            if (next.isPending() || Objects.equals(result, next.result)) {
                Set<Integer> more = new HashSet<>(done);
                more.add(i);
                if (fits(all, more, after[0], reached)) {
                    return true;
                }
            }
        }
        return false;
    }
}
