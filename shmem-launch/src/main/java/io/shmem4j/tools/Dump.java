// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/**
 * Writes values of symmetric memory in lines, each with the index of its first value; a run of equal lines becomes one.
 */
record Dump(PrintStream out) {
    private static final int BYTES_IN_LINE = 16;
    private static final int VALUES_IN_LINE = 8;

    void write(MemorySegment bytes, String type, int element, long first) {
        boolean raw = type.equals("SymmetricBytes");
        long perLine = raw ? BYTES_IN_LINE : VALUES_IN_LINE;
        long count = bytes.byteSize() / element;
        String before = null;
        boolean skipping = false;
        for (long from = 0; from < count; from += perLine) {
            long to = Math.min(count, from + perLine);
            MemorySegment part = bytes.asSlice(from * element, (to - from) * element);
            String line = raw ? bytes(part) : values(part, type, element);
            boolean same = line.equals(before) && to < count;
            if (!same) {
                out.printf(Locale.ROOT, "%10d  %s%n", first + from, line);
            } else if (!skipping) {
                out.printf(Locale.ROOT, "%10s  the same up to the next index%n", "...");
            }
            skipping = same;
            before = line;
        }
    }

    private static String values(MemorySegment bytes, String type, int element) {
        StringBuilder line = new StringBuilder();
        for (long at = 0; at < bytes.byteSize(); at += element) {
            line.append(at == 0 ? "" : " ").append(value(bytes, type, at));
        }
        return line.toString();
    }

    private static String value(MemorySegment bytes, String type, long at) {
        return switch (type) {
            case "SymmetricShorts" -> Short.toString(bytes.get(JAVA_SHORT_UNALIGNED, at));
            case "SymmetricInts" -> Integer.toString(bytes.get(JAVA_INT_UNALIGNED, at));
            case "SymmetricFloats" -> Float.toString(bytes.get(JAVA_FLOAT_UNALIGNED, at));
            case "SymmetricDoubles" -> Double.toString(bytes.get(JAVA_DOUBLE_UNALIGNED, at));
            case "Signal" -> Long.toUnsignedString(bytes.get(JAVA_LONG_UNALIGNED, at));
            case "ShmemLock" -> String.format(Locale.ROOT, "0x%016x", bytes.get(JAVA_LONG_UNALIGNED, at));
            default -> Long.toString(bytes.get(JAVA_LONG_UNALIGNED, at));
        };
    }

    private static String bytes(MemorySegment bytes) {
        StringBuilder hex = new StringBuilder();
        StringBuilder text = new StringBuilder();
        for (long at = 0; at < bytes.byteSize(); at++) {
            int value = bytes.get(JAVA_BYTE, at) & 0xff;
            hex.append(String.format(Locale.ROOT, "%02x ", value));
            text.append(value >= ' ' && value <= '~' ? (char) value : '.');
        }
        return String.format(Locale.ROOT, "%-48s |%s|", hex, text);
    }
}
