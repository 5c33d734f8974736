// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

/**
 * The random numbers of the RandomAccess benchmark: powers of x among the polynomials over GF(2) modulo
 * x^64 + x^2 + x + 1, so a place far ahead is reached by squaring.
 */
final class RandomStream {
    private static final long POLYNOMIAL = 7;

    private RandomStream() {
    }

    static long next(long value) {
        return value << 1 ^ (value < 0 ? POLYNOMIAL : 0);
    }

    /** {@return the number of a place in the stream, x to that power} */
    static long at(long place) {
        long result = 1;
        long square = 2;
        for (long left = place; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                result = multiply(result, square);
            }
            square = multiply(square, square);
        }
        return result;
    }

    private static long multiply(long a, long b) {
        long product = 0;
        long shifted = a;
        for (long left = b; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                product ^= shifted;
            }
            shifted = next(shifted);
        }
        return product;
    }
}
