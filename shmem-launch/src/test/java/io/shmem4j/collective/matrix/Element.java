// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.matrix;

import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** An element type, its values as raw bits, and what the operators do to them, written once more for the tests. */
enum Element {
    BYTE, SHORT, INT, LONG, FLOAT, DOUBLE;

    private static final List<String> INTEGER =
        List.of("and", "or", "xor", "umax", "umin", "max", "min", "sum", "prod");
    private static final List<String> REAL = List.of("max", "min", "sum", "prod", "complexSum", "complexProd");

    boolean real() {
        return this == FLOAT || this == DOUBLE;
    }

    List<String> operators() {
        return real() ? REAL : INTEGER;
    }

    /** {@return the operators that differ most in how they may be split} */
    List<String> few() {
        return List.of(real() ? "complexProd" : "sum");
    }

    Symmetric allocate(Shmem shmem, long count) {
        return switch (this) {
            case BYTE -> shmem.allocateBytes(count);
            case SHORT -> shmem.allocateShorts(count);
            case INT -> shmem.allocateInts(count);
            case LONG -> shmem.allocateLongs(count);
            case FLOAT -> shmem.allocateFloats(count);
            case DOUBLE -> shmem.allocateDoubles(count);
        };
    }

    long get(MemorySegment memory, long index) {
        return switch (this) {
            case BYTE -> memory.get(ValueLayout.JAVA_BYTE, index);
            case SHORT -> memory.getAtIndex(ValueLayout.JAVA_SHORT, index);
            case INT, FLOAT -> memory.getAtIndex(ValueLayout.JAVA_INT, index);
            case LONG, DOUBLE -> memory.getAtIndex(ValueLayout.JAVA_LONG, index);
        };
    }

    void set(MemorySegment memory, long index, long bits) {
        switch (this) {
            case BYTE -> memory.set(ValueLayout.JAVA_BYTE, index, (byte) bits);
            case SHORT -> memory.setAtIndex(ValueLayout.JAVA_SHORT, index, (short) bits);
            case INT, FLOAT -> memory.setAtIndex(ValueLayout.JAVA_INT, index, (int) bits);
            default -> memory.setAtIndex(ValueLayout.JAVA_LONG, index, bits);
        }
    }

    /** {@return a member's operand: any bits for integers, reals whose sums and products are exact} */
    long operand(String operator, int member, long index, int salt) {
        long mixed = mix(member * 1_000_003L + index * 31 + salt);
        if (!real()) {
            return narrow(mixed);
        }
        if (operator.equals("complexProd")) {
            // A unit of the complex plane: 1, i, -1 or -i, by member and pair.
            int turn = (int) (mix(member * 1_000_003L + index / 2 * 31 + salt) & 3);
            boolean imaginary = (index & 1) == 1;
            return bits((turn & 1) == 1 == imaginary ? (turn < 2 ? 1 : -1) : 0);
        }
        return bits(operator.equals("prod") ? (mixed & 1) == 0 ? 1 : -2 : (mixed & 15) - 7);
    }

    private long bits(double value) {
        return this == FLOAT ? Float.floatToRawIntBits((float) value) : Double.doubleToRawLongBits(value);
    }

    private double value(long bits) {
        return this == FLOAT ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }

    private long narrow(long value) {
        return switch (this) {
            case BYTE -> (byte) value;
            case SHORT -> (short) value;
            case INT -> (int) value;
            default -> value;
        };
    }

    /** Combines: the element of {@code total} that {@code operand} belongs to becomes the operator's result. */
    void combine(String operator, long[] total, long[] operand, int index) {
        if (operator.equals("complexProd")) {
            if ((index & 1) == 0) {
                double a = value(total[index]);
                double b = value(total[index + 1]);
                double c = value(operand[index]);
                double d = value(operand[index + 1]);
                total[index] = bits(a * c - b * d);
                total[index + 1] = bits(a * d + b * c);
            }
            return;
        }
        total[index] = real() ? bits(combine(operator, value(total[index]), value(operand[index])))
            : narrow(combine(operator, total[index], operand[index]));
    }

    private static double combine(String operator, double a, double b) {
        return switch (operator) {
            case "max" -> Math.max(a, b);
            case "min" -> Math.min(a, b);
            case "sum", "complexSum" -> a + b;
            default -> a * b;
        };
    }

    private static long combine(String operator, long a, long b) {
        return switch (operator) {
            case "and" -> a & b;
            case "or" -> a | b;
            case "xor" -> a ^ b;
            case "umax" -> Long.compareUnsigned(a, b) > 0 ? a : b;
            case "umin" -> Long.compareUnsigned(a, b) < 0 ? a : b;
            case "max" -> Math.max(a, b);
            case "min" -> Math.min(a, b);
            case "sum" -> a + b;
            default -> a * b;
        };
    }

    /** {@return whether two results are equal; a zero's sign may depend on the order} */
    boolean same(long a, long b) {
        return a == b || real() && value(a) == value(b);
    }

    private static long mix(long seed) {
        long z = seed * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
