// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.PeFailedException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * Each PE sends numbered messages to the next one, while PEs are killed and stopped. A PE keeps what it has sent and
 * received in symmetric memory. A message may come twice only where its sender had not noted that it was sent, or its
 * receiver was handling it; none may be missing or torn.
 */
final class RespawnedTalk {
    private static final int SENT = 0;
    private static final int RECEIVED = 1;
    private static final int TWICE = 2;

    private final Shmem shmem;
    private final int limit;
    private final Channel channel;
    private final SymmetricLongs state;
    private final byte[] bytes;

    private RespawnedTalk(Shmem shmem, int limit) {
        this.shmem = shmem;
        this.limit = limit;
        this.channel = Channel.allocate(shmem, 4096);
        this.state = shmem.allocateLongs(3);
        this.bytes = new byte[channel.longest()];
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            RespawnedTalk talk = new RespawnedTalk(shmem, Integer.parseInt(args[0]));
            boolean again = !shmem.isFirstIncarnation();
            while (true) {
                try {
                    if (again) {
                        shmem.recover();
                    }
                    talk.run();
                    shmem.barrierAll();
                    break;
                } catch (PeFailedException _) {
                    again = true;
                }
            }
            System.out.println("PE " + shmem.myPe() + " received " + talk.state.get(RECEIVED) + ", twice "
                + (talk.state.get(TWICE) < talk.limit / 10 ? "few" : "many"));
            shmem.finish();
        }
    }

    private void run() {
        int next = (shmem.myPe() + 1) % shmem.nPes();
        while (state.get(SENT) < limit || state.get(RECEIVED) < limit) {
            boolean sent = false;
            for (int i = 0; i < 20 && state.get(SENT) < limit && offer(next, state.get(SENT)); i++) {
                state.set(SENT, state.get(SENT) + 1);
                sent = true;
            }
            if (channel.poll(this::received, 50) == 0 && !sent) {
                channel.take(Duration.ofMillis(20), this::received);
            }
        }
    }

    private static int length(long number) {
        return (int) (number * 37 % 900) + 9;
    }

    private boolean offer(int pe, long number) {
        int length = length(number);
        MemorySegment message = MemorySegment.ofArray(bytes);
        message.set(JAVA_LONG_UNALIGNED, 0, number);
        message.asSlice(8, length - 8).fill((byte) number);
        return channel.offer(pe, number, message, 0, length);
    }

    private void received(int from, long tag, MemorySegment memory, long offset, long length) {
        long expected = state.get(RECEIVED);
        boolean whole = length == length(tag) && memory.get(JAVA_LONG_UNALIGNED, offset) == tag;
        for (long i = 8; whole && i < length; i++) {
            whole = memory.get(JAVA_BYTE, offset + i) == (byte) tag;
        }
        if (!whole || tag > expected || tag < expected - 1) {
            throw new IllegalStateException("PE " + shmem.myPe() + ": message " + tag + " of PE " + from + ", " + length
                + " bytes, " + (whole ? "whole" : "torn") + ", after " + expected);
        }
        if (tag == expected) {
            state.set(RECEIVED, tag + 1);
        } else {
            state.set(TWICE, state.get(TWICE) + 1);
        }
    }
}
