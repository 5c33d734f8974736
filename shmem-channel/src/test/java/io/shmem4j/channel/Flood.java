// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

/** PE 0 waits in send for PE 2; meanwhile PE 1 sends it as much as it takes, at most three times its heap. */
final class Flood {
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private Flood() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Channel channel = Channel.allocate(shmem);
            SymmetricLongs sent = shmem.allocateLongs(1);
            MemorySegment message = MemorySegment.ofArray(new byte[1000]);
            long[] got = {0};
            shmem.barrierAll();
            switch (shmem.myPe()) {
                case 0 -> {
                    for (int i = 0; i < 100; i++) {
                        channel.send(2, i, message);
                    }
                    for (boolean[] last = {false}; !last[0];) {
                        channel.take((_, tag, _, _, length) -> {
                            last[0] = length == 0;
                            got[0] += tag == got[0] ? 1 : 0;
                        });
                    }
                }
                case 1 -> {
                    long count = flood(channel, Runtime.getRuntime().maxMemory() / 300, message);
                    shmem.atomicSet(sent, 0, 1 + count, 2);
                    channel.send(0, count, message, 0, 0);
                }
                default -> {
                    sent.waitUntil(0, Cmp.NE, 0);
                    for (int i = 0; i < 100; i++) {
                        channel.take((_, _, _, _, _) -> { });
                    }
                }
            }
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                System.out.println(got[0] == shmem.g(sent, 0, 2) ? "got all" : "got " + got[0]);
            }
            shmem.barrierAll();
        }
    }

    private static long flood(Channel channel, long most, MemorySegment message) {
        long sent = 0;
        for (long last = System.nanoTime(); sent < most && System.nanoTime() - last < IDLE_NANOS;) {
            if (channel.offer(0, sent, message)) {
                sent++;
                last = System.nanoTime();
            }
        }
        return sent;
    }
}
