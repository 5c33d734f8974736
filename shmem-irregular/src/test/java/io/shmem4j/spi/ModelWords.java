// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weakmemory.Machine;
import weakmemory.Machine.Mode;

/** Words of a {@link weakmemory.Machine}'s memory; bytes and parts of words go past its model. */
public final class ModelWords extends AnnouncedWords {
    private final MemorySegment memory;

    private ModelWords(MemorySegment memory) {
        super(new SegmentWords(memory));
        this.memory = memory;
    }

    /** {@return what takes the place of {@link Words#of}} */
    public static Words of(MemorySegment memory) {
        return memory.isNative() ? new SegmentWords(memory) : new ModelWords(memory);
    }

    @Override
    protected void loads(long offset, long bytes) {
        // Past the model.
    }

    @Override
    protected void stores(long offset, long bytes) {
        Machine.changes(memory, offset, bytes);
    }

    // As AddressedWords has it: one word goes by acquire and release, others go plainly.

    @Override
    public void copy(long to, long from, long bytes) {
        if (((to | from | bytes) & Long.BYTES - 1) != 0) {
            super.copy(to, from, bytes);
        } else if (bytes == Long.BYTES) {
            setLongRelease(to, getLongAcquire(from));
        } else {
            for (long at = 0; at < bytes; at += Long.BYTES) {
                setLong(to + at, getLong(from + at));
            }
        }
    }

    @Override
    public void write(long offset, Object array, int index, ValueLayout layout, int count) {
        if (!(array instanceof long[] longs)) {
            super.write(offset, array, index, layout, count);
        } else if (count == 1) {
            setLongRelease(offset, longs[index]);
        } else {
            for (int i = 0; i < count; i++) {
                setLong(offset + (long) i * Long.BYTES, longs[index + i]);
            }
        }
    }

    @Override
    public void read(long offset, Object array, int index, ValueLayout layout, int count) {
        if (!(array instanceof long[] longs)) {
            super.read(offset, array, index, layout, count);
        } else if (count == 1) {
            longs[index] = getLongVolatile(offset);
        } else {
            for (int i = 0; i < count; i++) {
                longs[index + i] = getLong(offset + (long) i * Long.BYTES);
            }
        }
    }

    @Override
    public long getLong(long offset) {
        return Machine.load(memory, offset, true, Mode.PLAIN);
    }

    @Override
    public long getLongAcquire(long offset) {
        return Machine.load(memory, offset, true, Mode.ORDERED);
    }

    @Override
    public long getLongVolatile(long offset) {
        return Machine.load(memory, offset, true, Mode.VOLATILE);
    }

    @Override
    public void setLong(long offset, long value) {
        Machine.store(memory, offset, true, Mode.PLAIN, value);
    }

    @Override
    public void setLongRelease(long offset, long value) {
        Machine.store(memory, offset, true, Mode.ORDERED, value);
    }

    @Override
    public void setLongVolatile(long offset, long value) {
        Machine.store(memory, offset, true, Mode.VOLATILE, value);
    }

    @Override
    public long compareAndExchangeLong(long offset, long expected, long value) {
        return Machine.update(memory, offset, true, old -> old == expected ? value : old);
    }

    @Override
    public long getAndSetLong(long offset, long value) {
        return Machine.update(memory, offset, true, old -> value);
    }

    @Override
    public long getAndAddLong(long offset, long value) {
        return Machine.update(memory, offset, true, old -> old + value);
    }

    @Override
    public long getAndBitwiseAndLong(long offset, long value) {
        return Machine.update(memory, offset, true, old -> old & value);
    }

    @Override
    public long getAndBitwiseOrLong(long offset, long value) {
        return Machine.update(memory, offset, true, old -> old | value);
    }

    @Override
    public long getAndBitwiseXorLong(long offset, long value) {
        return Machine.update(memory, offset, true, old -> old ^ value);
    }

    @Override
    public int getInt(long offset) {
        return (int) Machine.load(memory, offset, false, Mode.PLAIN);
    }

    @Override
    public int getIntAcquire(long offset) {
        return (int) Machine.load(memory, offset, false, Mode.ORDERED);
    }

    @Override
    public int getIntVolatile(long offset) {
        return (int) Machine.load(memory, offset, false, Mode.VOLATILE);
    }

    @Override
    public void setInt(long offset, int value) {
        Machine.store(memory, offset, false, Mode.PLAIN, value);
    }

    @Override
    public void setIntRelease(long offset, int value) {
        Machine.store(memory, offset, false, Mode.ORDERED, value);
    }

    @Override
    public void setIntVolatile(long offset, int value) {
        Machine.store(memory, offset, false, Mode.VOLATILE, value);
    }

    @Override
    public int compareAndExchangeInt(long offset, int expected, int value) {
        return (int) Machine.update(memory, offset, false, old -> old == expected ? value : old);
    }

    @Override
    public int getAndSetInt(long offset, int value) {
        return (int) Machine.update(memory, offset, false, old -> value);
    }

    @Override
    public int getAndAddInt(long offset, int value) {
        return (int) Machine.update(memory, offset, false, old -> old + value);
    }

    @Override
    public int getAndBitwiseAndInt(long offset, int value) {
        return (int) Machine.update(memory, offset, false, old -> old & value);
    }

    @Override
    public int getAndBitwiseOrInt(long offset, int value) {
        return (int) Machine.update(memory, offset, false, old -> old | value);
    }

    @Override
    public int getAndBitwiseXorInt(long offset, int value) {
        return (int) Machine.update(memory, offset, false, old -> old ^ value);
    }

    /** A compare-and-exchange that is a load and a store. */
    public static long splitCompareAndExchangeLong(Words words, long offset, long expected, long value) {
        long found = words.getLongVolatile(offset);
        if (found == expected) {
            words.setLongVolatile(offset, value);
        }
        return found;
    }

    /** An addition that is a load and a store. */
    public static long splitGetAndAddLong(Words words, long offset, long value) {
        long found = words.getLongVolatile(offset);
        words.setLongVolatile(offset, found + value);
        return found;
    }

    /** A compare-and-exchange that is a load and a store. */
    public static int splitCompareAndExchangeInt(Words words, long offset, int expected, int value) {
        int found = words.getIntVolatile(offset);
        if (found == expected) {
            words.setIntVolatile(offset, value);
        }
        return found;
    }

    /** An addition that is a load and a store. */
    public static int splitGetAndAddInt(Words words, long offset, int value) {
        int found = words.getIntVolatile(offset);
        words.setIntVolatile(offset, found + value);
        return found;
    }
}
