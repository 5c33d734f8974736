// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.Observer.History;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Gives operations of a container to the {@link History}, with what they do to a value, a queue or a bag. */
final class Account {
    private final History history;
    private final String container;

    private Account(History history, String container) {
        this.history = history;
        this.container = container;
    }

    /** {@return the account of the container with these words; null outside of explorations} */
    static Account of(SymmetricLongs words) {
        History history = Library.history();
        return history == null ? null : new Account(history, words.name() + " at " + words.heapOffset());
    }

    private static List<Long> boxed(long[] words) {
        return words == null ? null : LongStream.of(words).boxed().toList();
    }

    private static long[] words(Object state) {
        return state == null ? null : ((List<?>) state).stream().mapToLong(word -> (Long) word).toArray();
    }

    /** Reads or changes the value of a key. */
    long[] value(String name, long[] key, Supplier<long[]> operation, UnaryOperator<long[]> change) {
        long[][] seen = new long[1][];
        history.make(container + ", key " + boxed(key), name, () -> {
            seen[0] = operation.get();
            return boxed(seen[0]);
        }, state -> {
            long[] before = words(state[0]);
            state[0] = boxed(change.apply(before));
            return boxed(before);
        });
        return seen[0];
    }

    boolean offer(long element, int capacity, BooleanSupplier operation) {
        return history.make(container, "offer " + element, operation::getAsBoolean, state -> {
            List<Object> elements = state[0] == null ? new ArrayList<>() : new ArrayList<>((List<?>) state[0]);
            boolean room = elements.size() < capacity;
            if (room) {
                elements.add(element);
            }
            state[0] = elements;
            return room;
        });
    }

    /** Takes up to so many elements; the operation gives those that it has taken. */
    void poll(int most, Supplier<long[]> operation) {
        history.make(container, "poll " + most, () -> boxed(operation.get()), state -> {
            List<?> elements = state[0] == null ? List.of() : (List<?>) state[0];
            int count = Math.min(most, elements.size());
            state[0] = List.copyOf(elements.subList(count, elements.size()));
            return List.copyOf(elements.subList(0, count));
        });
    }

    void add(long task) {
        history.make(container + ", task " + task, "add", () -> true, state -> {
            state[0] = (state[0] == null ? 0 : (Integer) state[0]) + 1;
            return true;
        });
    }

    void take(long task) {
        history.make(container + ", task " + task, "take", () -> true, state -> {
            int there = state[0] == null ? 0 : (Integer) state[0];
            state[0] = Math.max(0, there - 1);
            return there > 0;
        });
    }
}
