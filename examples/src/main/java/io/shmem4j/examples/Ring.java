// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import java.util.Locale;

/**
 * Passes a message round a ring of PEs by put-with-signal. Each PE waits for its signal, adds its number to every
 * element, and puts the message to its right neighbour. PE 0 checks the sum and prints the time of one hop.
 *
 * <p>Arguments: rounds (default 4000), elements of the message (default 8).
 */
public final class Ring {
    public static void main(String[] args) {
        Arguments arguments = new Arguments("ring [rounds [elements]]", args, 2);
        int rounds = arguments.count(0, 4_000);
        int elements = arguments.count(1, 8);
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs message = shmem.allocateLongs(elements).named("message");
            Signal arrived = shmem.allocateSignal();
            shmem.barrierAll();
            pass(shmem, message, arrived, 0, rounds / 2);
            double start = shmem.time();
            pass(shmem, message, arrived, rounds / 2, rounds);
            double seconds = shmem.time() - start;
            if (shmem.myPe() == 0) {
                report(shmem, message, rounds, rounds - rounds / 2, seconds);
            }
        }
    }

    private static void pass(Shmem shmem, SymmetricLongs message, Signal arrived, int from, int to) {
        int me = shmem.myPe();
        int right = (me + 1) % shmem.nPes();
        for (int round = from; round < to; round++) {
            if (me != 0) {
                arrived.waitUntil(Cmp.GT, round);
            }
            for (int i = 0; i < message.length(); i++) {
                message.set(i, message.get(i) + me);
            }
            shmem.putSignal(message, 0, message, 0, message.length(), arrived, round + 1, SignalOp.SET, right);
            if (me == 0) {
                arrived.waitUntil(Cmp.GT, round);
            }
        }
    }

    private static void report(Shmem shmem, SymmetricLongs message, int rounds, int timed, double seconds) {
        int n = shmem.nPes();
        long expected = (long) n * (n - 1) / 2 * rounds;
        for (int i = 0; i < message.length(); i++) {
            if (message.get(i) != expected) {
                throw new AssertionError("element " + i + " is " + message.get(i) + ", not " + expected);
            }
        }
        System.out.printf(Locale.ROOT, "%d PEs passed a message of %d bytes round the ring %d times: %.3f us a hop%n",
            n, message.byteSize(), rounds, seconds * 1e6 / timed / n);
    }
}
