// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.PeFailedException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * PE 1 dies in the handler of the first message behind a pad, after PE 0 has filled the ring again with what it knows
 * to be read. PE 1's next life has to handle this message and the others.
 */
final class KilledBehindPad {
    /** Records of 1008 and 88 bytes. Behind the fourth, 984 bytes of the ring are left, so the fifth follows a pad. */
    private static final int[] LENGTHS = {1000, 1000, 1000, 80, 1000, 1000, 1000, 1000};
    /** Numbers of messages after which the PEs wait for each other. In the second part PE 1 reads over a quarter. */
    private static final int[] PARTS = {3, 5, 8};

    private final Shmem shmem;
    private final Channel channel;
    /** Number of messages that the other PE has sent, or read. */
    private final SymmetricLongs count;
    private int read;

    private KilledBehindPad(Shmem shmem) {
        this.shmem = shmem;
        this.channel = Channel.allocate(shmem, 4096);
        this.count = shmem.allocateLongs(1);
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            KilledBehindPad program = new KilledBehindPad(shmem);
            if (shmem.myPe() == 0) {
                program.send();
            } else {
                program.receive();
            }
            shmem.finish();
        }
    }

    private void send() {
        int tag = 0;
        for (int part : PARTS) {
            for (; tag < part; tag++) {
                byte[] bytes = new byte[LENGTHS[tag]];
                Arrays.fill(bytes, (byte) tag);
                channel.send(1, tag, MemorySegment.ofArray(bytes));
            }
            shmem.atomicSet(count, 0, part, 1);
            await(part < LENGTHS.length ? part : 0);
        }
        try {
            shmem.barrierAll();
        } catch (PeFailedException _) {
            shmem.recover();
        }
    }

    private void await(long least) {
        while (count.getAcquire(0) < least) {
            Thread.onSpinWait();
        }
    }

    private void receive() {
        if (shmem.isFirstIncarnation()) {
            for (int part : PARTS) {
                await(part);
                channel.poll(this::message);
                shmem.atomicSet(count, 0, part, 0);
            }
        } else {
            shmem.recover();
            read = PARTS[1] - 1;
            channel.poll(this::message);
            System.out.println("read " + read);
        }
    }

    private void message(int from, long tag, MemorySegment memory, long offset, long length) {
        if (tag != read || length != LENGTHS[read] || memory.get(JAVA_BYTE, offset) != tag) {
            throw new IllegalStateException("message " + tag + " of " + length + " bytes instead of " + read);
        }
        read++;
        if (read == PARTS[1] && shmem.isFirstIncarnation()) {
            shmem.atomicSet(count, 0, read, 0);
            await(LENGTHS.length);
            Runtime.getRuntime().halt(9);
        }
    }
}
