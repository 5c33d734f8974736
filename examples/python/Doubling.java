// SPDX-License-Identifier: Apache-2.0
import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;

/** Fills an array, lets doubling.py double it in place, and checks it: java -cp 'target/lib/*' Doubling.java 24m 5. */
final class Doubling {
    private Doubling() {
    }

    public static void main(String[] args) {
        int length = args.length > 0 ? Integer.parseInt(args[0]) : 24 << 20;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        try (Shmem shmem = io.shmem4j.Join.named("doubling").pe(0).pes(1).heapSize(8L * length + (1 << 20)).init()) {
            SymmetricDoubles numbers = shmem.allocateDoubles(length).named("numbers");
            SymmetricLongs full = shmem.allocateLongs(1).named("full").external();
            SymmetricLongs done = shmem.allocateLongs(1).named("done").external();
            for (int round = 1; round <= rounds; round++) {
                for (int i = 0; i < length; i++) {
                    numbers.set(i, i + round);
                }
                long start = System.nanoTime();
                shmem.atomicSet(full, 0, round, 0);
                done.waitUntil(0, Cmp.GE, round);
                long nanos = System.nanoTime() - start;
                for (int i = 0; i < length; i++) {
                    if (numbers.get(i) != 2.0 * (i + round)) {
                        throw new AssertionError("number " + i + " is " + numbers.get(i));
                    }
                }
                System.out.printf("round %d: %d MiB doubled and back after %.1f ms%n", round, length >> 17, nanos / 1e6);
            }
            shmem.atomicSet(full, 0, -1, 0);
        }
    }
}
