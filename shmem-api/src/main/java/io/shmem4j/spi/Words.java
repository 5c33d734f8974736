// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Single accesses to memory in few calls: a process that has just started interprets them, and a handle on a segment
 * takes a dozen calls for each access.
 *
 * <p>Offsets are the library's own or have been checked. The names of access modes are those of
 * {@link java.lang.invoke.VarHandle}; without a mode, access is plain.
 */
public sealed interface Words permits AddressedWords, SegmentWords {
    /** Most bytes that {@link #copyFew} copies. */
    int FEW = 64;

    /**
     * {@return words by address where memory stays mapped as long as the process lives and the JVM lets this module
     * reach its intrinsics, else by segment}
     *
     * @param memory all of it
     */
    static Words of(MemorySegment memory) {
        return memory.scope() == Arena.global().scope()
            && Object.class.getModule().isExported("jdk.internal.misc", Words.class.getModule())
                ? new AddressedWords(memory.address()) : new SegmentWords(memory);
    }

    /**
     * Copies few bytes word by word, if they are aligned and the places do not overlap.
     *
     * @param to    offset of the copy
     * @param from  offset of the bytes
     * @param bytes how many
     * @return whether it has copied
     */
    default boolean copyFew(long to, long from, long bytes) {
        long misaligned = to | from | bytes;
        if (bytes > FEW || (misaligned & 3) != 0 || Math.abs(to - from) < bytes) {
            return false;
        }
        if ((misaligned & 7) == 0) {
            for (long i = 0; i < bytes; i += 8) {
                setLong(to + i, getLong(from + i));
            }
        } else {
            for (long i = 0; i < bytes; i += 4) {
                setInt(to + i, getInt(from + i));
            }
        }
        return true;
    }

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    byte getByte(long offset);

    /**
     * Stores.
     *
     * @param offset where
     * @param value the value
     */
    void setByte(long offset, byte value);

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    short getShort(long offset);

    /**
     * Stores.
     *
     * @param offset where
     * @param value the value
     */
    void setShort(long offset, short value);

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    int getInt(long offset);

    /**
     * Stores.
     *
     * @param offset where
     * @param value the value
     */
    void setInt(long offset, int value);

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    long getLong(long offset);

    /**
     * Stores.
     *
     * @param offset where
     * @param value the value
     */
    void setLong(long offset, long value);

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    float getFloat(long offset);

    /**
     * Stores.
     *
     * @param offset where
     * @param value the value
     */
    void setFloat(long offset, float value);

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    double getDouble(long offset);

    /**
     * Stores.
     *
     * @param offset where
     * @param value the value
     */
    void setDouble(long offset, double value);

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    int getIntAcquire(long offset);

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    int getIntVolatile(long offset);

    /**
     * Stores, a full fence after it.
     *
     * @param offset where
     * @param value the value
     */
    void setIntVolatile(long offset, int value);

    /**
     * Adds, a full fence.
     *
     * @param offset where
     * @param value the value
     * @return the value before
     */
    int getAndAddInt(long offset, int value);

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    long getLongAcquire(long offset);

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    long getLongVolatile(long offset);

    /**
     * Stores, a full fence after it.
     *
     * @param offset where
     * @param value the value
     */
    void setLongVolatile(long offset, long value);

    /**
     * Adds, a full fence.
     *
     * @param offset where
     * @param value the value
     * @return the value before
     */
    long getAndAddLong(long offset, long value);

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    byte getByteAcquire(long offset);

    /**
     * {@return what is there}
     *
     * @param offset where
     */
    short getShortAcquire(long offset);

    /**
     * Stores.
     *
     * @param offset where
     * @param value the value
     */
    void setByteRelease(long offset, byte value);

    /**
     * Stores.
     *
     * @param offset where
     * @param value the value
     */
    void setShortRelease(long offset, short value);

    /**
     * Stores.
     *
     * @param offset where
     * @param value the value
     */
    void setIntRelease(long offset, int value);

    /**
     * Stores.
     *
     * @param offset where
     * @param value the value
     */
    void setLongRelease(long offset, long value);

    /**
     * Stores if the expected value is there, a full fence.
     *
     * @param offset where
     * @param expected what must be there
     * @param value the value
     * @return the value before
     */
    int compareAndExchangeInt(long offset, int expected, int value);

    /**
     * Stores, a full fence.
     *
     * @param offset where
     * @param value the value
     * @return the value before
     */
    int getAndSetInt(long offset, int value);

    /**
     * Clears bits, a full fence.
     *
     * @param offset where
     * @param value the value
     * @return the value before
     */
    int getAndBitwiseAndInt(long offset, int value);

    /**
     * Sets bits, a full fence.
     *
     * @param offset where
     * @param value the value
     * @return the value before
     */
    int getAndBitwiseOrInt(long offset, int value);

    /**
     * Turns bits over, a full fence.
     *
     * @param offset where
     * @param value the value
     * @return the value before
     */
    int getAndBitwiseXorInt(long offset, int value);

    /**
     * Stores if the expected value is there, a full fence.
     *
     * @param offset where
     * @param expected what must be there
     * @param value the value
     * @return the value before
     */
    long compareAndExchangeLong(long offset, long expected, long value);

    /**
     * Stores, a full fence.
     *
     * @param offset where
     * @param value the value
     * @return the value before
     */
    long getAndSetLong(long offset, long value);

    /**
     * Clears bits, a full fence.
     *
     * @param offset where
     * @param value the value
     * @return the value before
     */
    long getAndBitwiseAndLong(long offset, long value);

    /**
     * Sets bits, a full fence.
     *
     * @param offset where
     * @param value the value
     * @return the value before
     */
    long getAndBitwiseOrLong(long offset, long value);

    /**
     * Turns bits over, a full fence.
     *
     * @param offset where
     * @param value the value
     * @return the value before
     */
    long getAndBitwiseXorLong(long offset, long value);
}
