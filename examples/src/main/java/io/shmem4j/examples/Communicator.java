// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.channel.Channel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Locale;

/**
 * The communicator that a distributed simulation needs, in five methods: connect, rank, size, send and receive. Its
 * ranks exchange messages with all others, and rank 0 prints the median and the 99th percentile of an exchange.
 *
 * <p>Arguments: exchanges of each length (default 1,000), longest message in bytes (default 1 MiB).
 */
public final class Communicator implements AutoCloseable {
    private final Shmem shmem;
    private final Channel channel;
    private MemorySegment received;

    private Communicator(Shmem shmem) {
        this.shmem = shmem;
        this.channel = Channel.allocate(shmem);
    }

    /** {@return the communicator of all ranks, each of which makes this call} */
    public static Communicator connect(Shmem shmem) {
        return new Communicator(shmem);
    }

    /** {@return this rank} */
    public int rank() {
        return shmem.myPe();
    }

    /** {@return number of ranks} */
    public int size() {
        return shmem.nPes();
    }

    /** Sends a part of a segment to a rank. */
    public void send(int rank, MemorySegment data, long offset, long length) {
        channel.send(rank, 0, data, offset, length);
    }

    /** {@return the next message} Waits for it. */
    public MemorySegment receive() {
        channel.take((from, tag, memory, offset, length) -> {
            received = MemorySegment.ofArray(new byte[Math.toIntExact(length)]);
            MemorySegment.copy(memory, offset, received, 0, length);
        });
        return received;
    }

    @Override
    public void close() {
        channel.close();
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("communicator [exchanges [longest]]", args, 2);
        int exchanges = arguments.count(0, 1000);
        int longest = arguments.count(1, 1 << 20);
        try (Shmem shmem = Shmem.init(); Communicator ranks = connect(shmem)) {
            MemorySegment data = Arena.ofAuto().allocate(longest, Long.BYTES);
            for (int length = Math.min(16, longest); length <= longest; length *= 16) {
                long[] nanos = new long[exchanges];
                // As many exchanges before those that count.
                for (int i = -exchanges; i < exchanges; i++) {
                    data.set(ValueLayout.JAVA_BYTE, 0, (byte) i);
                    long start = System.nanoTime();
                    ranks.exchange(data, length, (byte) i);
                    nanos[Math.max(0, i)] = System.nanoTime() - start;
                }
                Arrays.sort(nanos);
                if (ranks.rank() == 0) {
                    System.out.printf(Locale.ROOT, "%7d bytes to each of %d ranks: %.1f us, 99 %% within %.1f us%n",
                        length, ranks.size() - 1, nanos[exchanges / 2] / 1e3, nanos[exchanges * 99 / 100] / 1e3);
                }
                shmem.barrierAll();
            }
        }
    }

    /** Sends a message to each other rank, and receives one from each. */
    private void exchange(MemorySegment data, int length, byte first) {
        for (int i = 1; i < size(); i++) {
            send((rank() + i) % size(), data, 0, length);
        }
        for (int i = 1; i < size(); i++) {
            MemorySegment message = receive();
            if (message.byteSize() != length || message.get(ValueLayout.JAVA_BYTE, 0) != first) {
                throw new AssertionError("a message of " + message.byteSize() + " bytes of another exchange");
            }
        }
        shmem.barrierAll();
    }
}
