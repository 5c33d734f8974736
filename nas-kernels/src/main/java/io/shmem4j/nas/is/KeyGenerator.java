// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.nas.npb.NpbRandom;

/** Makes the keys: each is the sum of four random numbers, so they gather round the middle of their range. */
final class KeyGenerator {
    private static final int NUMBERS_PER_KEY = 4;

    private KeyGenerator() {
    }

    /**
     * {@return some of the problem's keys}
     *
     * @param problem the problem
     * @param from    number of the first key
     * @param count   how many
     */
    static int[] keys(IsProblem problem, long from, int count) {
        NpbRandom random = new NpbRandom(NpbRandom.SEED, NUMBERS_PER_KEY * from);
        double quarter = problem.maxKey() / 4;
        int[] keys = new int[count];
        for (int i = 0; i < count; i++) {
            double sum = random.next();
            sum += random.next();
            sum += random.next();
            sum += random.next();
            keys[i] = (int) (quarter * sum);
        }
        return keys;
    }
}
