// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import java.math.BigInteger;

/**
 * The distribution of a global array: blocks of equal size, dealt to the PEs in turn.
 *
 * <p>{@link #pe} and {@link #offset} do not divide. They shift by a power of two, and replace a division by another
 * number by a multiplication.
 */
public final class Distribution {
    /** Maximum number of bits of an index, up to which one product of 128 bits replaces a division. */
    private static final int INDEX_BITS = 61;
    private static final long MOST = 1L << INDEX_BITS;

    private final long length;
    private final int pes;
    private final long block;
    private final Divisor byBlock;
    private final Divisor byPes;
    /** Whether block size and number of PEs are powers of two, so that PE and offset are bits of an index. */
    final boolean inBits;
    final int blockBits;
    final int roundBits;

    /**
     * A division by a constant. Let d have L bits and not be a power of two, and x be below 2^62. Then the quotient is
     * m x / 2^(62 + L), rounded down, where m is 2^(62 + L) / d, rounded up. Rounding m up adds less than 1 to it,
     * hence less than x to the product, and that is less than 2^(62 + L) / d.
     */
    private record Divisor(long factor, int shift) {
        static Divisor of(long d) {
            if (Long.bitCount(d) == 1) {
                return new Divisor(0, Long.numberOfTrailingZeros(d));
            }
            int bits = Long.SIZE - Long.numberOfLeadingZeros(d);
            BigInteger factor = BigInteger.ONE.shiftLeft(INDEX_BITS + 1 + bits).add(BigInteger.valueOf(d - 1))
                .divide(BigInteger.valueOf(d));
            return new Divisor(factor.longValue(), bits - 2);
        }

        long quotient(long x) {
            return factor == 0 ? x >> shift : Math.unsignedMultiplyHigh(factor, x) >>> shift;
        }
    }

    /**
     * Makes a distribution.
     *
     * @param length number of elements
     * @param pes    number of PEs
     * @param block  number of elements of a block
     * @throws IllegalArgumentException if a number is out of range
     */
    public Distribution(long length, int pes, long block) {
        if (length < 0 || length > MOST || pes < 1 || block < 1 || block > MOST) {
            throw new IllegalArgumentException("a global array has 0 to 2^" + INDEX_BITS + " elements on 1 or more PEs"
                + " in blocks of 1 to 2^" + INDEX_BITS + ", not " + length + " on " + pes + " in blocks of " + block);
        }
        this.length = length;
        this.pes = pes;
        this.block = block;
        this.byBlock = Divisor.of(block);
        this.byPes = Divisor.of(pes);
        this.inBits = Long.bitCount(block) == 1 && Integer.bitCount(pes) == 1;
        this.blockBits = Long.numberOfTrailingZeros(block);
        this.roundBits = blockBits + Integer.numberOfTrailingZeros(pes);
    }

    /**
     * {@return a distribution with one block per PE}
     *
     * @param length number of elements
     * @param pes    number of PEs
     */
    public static Distribution block(long length, int pes) {
        return new Distribution(length, pes, Math.max(1, Math.ceilDiv(length, (long) Math.max(1, pes))));
    }

    /** {@return number of elements} */
    public long length() {
        return length;
    }

    /** {@return number of PEs} */
    public int pes() {
        return pes;
    }

    /** {@return number of elements of a block} */
    public long blockSize() {
        return block;
    }

    /**
     * {@return the PE of an element}
     *
     * @param index the global index of the element, which is not checked
     */
    public int pe(long index) {
        if (inBits) {
            return (int) (index >> blockBits) & pes - 1;
        }
        long number = byBlock.quotient(index);
        return (int) (number - byPes.quotient(number) * pes);
    }

    /**
     * {@return the index of an element in the part of its PE}
     *
     * @param index the global index of the element, which is not checked
     */
    public long offset(long index) {
        if (inBits) {
            return index >> roundBits << blockBits | index & block - 1;
        }
        long number = byBlock.quotient(index);
        return byPes.quotient(number) * block + index - number * block;
    }

    /**
     * {@return the global index of an element}
     *
     * @param pe     the PE of the element
     * @param offset the index of the element in the part of that PE
     */
    public long index(int pe, long offset) {
        long number = byBlock.quotient(offset);
        return (number * pes + pe) * block + offset - number * block;
    }

    /**
     * {@return number of elements from a global index on that are consecutive in the part of one PE}
     *
     * @param index the global index of the first element
     */
    public long run(long index) {
        long inBlock = block - (index - byBlock.quotient(index) * block);
        return Math.min(pes == 1 ? length - index : inBlock, length - index);
    }

    /**
     * {@return number of elements of a PE}
     *
     * @param pe the PE
     */
    public long size(int pe) {
        long blocks = byBlock.quotient(length);
        long rounds = byPes.quotient(blocks);
        long inLastRound = blocks - rounds * pes;
        return rounds * block + (pe < inLastRound ? block : pe == inLastRound ? length - blocks * block : 0);
    }

    /** {@return the largest number of elements of a PE} */
    public long largest() {
        return size(0);
    }
}
