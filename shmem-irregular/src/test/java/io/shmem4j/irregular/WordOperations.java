// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.failing.Operation;
import io.shmem4j.irregular.ChangeOperations.Numbered;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalLongs;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Operations of one PE on arrays over all PEs, and batched ones. PE 1 reads the number of the call in a word. */
public final class WordOperations implements Supplier<List<Operation>> {
    @Override
    public List<Operation> get() {
        return Stream.concat(arrays(), batches()).toList();
    }

    private static Stream<Operation> arrays() {
        return Stream.of(
            array("set", (array, number) -> array.set(1, number)),
            array("put", (array, number) -> {
                array.put(1, number);
                array.quiet();
            }, "quiet"),
            array("atomicSet", (array, number) -> array.atomicSet(1, number)),
            array("add", (array, number) -> array.add(1, number - array.get(1))),
            array("xor", (array, number) -> array.xor(1, number ^ array.get(1))),
            array("swap", (array, number) -> array.swap(1, number)),
            array("compareSwap", (array, number) -> array.compareSwap(1, array.get(1), number)),
            array("fetchAdd", (array, number) -> array.fetchAdd(1, number - array.get(1))),
            array("fetchXor", (array, number) -> array.fetchXor(1, number ^ array.get(1))),
            array("addAll", (array, number) -> array.addAll(new long[] {1}, number - array.get(1))),
            array("setAll", (array, number) -> array.setAll(new long[] {1}, new long[] {number})));
    }

    private static Stream<Operation> batches() {
        return Stream.of(
            batch("p", (batch, on, number) -> batch.p(on, 0, number, 1)),
            batch("put", (batch, on, number) -> batch.put(on, 0, new long[] {number}, 0, 1, 1)),
            batch("atomicSet", (batch, on, number) -> batch.atomicSet(on, 0, number, 1)),
            batch("add", (batch, on, number) -> batch.add(on, 0, number - on.get(1), 1)),
            batch("xor", (batch, on, number) -> batch.xor(on, 0, number ^ on.get(1), 1)),
            batch("swap", (batch, on, number) -> batch.swap(on, 0, number, 1, old -> { })),
            batch("compareSwap", (batch, on, number) -> batch.compareSwap(on, 0, on.get(1), number, 1, old -> { })),
            batch("fetchAdd", (batch, on, number) -> batch.fetchAdd(on, 0, number - on.get(1), 1, old -> { })),
            batch("fetchXor", (batch, on, number) -> batch.fetchXor(on, 0, number ^ on.get(1), 1, old -> { })));
    }

    private static Operation array(String method, Storing storing, String... more) {
        return Operation.whole(method + " of an array", Stream.concat(Stream.of(method), Stream.of(more))
            .map("GlobalLongs."::concat).toList(), shmem -> new Elements(shmem, storing));
    }

    private interface Storing {
        void to(GlobalLongs array, long number);
    }

    private static final class Elements extends Numbered {
        private final GlobalLongs array;
        private final Storing storing;

        Elements(Shmem shmem, Storing storing) {
            super(shmem);
            this.array = GlobalLongs.block(shmem, 2);
            this.storing = storing;
        }

        @Override
        void make(long call) {
            storing.to(array, call);
        }

        @Override
        void look() {
            if (shmem.myPe() == 1 && array.get(1) == number) {
                happened(number);
            }
        }
    }

    private interface Batching {
        void to(Batch batch, SymmetricLongs words, long number);
    }

    private static Operation batch(String method, Batching batching) {
        return Operation.whole(method + " of a batch", List.of("BatchedAccess." + method, "Batch.quiet"), shmem ->
            new Accesses(shmem, batching));
    }

    private static final class Accesses extends Numbered {
        private final SymmetricLongs words;
        private final Batch batch;
        private final Batching batching;

        Accesses(Shmem shmem, Batching batching) {
            super(shmem);
            this.words = shmem.allocateLongs(2);
            this.batch = Batch.allocate(shmem, words);
            this.batching = batching;
        }

        @Override
        void make(long call) {
            batching.to(batch, words, call);
            batch.quiet();
        }

        @Override
        void look() {
            batch.barrier();
            if (shmem.myPe() == 1) {
                long now = words.get(0);
                if (now == number) {
                    happened(number);
                }
                shmem.p(words, 1, now, 0);
            }
        }

        @Override
        public void end() {
            batch.free();
        }
    }
}
