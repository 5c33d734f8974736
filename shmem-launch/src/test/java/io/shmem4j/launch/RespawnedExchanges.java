// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.data.Halo;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.nonblocking.NonBlocking;
import io.shmem4j.nonblocking.NonBlockingTeam;
import java.util.function.LongConsumer;

/**
 * Both PEs exchange a number in each step by a halo or a reduction, as the first argument says. PE 1 dies before a
 * step, while PE 0 waits for it in the exchange, or in a barrier where there is another argument. Both begin again,
 * with other numbers.
 */
public final class RespawnedExchanges {
    private static final int STEPS = 20;
    private static final int DEATH = 10;

    private final Shmem shmem;
    private final int other;

    private RespawnedExchanges(Shmem shmem) {
        this.shmem = shmem;
        this.other = 1 - shmem.myPe();
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            RespawnedExchanges program = new RespawnedExchanges(shmem);
            LongConsumer exchange = args[0].equals("halo") ? program.halo() : program.reduction();
            program.run(exchange, args.length > 1);
            System.out.println("PE " + shmem.myPe() + " is done");
            shmem.finish();
        }
    }

    private void run(LongConsumer exchange, boolean barrier) {
        long attempt = 1000L * shmem.incarnation();
        boolean again = !shmem.isFirstIncarnation();
        while (true) {
            try {
                if (again) {
                    shmem.recover();
                }
                for (int step = 1; step <= STEPS; step++) {
                    if (step == DEATH && shmem.myPe() == 1 && shmem.isFirstIncarnation()) {
                        Runtime.getRuntime().halt(9);
                    }
                    if (barrier) {
                        shmem.barrierAll();
                    }
                    exchange.accept(attempt + step);
                }
                return;
            } catch (PeFailedException e) {
                attempt += 1000;
                again = true;
            }
        }
    }

    private static void require(long expected, long found) {
        if (found != expected) {
            throw new IllegalStateException("got " + found + " instead of " + expected);
        }
    }

    private LongConsumer halo() {
        SymmetricLongs2D cells = SymmetricLongs2D.allocate(shmem, 3, 3);
        Halo halo = cells.halo(1, true);
        return number -> {
            cells.set(1, 1, number + shmem.myPe());
            halo.exchange();
            require(number + other, cells.get(1, 0));
        };
    }

    private LongConsumer reduction() {
        SymmetricLongs words = shmem.allocateLongs(2);
        NonBlocking all = NonBlocking.allocate(shmem);
        NonBlockingTeam world = all.on(shmem.world(), 2);
        return number -> {
            words.set(0, number);
            world.sumReduce(words.slice(1, 1), words.slice(0, 1), 1).await();
            require(2 * number, words.get(1));
        };
    }
}
