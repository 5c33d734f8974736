// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.inspect.CounterReader;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/** Reads the counters of another job for {@code oshstat}. */
@SuppressWarnings("exports") // Only the service loader makes one.
public final class AgronaCounterReader implements CounterReader {
    /** Used by the service loader. */
    public AgronaCounterReader() {
    }

    @Override
    public String object() {
        return PeCounters.NAME;
    }

    @Override
    public void read(MemorySegment counters, BiConsumer<String, Long> each) {
        long values = PeCounters.metadataBytes(counters.byteSize());
        CountersReader reader = new CountersReader(view(counters.asSlice(0, values)), view(counters.asSlice(values)),
            StandardCharsets.UTF_8);
        reader.forEach((id, type, key, label) -> each.accept(label, reader.getCounterValue(id)));
    }

    private static AtomicBuffer view(MemorySegment memory) {
        return new UnsafeBuffer(memory.address(), Math.toIntExact(memory.byteSize()));
    }
}
