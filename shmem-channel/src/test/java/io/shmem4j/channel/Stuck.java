// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;

/**
 * Two PEs wait for messages of each other; or four wait for room and for the rest of a message; or two send each other
 * some messages and end.
 */
final class Stuck {
    private Stuck() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Channel channel = Channel.allocate(shmem, 4096);
            if (args[0].equals("take")) {
                channel.take((_, _, _, _, _) -> { });
            } else if (args[0].equals("talk")) {
                talk(shmem, channel);
            } else {
                wait(shmem, channel);
            }
        }
    }

    /** PEs 0, 1 and 3 wait for PE 2, which reads no more; PE 3 gets the rest of a message of PE 0, which waits. */
    private static void wait(Shmem shmem, Channel channel) {
        Channel ofTeam = Channel.allocate(shmem, shmem.world().splitStrided(1, 1, 3));
        Feed feed = Feed.allocate(shmem, 0, 4096);
        MemorySegment brief = MemorySegment.ofArray(new byte[48]);
        MemorySegment large = MemorySegment.ofArray(new byte[100_000]);
        Feed.Reader reader = shmem.myPe() == 2 ? feed.holdingReader() : null;
        if (shmem.myPe() == 0) {
            channel.offer(3, 8, large);
        }
        shmem.barrierAll();
        switch (shmem.myPe()) {
            case 0 -> {
                while (true) {
                    feed.publish(9, brief);
                }
            }
            case 1 -> {
                ofTeam.send(1, -7, brief);
                ofTeam.send(1, -7, brief);
                ofTeam.send(1, 6, large);
            }
            case 2 -> {
                ofTeam.take((_, _, _, _, _) -> { });
                reader.take((_, _, _, _, _) -> { });
                shmem.allocateLongs(1);
            }
            default -> {
                channel.offer(2, 4, large);
                Selector selector = new Selector(shmem).add(ofTeam).add(channel);
                while (true) {
                    selector.select();
                    channel.poll((_, _, _, _, _) -> { });
                }
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
