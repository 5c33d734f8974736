// SPDX-License-Identifier: Apache-2.0
package weakmemory;

import static weakmemory.Machine.Mode.ORDERED;
import static weakmemory.Machine.Mode.PLAIN;
import static weakmemory.Machine.Mode.VOLATILE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Replacements of accesses to segments, made by {@link Rewriting}: those to a machine's memory are the machine's. The
 * names are those of the accesses behind the type that they return in bytecode.
 */
public final class Accesses {
    private Accesses() {
    }

    public static int get(MemorySegment memory, ValueLayout.OfInt layout, long at) {
        return isModelled(memory, at, false) ? (int) Machine.load(memory, at, false, PLAIN) : memory.get(layout, at);
    }

    public static long get(MemorySegment memory, ValueLayout.OfLong layout, long at) {
        return isModelled(memory, at, true) ? Machine.load(memory, at, true, PLAIN) : memory.get(layout, at);
    }

    public static void set(MemorySegment memory, ValueLayout.OfInt layout, long at, int value) {
        if (isModelled(memory, at, false)) {
            Machine.store(memory, at, false, PLAIN, value);
        } else {
            memory.set(layout, at, value);
        }
    }

    public static void set(MemorySegment memory, ValueLayout.OfLong layout, long at, long value) {
        if (isModelled(memory, at, true)) {
            Machine.store(memory, at, true, PLAIN, value);
        } else {
            memory.set(layout, at, value);
        }
    }

    /** Zeros words one by one. */
    public static MemorySegment fill(MemorySegment memory, byte value) {
        if (!Machine.isModelling() || !isModelled(memory, 0, true)) {
            return memory.fill(value);
        }
        for (long at = 0; at < memory.byteSize(); at += Long.BYTES) {
            Machine.store(memory, at, true, PLAIN, value * 0x0101010101010101L);
        }
        return memory;
    }

    public static void copy(MemorySegment from, long fromAt, MemorySegment to, long toAt, long bytes) {
        byte[] moved = Machine.isModelled(from) ? Machine.bytes(from, fromAt, (int) bytes)
            : from.asSlice(fromAt, bytes).toArray(ValueLayout.JAVA_BYTE);
        copy(moved, 0, to, ValueLayout.JAVA_BYTE, toAt, moved.length);
    }

    public static void copy(Object array, int index, MemorySegment to, ValueLayout layout, long at, int count) {
        if (array instanceof byte[] bytes && Machine.isModelled(to)) {
            Machine.store(to, at, Arrays.copyOfRange(bytes, index, index + count));
        } else {
            Machine.changes(to, at, count * layout.byteSize());
            MemorySegment.copy(array, index, to, layout, at, count);
        }
    }

    public static byte[] toArray(MemorySegment memory, ValueLayout.OfByte layout) {
        return Machine.isModelled(memory) ? Machine.bytes(memory, 0, (int) memory.byteSize()) : memory.toArray(layout);
    }

    private static boolean isModelled(MemorySegment memory, long at, boolean wide) {
        return Machine.isModelled(memory, at, wide ? Long.BYTES : Integer.BYTES);
    }

    public static int intGet(VarHandle words, MemorySegment memory, long at) {
        return (int) Machine.load(memory, at, false, PLAIN);
    }

    public static long longGet(VarHandle words, MemorySegment memory, long at) {
        return Machine.load(memory, at, true, PLAIN);
    }

    public static void voidSet(VarHandle words, MemorySegment memory, long at, int value) {
        Machine.store(memory, at, false, PLAIN, value);
    }

    public static void voidSet(VarHandle words, MemorySegment memory, long at, long value) {
        Machine.store(memory, at, true, PLAIN, value);
    }

    public static long longGetOpaque(VarHandle words, MemorySegment memory, long at) {
        return Machine.load(memory, at, true, PLAIN);
    }

    public static void voidSetOpaque(VarHandle words, MemorySegment memory, long at, long value) {
        Machine.store(memory, at, true, PLAIN, value);
    }

