// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

/** The random keys of the integer sort: the permuted congruential generator with 32 bits of output. */
final class KeyStream {
    private static final long MULTIPLIER = 6364136223846793005L;

    private final long increment;
    private long state;

    KeyStream(long seed, long sequence) {
        increment = sequence << 1 | 1;
        next();
        state += seed;
        next();
    }

    int next() {
        long old = state;
        state = old * MULTIPLIER + increment;
        int shifted = (int) ((old >>> 18 ^ old) >>> 27);
        return Integer.rotateRight(shifted, (int) (old >>> 59));
    }

    /** {@return a number from 0 to below a bound, each as likely as another} */
    int below(int bound) {
        int least = Integer.remainderUnsigned(-bound, bound);
        int number = next();
        while (Integer.compareUnsigned(number, least) < 0) {
            number = next();
        }
        return Integer.remainderUnsigned(number, bound);
    }
}
