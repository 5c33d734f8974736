// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WordsTest {
    private static final MemorySegment LASTING = Arena.global().allocate(256, 64);
    private static final MemorySegment PASSING = Arena.ofAuto().allocate(256, 64);

    private static Stream<Words> forms() {
        LASTING.fill((byte) 0);
        PASSING.fill((byte) 0);
        return Stream.of(new AddressedWords(LASTING.address()), new SegmentWords(PASSING));
    }

    /** An address would outlive memory that can go. */
    @Test
    void addressesAreForMemoryThatStays() {
        assertInstanceOf(AddressedWords.class, Words.of(LASTING));
        assertInstanceOf(SegmentWords.class, Words.of(PASSING));
        assertInstanceOf(SegmentWords.class, Words.of(MemorySegment.ofArray(new long[4])));
    }

    @Test
    void addressesAreThoseOfTheSegment() {
        Words.of(LASTING).setLong(40, 0x0102030405060708L);
        assertEquals(0x0102030405060708L, LASTING.get(ValueLayout.JAVA_LONG, 40));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void whatIsStoredIsThere(Words words) {
        words.setByte(1, (byte) -7);
        words.setShort(2, (short) -700);
        words.setInt(4, -70_000);
        words.setLong(8, -7_000_000_000L);
        words.setFloat(16, -.5f);
        words.setDouble(24, Math.PI);
        assertEquals(-7, words.getByte(1));
        assertEquals(-700, words.getShort(2));
        assertEquals(-70_000, words.getInt(4));
        assertEquals(-7_000_000_000L, words.getLong(8));
        assertEquals(-.5f, words.getFloat(16));
        assertEquals(Math.PI, words.getDouble(24));
        assertEquals(-7, words.getByteAcquire(1));
        assertEquals(-700, words.getShortAcquire(2));
        assertEquals(-70_000, words.getIntAcquire(4));
        assertEquals(-7_000_000_000L, words.getLongAcquire(8));
        words.setByteRelease(1, (byte) 8);
        words.setShortRelease(2, (short) 800);
        words.setIntRelease(4, 80_000);
        words.setLongRelease(8, 8_000_000_000L);
        assertEquals(8, words.getByte(1));
        assertEquals(800, words.getShort(2));
        assertEquals(80_000, words.getIntVolatile(4));
        assertEquals(8_000_000_000L, words.getLongVolatile(8));
        words.setIntVolatile(4, 9);
        words.setLongVolatile(8, 10);
        assertEquals(9, words.getInt(4));
        assertEquals(10, words.getLong(8));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void updatesReturnWhatWasThere(Words words) {
        words.setInt(4, 12);
        assertEquals(12, words.getAndAddInt(4, -2));
        assertEquals(10, words.getAndSetInt(4, 0b1100));
        assertEquals(0b1100, words.getAndBitwiseAndInt(4, 0b0110));
        assertEquals(0b0100, words.getAndBitwiseOrInt(4, 0b0001));
        assertEquals(0b0101, words.getAndBitwiseXorInt(4, -1));
        assertEquals(~0b0101, words.compareAndExchangeInt(4, 3, 4));
        assertEquals(~0b0101, words.compareAndExchangeInt(4, ~0b0101, 4));
        assertEquals(4, words.getInt(4));
        words.setLong(8, 1L << 40);
        assertEquals(1L << 40, words.getAndAddLong(8, 5));
        assertEquals((1L << 40) + 5, words.getAndSetLong(8, 0b1100));
        assertEquals(0b1100, words.getAndBitwiseAndLong(8, 0b0110));
        assertEquals(0b0100, words.getAndBitwiseOrLong(8, 1L << 50));
        assertEquals(1L << 50 | 0b0100, words.getAndBitwiseXorLong(8, -1));
        assertEquals(~(1L << 50 | 0b0100), words.compareAndExchangeLong(8, 3, 4));
        assertEquals(~(1L << 50 | 0b0100), words.compareAndExchangeLong(8, ~(1L << 50 | 0b0100), 4));
        assertEquals(4, words.getLong(8));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void bytesOfAnyLengthAndPlaceAreCopied(Words words) {
        for (int bytes = 0; bytes <= 17; bytes++) {
            for (int to = 100; to < 108; to++) {
                fill(words);
                words.copyInside(to, 3, bytes);
                checkCopy(words, to, 3, bytes);
                fill(words);
                words.copyInside(to, to - 3, bytes);
                checkCopy(words, to, to - 3, bytes);
                fill(words);
                words.copyInside(to, to + 3, bytes);
                checkCopy(words, to, to + 3, bytes);
                fill(words);
                words.copyInside(to, 8 + (to & 4), bytes + 32);
                checkCopy(words, to, 8 + (to & 4), bytes + 32);
            }
        }
    }

    private static void fill(Words words) {
        for (int i = 0; i < 160; i++) {
            words.setByte(i, (byte) i);
        }
    }

    private static void checkCopy(Words words, int to, int from, int bytes) {
        for (int i = 80; i < 160; i++) {
            int expected = i >= to && i < to + bytes ? i - to + from : i;
            assertEquals((byte) expected, words.getByte(i));
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void arraysAreCopiedInAndOut(Words words) {
        words.write(8, new byte[] {9, 1, 2, 3}, 1, ValueLayout.JAVA_BYTE, 3);
        words.write(16, new short[] {9, 400, 500}, 1, ValueLayout.JAVA_SHORT, 2);
        words.write(20, new int[] {60_000}, 0, ValueLayout.JAVA_INT, 1);
        words.write(24, new float[] {9, .5f, 1.5f}, 1, ValueLayout.JAVA_FLOAT, 2);
        words.write(32, new long[] {9, 1L << 40}, 1, ValueLayout.JAVA_LONG, 1);
        words.write(40, new long[] {1, 2, 3}, 0, ValueLayout.JAVA_LONG, 2);
        words.write(64, new double[] {9, Math.PI, Math.E}, 1, ValueLayout.JAVA_DOUBLE, 2);
        assertEquals(0, words.getByte(7));
        assertEquals(3, words.getByte(10));
        assertEquals(0, words.getByte(11));
        assertEquals(500, words.getShort(18));
        assertEquals(60_000, words.getInt(20));
        assertEquals(1.5f, words.getFloat(28));
        assertEquals(1L << 40, words.getLong(32));
        assertEquals(2, words.getLong(48));
        assertEquals(0, words.getLong(56));
        assertEquals(Math.E, words.getDouble(72));

        byte[] bytes = {7, 7, 7, 7};
        words.read(8, bytes, 1, ValueLayout.JAVA_BYTE, 3);
        assertArrayEquals(new byte[] {7, 1, 2, 3}, bytes);
        short[] shorts = {7, 7, 7};
        words.read(16, shorts, 0, ValueLayout.JAVA_SHORT, 2);
        assertArrayEquals(new short[] {400, 500, 7}, shorts);
        int[] ints = {7, 7};
        words.read(20, ints, 1, ValueLayout.JAVA_INT, 1);
        assertArrayEquals(new int[] {7, 60_000}, ints);
        float[] floats = {7, 7, 7};
        words.read(24, floats, 1, ValueLayout.JAVA_FLOAT, 2);
        assertArrayEquals(new float[] {7, .5f, 1.5f}, floats);
        long[] longs = {7, 7, 7};
        words.read(32, longs, 1, ValueLayout.JAVA_LONG, 1);
        assertArrayEquals(new long[] {7, 1L << 40, 7}, longs);
        words.read(32, longs, 0, ValueLayout.JAVA_LONG, 3);
        assertArrayEquals(new long[] {1L << 40, 1, 2}, longs);
        double[] doubles = {7, 7};
        words.read(64, doubles, 0, ValueLayout.JAVA_DOUBLE, 2);
        assertArrayEquals(new double[] {Math.PI, Math.E}, doubles);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void overlappingBytesAreCopiedAsThroughABuffer(Words words) {
        for (int i = 0; i < 64; i++) {
            words.setByte(i, (byte) i);
        }
        words.copy(1, 0, 60);
        words.copy(100, 1, 8);
        words.copy(112, 1, 3);
        for (int i = 1; i <= 60; i++) {
            assertEquals(i - 1, words.getByte(i));
        }
        assertEquals(7, words.getByte(107));
        assertEquals(2, words.getByte(114));
        assertEquals(0, words.getByte(115));
        words.setLong(128, 1L << 50);
        words.copy(136, 128, Long.BYTES);
        assertEquals(1L << 50, words.getLong(136));
        words.copy(160, 96, 0);
        assertEquals(0, words.getLong(160));
    }
}
