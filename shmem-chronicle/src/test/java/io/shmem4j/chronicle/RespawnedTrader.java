// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.error.PeFailedException;

/** PE 1 dies after it has taken some trades; its next incarnation prints the others and its places. */
public final class RespawnedTrader {
    private RespawnedTrader() {
    }

    public static void main(String[] args) {
        int taken = Integer.parseInt(args[0]);
        try (Shmem shmem = Shmem.init()) {
            SymmetricObjects places = SymmetricObjects.allocate(shmem, 1, 64);
            Channel channel = Channel.allocate(shmem);
            ObjectMessages objects = new ObjectMessages();
            SymmetricLongs sent = shmem.allocateLongs(1);
            if (shmem.isFirstIncarnation()) {
                first(shmem, places, channel, sent, taken);
            }
            shmem.recover();
            if (shmem.myPe() == 1) {
                Trade seen = new Trade();
                System.out.println(places.get(seen, 0, 1) + " " + seen.number);
                while (channel.poll(objects.into(seen), 1) > 0) {
                    System.out.println("trade " + seen.number);
                }
            }
            shmem.barrierAll();
            // The channel is used again.
            for (int number = 10; number < 13; number++) {
                if (shmem.myPe() == 0) {
                    channel.send(1, number, objects.memory(new Trade().set(number, 1, "")));
                } else {
                    Trade seen = new Trade();
                    channel.take(objects.into(seen));
                    System.out.println("trade " + seen.number);
                }
                shmem.barrierAll();
            }
            shmem.finish();
        }
    }

    private static void first(Shmem shmem, SymmetricObjects places, Channel channel, SymmetricLongs sent,
        int taken) {
        ObjectMessages objects = new ObjectMessages();
        if (shmem.myPe() == 1) {
            for (int number = 0; number < taken; number++) {
                channel.take(objects.into(new Trade()));
            }
            sent.waitUntil(0, Cmp.EQ, 1);
            Runtime.getRuntime().halt(1);
        }
        places.put(new Trade().set(7, 1, "kept"), 0, 1);
        for (int number = 0; number < taken + 2; number++) {
            channel.send(1, number, objects.memory(new Trade().set(number, 1, "")));
        }
        shmem.quiet();
        shmem.atomicSet(sent, 0, 1, 1);
        try {
            shmem.barrierAll();
        } catch (PeFailedException e) {
            return;
        }
        throw new AssertionError("PE 1 has come to the barrier");
    }
}
