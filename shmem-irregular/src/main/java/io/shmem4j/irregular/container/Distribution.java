// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import java.math.BigInteger;

/**
 * How the elements of a global array are dealt out: in blocks of equal size, block by block over the PEs.
 *
 * <p>Neither {@link #pe} nor {@link #offset} divides: by a power of two it shifts, by another number it takes the upper
 * half of a product.
 */
public final class Distribution {
    /** Most elements of an array: one product of 128 bits serves as a division up to here. */
    private static final int INDEX_BITS = 61;
    private static final long MOST = 1L << INDEX_BITS;

    private final long length;
    private final int pes;
    private final long block;
    private final Divisor byBlock;
    private final Divisor byPes;
    /** Whether blocks and PEs are powers of two, then parts of an index are bits of it. */
    final boolean inBits;
    final int blockBits;
    final int roundBits;

    /**
     * A division by a constant. For d of L bits that is no power of two, and x below 2 to the 62, the quotient is m x /
     * 2 to the (62 + L), where m is 2 to the (62 + L) / d, rounded up: m exceeds the true factor by less than 1, so the
     * product exceeds the true one by less than x, which is less than a d-th of 2 to the (62 + L).
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
     * Deals out elements.
     *
     * @param length number of elements
     * @param pes    number of PEs
     * @param block  elements of a block
     * @throws IllegalArgumentException if there are no PEs, or a number is out of range
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
     * {@return one block for each PE, of the elements that follow one another}
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

    /** {@return elements of a block} */
    public long blockSize() {
        return block;
    }

    /**
     * {@return the PE that has an element}
     *
     * @param index its global index, which is not checked
     */
    public int pe(long index) {
        if (inBits) {
            return (int) (index >> blockBits) & pes - 1;
        }
        long number = byBlock.quotient(index);
        return (int) (number - byPes.quotient(number) * pes);
    }

    /**
     * {@return the place of an element in the part of its PE}
     *
     * @param index its global index, which is not checked
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
     * @param pe     the PE that has it
     * @param offset its place in the part of that PE
     */
    public long index(int pe, long offset) {
        long number = byBlock.quotient(offset);
        return (number * pes + pe) * block + offset - number * block;
    }

    /**
     * {@return how many elements follow an element in the part of its PE and are its successors, it included}
     *
     * @param index its global index
     */
    public long run(long index) {
        long inBlock = block - (index - byBlock.quotient(index) * block);
        return Math.min(pes == 1 ? length - index : inBlock, length - index);
    }

    /**
     * {@return number of elements that a PE has}
     *
     * @param pe which
     */
    public long size(int pe) {
        long blocks = byBlock.quotient(length);
        long rounds = byPes.quotient(blocks);
        long inLastRound = blocks - rounds * pes;
        return rounds * block + (pe < inLastRound ? block : pe == inLastRound ? length - blocks * block : 0);
    }

    /** {@return the most elements that a PE has} */
    public long largest() {
        return size(0);
    }
}
