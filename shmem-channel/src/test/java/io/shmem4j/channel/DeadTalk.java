// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import static io.shmem4j.testing.Cases.equal;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.PeFailedException;
import java.lang.foreign.MemorySegment;

/**
 * PE 1 has sent messages, holds a feed and is to handle memory of PE 0, and dies. In its next life PE 0 sends that
 * memory again, the feed goes on, and all finish.
 */
final class DeadTalk {
    private DeadTalk() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Channel channel = Channel.allocate(shmem, 4096);
            Feed feed = Feed.allocate(shmem, 0, 4096);
            SymmetricLongs source = shmem.allocateLongs(10);
            SymmetricLongs step = shmem.allocateLongs(1);
            MemorySegment message = MemorySegment.ofArray(new long[13]);
            int[] got = {0};
            Channel.Handler handler = (_, _, _, _, _) -> got[0]++;
            if (shmem.isFirstIncarnation() && shmem.myPe() == 1) {
                die(shmem, channel, feed, step, message);
            }
            if (shmem.myPe() == 0) {
                while (got[0] < 5) {
                    channel.take(handler);
                }
                step.waitUntil(0, Cmp.EQ, 1);
                source.set(0, 111);
                try {
                    channel.send(1, 1, source, 0, 80);
                } catch (PeFailedException e) {
                    source.set(0, 222);
                }
            }
            shmem.recover();
            if (shmem.myPe() == 0) {
                for (int i = 0; i < 200; i++) {
                    feed.publish(i, message);
                }
                channel.send(1, 2, source, 0, 80);
            } else {
                channel.take((_, tag, memory, offset, _) -> {
                    equal(2L, tag, "tag");
                    equal(222L, memory.get(JAVA_LONG_UNALIGNED, offset), "word");
                });
            }
            channel.finish(handler);
            System.out.println("PE " + shmem.myPe() + " got " + got[0]);
            shmem.finish();
        }
    }

    private static void die(Shmem shmem, Channel channel, Feed feed, SymmetricLongs step, MemorySegment message) {
        feed.holdingReader();
        for (int i = 0; i < 5; i++) {
            channel.send(0, i, message);
        }
        shmem.atomicSet(step, 0, 1, 0);
        new Selector(shmem).add(channel).select();
        Runtime.getRuntime().halt(9);
    }
}
