// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import io.shmem4j.Shmem;
import java.lang.foreign.MemorySegment;

/** Each PE waits for a message of the other; or PE 0 waits for room at a PE that waits for its own signal. */
final class Stuck {
    private Stuck() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Channel channel = Channel.allocate(shmem, 4096);
            if (args.length == 0) {
                channel.take((_, _, _, _, _) -> { });
            } else if (shmem.myPe() == 0) {
                channel.send(1, 5, MemorySegment.ofArray(new byte[10_000]));
            } else {
                shmem.allocateLongs(1);
            }
        }
    }
}