    public static int intGetAcquire(VarHandle words, MemorySegment memory, long at) {
        return (int) Machine.load(memory, at, false, ORDERED);
    }

    public static long longGetAcquire(VarHandle words, MemorySegment memory, long at) {
        return Machine.load(memory, at, true, ORDERED);
    }

    public static int intGetVolatile(VarHandle words, MemorySegment memory, long at) {
        return (int) Machine.load(memory, at, false, VOLATILE);
    }

    public static void voidSetRelease(VarHandle words, MemorySegment memory, long at, int value) {
        Machine.store(memory, at, false, ORDERED, value);
    }

    public static void voidSetRelease(VarHandle words, MemorySegment memory, long at, long value) {
        Machine.store(memory, at, true, ORDERED, value);
    }

    public static void voidSetVolatile(VarHandle words, MemorySegment memory, long at, int value) {
        Machine.store(memory, at, false, VOLATILE, value);
    }

    public static int intGetAndSet(VarHandle words, MemorySegment memory, long at, int value) {
        return (int) Machine.update(memory, at, false, old -> value);
    }

    public static int intGetAndAdd(VarHandle words, MemorySegment memory, long at, int value) {
        return (int) Machine.update(memory, at, false, old -> (int) old + value);
    }

    public static void voidGetAndAdd(VarHandle words, MemorySegment memory, long at, int value) {
        Machine.update(memory, at, false, old -> (int) old + value);
    }

    public static void voidGetAndAdd(VarHandle words, MemorySegment memory, long at, long value) {
        Machine.update(memory, at, true, old -> old + value);
    }

    public static boolean booleanCompareAndSet(VarHandle words, MemorySegment memory, long at, int expected,
        int value) {
        return intCompareAndExchange(words, memory, at, expected, value) == expected;
    }

    public static void voidCompareAndSet(VarHandle words, MemorySegment memory, long at, int expected, int value) {
        intCompareAndExchange(words, memory, at, expected, value);
    }

    public static int intCompareAndExchange(VarHandle words, MemorySegment memory, long at, int expected, int value) {
        return (int) Machine.update(memory, at, false, old -> (int) old == expected ? value : old);
    }

    public static long longCompareAndExchange(VarHandle words, MemorySegment memory, long at, long expected,
        long value) {
        return Machine.update(memory, at, true, old -> old == expected ? value : old);
    }

    // ---- atomics that are a load and a store ---------------------------------------------------------------------

    public static int intSplitCompareAndExchange(VarHandle words, MemorySegment memory, long at, int expected,
        int value) {
        int found = intGetVolatile(words, memory, at);
        if (found == expected) {
            voidSetVolatile(words, memory, at, value);
        }
        return found;
    }

    public static boolean booleanSplitCompareAndSet(VarHandle words, MemorySegment memory, long at, int expected,
        int value) {
        return intSplitCompareAndExchange(words, memory, at, expected, value) == expected;
    }

    public static void voidSplitCompareAndSet(VarHandle words, MemorySegment memory, long at, int expected, int value) {
        intSplitCompareAndExchange(words, memory, at, expected, value);
    }

    public static long longSplitCompareAndExchange(VarHandle words, MemorySegment memory, long at, long expected,
        long value) {
        long found = Machine.load(memory, at, true, VOLATILE);
        if (found == expected) {
            Machine.store(memory, at, true, VOLATILE, value);
        }
        return found;
    }

    public static int intSplitGetAndAdd(VarHandle words, MemorySegment memory, long at, int value) {
        int found = intGetVolatile(words, memory, at);
        voidSetVolatile(words, memory, at, found + value);
        return found;
    }

    public static void voidSplitGetAndAdd(VarHandle words, MemorySegment memory, long at, int value) {
        intSplitGetAndAdd(words, memory, at, value);
    }

    public static void voidSplitGetAndAdd(VarHandle words, MemorySegment memory, long at, long value) {
        long found = Machine.load(memory, at, true, VOLATILE);
        Machine.store(memory, at, true, VOLATILE, found + value);
    }
}
