// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.explore.run.Linearization.Effect;
import io.shmem4j.spi.Observer.LongQueue;
import io.shmem4j.spi.Observer.WordMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Records a PE's operations on containers, with the effect that each should have on a value, a queue or a bag. */
final class RecordedContainers {
    private final Linearization linearization;
    private final int pe;
    private final Runnable after;

    /** Records nothing without a linearization. */
    RecordedContainers(Linearization linearization, int pe, Runnable after) {
        this.linearization = linearization;
        this.pe = pe;
        this.after = after;
    }

    private <R> R record(String object, String name, Supplier<R> operation, Effect effect) {
        return linearization.record(pe, object, name, operation, effect, after);
    }

    private static List<Long> boxed(long[] words) {
        return words == null ? null : LongStream.of(words).boxed().toList();
    }

    private static long[] words(Object state) {
        return state == null ? null : ((List<?>) state).stream().mapToLong(word -> (Long) word).toArray();
    }

    WordMap map(WordMap map, String name) {
        return linearization == null ? map : new WordMap() {
            @Override
            public long[] get(long[] key, IntFunction<long[]> room) {
                return value("get", key, () -> map.get(key, long[]::new), value -> value);
            }

            @Override
            public long[] change(long[] key, UnaryOperator<long[]> change) {
                return value("change", key, () -> map.change(key, change), change);
            }

            private long[] value(String call, long[] key, Supplier<long[]> operation, UnaryOperator<long[]> change) {
                return words(record(name + ", key " + boxed(key), call, () -> boxed(operation.get()), state -> {
                    long[] before = words(state[0]);
                    state[0] = boxed(change.apply(before));
                    return boxed(before);
                }));
            }
        };
    }

    LongQueue queue(LongQueue queue, int capacity, String name) {
        return linearization == null ? queue : new LongQueue() {
            @Override
            public boolean offer(long element) {
                return record(name, "offer " + element, () -> queue.offer(element), state -> {
                    List<Object> elements = state[0] == null ? new ArrayList<>() : new ArrayList<>((List<?>) state[0]);
                    boolean room = elements.size() < capacity;
                    if (room) {
                        elements.add(element);
                    }
                    state[0] = elements;
                    return room;
                });
            }

            @Override
            public int poll(long[] elements, int most) {
                return record(name, "poll " + most,
                    () -> boxed(Arrays.copyOf(elements, queue.poll(elements, most))), state -> {
                        List<?> all = state[0] == null ? List.of() : (List<?>) state[0];
                        int count = Math.min(most, all.size());
                        state[0] = List.copyOf(all.subList(count, all.size()));
                        return List.copyOf(all.subList(0, count));
                    }).size();
            }
        };
    }

    void addTask(String pool, long task) {
        changeTask(pool, task, "add", 1);
    }

    void runTask(String pool, long task) {
        changeTask(pool, task, "run", -1);
    }

    private void changeTask(String pool, long task, String call, int change) {
        if (linearization != null) {
            record(pool + ", task " + task, call, () -> true, state -> {
                int after = (state[0] == null ? 0 : (Integer) state[0]) + change;
                state[0] = Math.max(0, after);
                return after >= 0;
            });
        }
    }
}
