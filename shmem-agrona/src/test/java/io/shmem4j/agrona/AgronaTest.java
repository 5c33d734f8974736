// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.junit.ShmemTest;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastReceiver;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;
import org.agrona.concurrent.status.AtomicCounter;

/** Data that one PE writes by agrona, the others read, by agrona and by the library. */
class AgronaTest {
    private static final int MESSAGES = 500;

    @ShmemTest(pes = {1, 3})
    void buffersAreTheObjectsThemselves(Shmem shmem) {
        SymmetricLongs numbers = shmem.allocateLongs(4);
        int right = (shmem.myPe() + 1) % shmem.nPes();
        AtomicBuffer there = Buffers.of(shmem, numbers, right);
        assertEquals(4 * Long.BYTES, there.capacity());
        there.putLongVolatile(8, 100 + shmem.myPe());
        there.getAndAddLong(16, 5);
        shmem.barrierAll();
        int left = (shmem.myPe() + shmem.nPes() - 1) % shmem.nPes();
        assertEquals(100 + left, numbers.get(1));
        assertEquals(5, Buffers.local(numbers).getLong(16));
        assertThrows(IndexOutOfBoundsException.class, () -> there.getLong(25));
        shmem.barrierAll();
    }

    /** All send to all at once, from all kinds of buffers, through small rings and with long messages between. */
    @ShmemTest(pes = {1, 2, 5})
    void messagesKeepTheirSendersOrder(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        List<MutableDirectBuffer> letters = List.of(new UnsafeBuffer(new byte[5000], 8, 4992),
            new ExpandableArrayBuffer(5000), new ExpandableDirectByteBuffer(5000),
            Buffers.local(shmem.allocateBytes(5000)), new UnsafeBuffer(ByteBuffer.allocate(5000).position(3).slice()));
        int[] received = new int[shmem.nPes()];
        Channel.Handler handler = BufferMessages.handler((type, buffer, index, length) -> {
            int sender = buffer.getInt(index);
            assertEquals(received[sender]++, type);
            assertEquals(length(type), length);
            assertEquals(type, buffer.getInt(index + length - 4), "from PE " + sender);
        });
        for (int type = 0; type < MESSAGES; type++) {
            MutableDirectBuffer letter = letters.get(type % letters.size());
            letter.putInt(5, shmem.myPe());
            letter.putInt(5 + length(type) - 4, type);
            MemorySegment memory = BufferMessages.memory(letter, 5, length(type));
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                if (type % 2 == 0 || length(type) > 100 || !channel.offer(pe, type, memory)) {
                    channel.send(pe, type, memory);
                }
            }
        }
        assertThrows(IndexOutOfBoundsException.class, () -> BufferMessages.memory(letters.getFirst(), 4990, 3));
        channel.finish(handler);
        int[] expected = new int[shmem.nPes()];
        Arrays.fill(expected, MESSAGES);
        assertArrayEquals(expected, received);
        channel.free();
    }

    private static int length(int type) {
        return type % 9 == 0 ? 4000 : 8 + type % 40;
    }

    @ShmemTest(pes = 1)
    void wrongSizesAreRefused(Shmem shmem) {
        String message = assertThrows(IllegalArgumentException.class, () -> ErrorLog.allocate(shmem, -1)).getMessage();
        assertTrue(message.contains("PE 0: a log needs 1 byte or more, not -1"), message);
    }

    @ShmemTest(pes = 3)
    void broadcastsReachAll(Shmem shmem) {
        SymmetricBytes ring = shmem.allocateBytes(1024 + BroadcastBufferDescriptor.TRAILER_LENGTH, 128);
        BroadcastReceiver receiver = new BroadcastReceiver(Buffers.of(shmem, ring, 0));
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            UnsafeBuffer news = new UnsafeBuffer(new byte[8]);
            news.putLong(0, 42);
            new BroadcastTransmitter(Buffers.local(ring)).transmit(3, news, 0, 8);
        }
        while (!receiver.receiveNext()) {
            Thread.yield();
        }
        assertEquals(3, receiver.typeId());
        assertEquals(42, receiver.buffer().getLong(receiver.offset()));
        assertTrue(receiver.validate());
        shmem.barrierAll();
    }

    @ShmemTest(pes = {1, 3})
    void countersAreSeenByAll(Shmem shmem) {
        PeCounters counters = PeCounters.allocate(shmem, 4);
        AtomicCounter cells = counters.counter("cells of " + shmem.myPe(), 12);
        cells.getAndAdd(10L + shmem.myPe());
        counters.counter("other").increment();
        shmem.barrierAll();
        List<String> seen = new ArrayList<>();
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            var reader = counters.of(pe);
            reader.forEach((id, type, key, label) -> seen.add(label + " " + type + " " + reader.getCounterValue(id)));
        }
        List<String> expected = new ArrayList<>();
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            expected.addAll(List.of("cells of " + pe + " 12 " + (10 + pe), "other 0 1"));
        }
        assertEquals(expected, seen);
        shmem.barrierAll();
        counters.free();
    }

    /** A death between two allocations would leave the first one on some PEs only. */
    @ShmemTest(pes = 1)
    void countersAreOneAllocation(Shmem shmem) {
        int before = allocations(shmem);
        PeCounters.allocate(shmem, 4);
        assertEquals(before + 2, allocations(shmem));
    }

    /** {@return the number in the name of a new allocation} */
    private static int allocations(Shmem shmem) {
        return Integer.parseInt(shmem.allocateLongs(1).name().replaceFirst(".*#", ""));
    }

    @ShmemTest(pes = 2)
    void errorsAreCountedAndSeenByAll(Shmem shmem) {
        long before = System.currentTimeMillis();
        ErrorLog log = ErrorLog.allocate(shmem, 16 * 1024);
        assertTrue(log.lastBeat(1 - shmem.myPe()) >= before);
        if (shmem.myPe() == 1) {
            for (int time = 0; time < 3; time++) {
                assertTrue(log.add(new IllegalStateException("too cold")));
            }
        }
        shmem.barrierAll();
        List<String> seen = new ArrayList<>();
        assertEquals(1, log.read(1, (count, first, last, text) -> seen.add(count + " " + text.lines().findFirst()
            .orElseThrow())));
        assertEquals(List.of("3 java.lang.IllegalStateException: too cold"), seen);
        assertEquals(0, log.read(0, (count, first, last, text) -> seen.add(text)));
        ErrorLog small = ErrorLog.allocate(shmem, 128);
        assertFalse(small.add(new IllegalStateException("a long stack")));
        shmem.barrierAll();
    }
}
