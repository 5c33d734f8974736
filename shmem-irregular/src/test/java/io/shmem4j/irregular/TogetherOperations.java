// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Feed;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.data.SymmetricRecords;
import io.shmem4j.data.SymmetricStrings;
import io.shmem4j.data.SymmetricStructs;
import io.shmem4j.failing.Operation;
import io.shmem4j.failing.Operation.Part;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalLongs;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalMap.WhenFull;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What all PEs call together. */
public final class TogetherOperations implements Supplier<List<Operation>> {
    /** An element of an array. */
    record Pair(long first, int second) {
    }

    @Override
    public List<Operation> get() {
        return Stream.concat(allocations(), Stream.of(meeting("GlobalLongs.barrier",
            shmem -> GlobalLongs.block(shmem, 4)::barrier))).toList();
    }

    private static Stream<Operation> allocations() {
        return Stream.of(
            Operation.allocation("GlobalQueue", shmem -> GlobalQueue.allocate(shmem, 16, 0)::free),
            Operation.allocation("GlobalMap", shmem -> GlobalMap.allocate(shmem, Long.class, Long.class, 1 << 15,
                WhenFull.EVICT)::free),
            Operation.allocation("WorkPool", shmem -> WorkPool.allocate(shmem, 16, 16)::free),
            Operation.allocation("Messages", shmem -> Messages.allocate(shmem)::free),
            Operation.allocation("allocate Batch", List.of("Batch.allocate"), shmem -> {
                SymmetricLongs words = shmem.allocateLongs(2);
                return () -> Batch.allocate(shmem, words)::free;
            }),
            Operation.allocation("Channel", shmem -> Channel.allocate(shmem)::free),
            Operation.allocation("Feed", shmem -> Feed.allocate(shmem, 0, 4096)::free),
            Operation.allocation("SymmetricLongs2D", shmem -> SymmetricLongs2D.allocate(shmem, 2, 2)::free),
            Operation.allocation("SymmetricStrings", shmem -> SymmetricStrings.allocate(shmem, 2, 8)::free),
            Operation.allocation("SymmetricRecords", shmem ->
                SymmetricRecords.allocate(shmem, Pair.class, 2)::free),
            Operation.allocation("SymmetricStructs", shmem -> SymmetricStructs.allocate(shmem,
                MemoryLayout.structLayout(ValueLayout.JAVA_LONG.withName("word")), 2)::free),
            Operation.allocation("block of an array", List.of("GlobalLongs.block"), shmem -> () ->
                GlobalLongs.block(shmem, 4)::free),
            Operation.allocation("cyclic array", List.of("GlobalLongs.cyclic", "GlobalLongs.blockCyclic"),
                shmem -> () -> GlobalLongs.cyclic(shmem, 4)::free));
    }

    private static Operation meeting(String method, Function<Shmem, Runnable> make) {
        return Operation.collective(method, List.of(method), shmem -> new Meeting(shmem, make.apply(shmem)));
    }

    private static final class Meeting extends Part {
        private final Shmem shmem;
        private final Runnable meet;

        Meeting(Shmem shmem, Runnable meet) {
            this.shmem = shmem;
            this.meet = meet;
        }

        @Override
        public void call() {
            meet.run();
        }

        @Override
        public void check(Throwable thrown) {
            shmem.barrierAll();
        }
    }
}
