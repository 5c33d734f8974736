// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Shmem;
import io.shmem4j.channel.Channel;

/** Every PE sends an object to its right neighbour. */
public final class TradingProgram {
    private TradingProgram() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Channel channel = Channel.allocate(shmem);
            ObjectMessages objects = new ObjectMessages();
            channel.send((shmem.myPe() + 1) % shmem.nPes(), 0, objects.memory(new Trade().set(shmem.myPe(), 2.5,
                "of " + shmem.myPe())));
            Trade seen = new Trade();
            channel.take(objects.into(seen));
            System.out.println(seen);
            shmem.barrierAll();
        }
    }
}
