// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;

/**
 * Each PE waits for a message of the other; or PE 0 waits for room at a PE that has read one message and waits for an
 * allocation; or they send each other some messages and end.
 */
final class Stuck {
    private Stuck() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Channel channel = Channel.allocate(shmem, 4096);
            if (args.length == 0) {
                channel.take((_, _, _, _, _) -> { });
            } else if (args[0].equals("talk")) {
                talk(shmem, channel);
            } else if (shmem.myPe() == 0) {
                channel.send(1, 7, MemorySegment.ofArray(new byte[48]));
                channel.send(1, 7, MemorySegment.ofArray(new byte[48]));
                channel.send(1, 5, MemorySegment.ofArray(new byte[10_000]));
            } else {
                channel.take((_, _, _, _, _) -> { });
                shmem.allocateLongs(1);
            }
        }
    }

    /** A handler's own call, an inc, is the program's. */
    private static void talk(Shmem shmem, Channel channel) {
        SymmetricLongs counts = shmem.allocateLongs(1);
        Feed feed = Feed.allocate(shmem, 0, 4096);
        MemorySegment message = MemorySegment.ofArray(new byte[80]);
        Channel.Handler count = (_, _, _, _, _) -> shmem.inc(counts, 0, 0);
        if (shmem.myPe() == 0) {
            channel.send(1, 1, message);
            channel.send(1, 2, message);
            channel.take(count);
            feed.publish(3, MemorySegment.ofArray(new byte[16]));
        } else {
            channel.take(count);
            channel.take(count);
            channel.send(0, 3, message);
        }
        channel.poll(count);
        channel.finish(count);
    }
}
