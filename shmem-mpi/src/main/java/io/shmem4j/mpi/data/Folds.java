// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.data;

/** Reductions of arrays of any primitive type. */
public final class Folds {
    private Folds() {
    }

    /**
     * Combines elements of two arrays of one type; the result replaces the second operand. {@return whether the type
     * has the operator}
     *
     * @param count number of basic elements
     */
    public static boolean fold(Operator operator, Object in, int inOffset, Object inOut, int inOutOffset, int count) {
        return switch (inOut) {
            case int[] a -> IntFold.fold(operator, (int[]) in, inOffset, a, inOutOffset, count);
            case double[] a -> DoubleFold.fold(operator, (double[]) in, inOffset, a, inOutOffset, count);
            case long[] a -> LongFold.fold(operator, (long[]) in, inOffset, a, inOutOffset, count);
            case float[] a -> FloatFold.fold(operator, (float[]) in, inOffset, a, inOutOffset, count);
            case short[] a -> ShortFold.fold(operator, (short[]) in, inOffset, a, inOutOffset, count);
            case byte[] a -> ByteFold.fold(operator, (byte[]) in, inOffset, a, inOutOffset, count);
            case char[] a -> fold(operator, (char[]) in, inOffset, a, inOutOffset, count);
            case boolean[] a -> fold(operator, (boolean[]) in, inOffset, a, inOutOffset, count);
            default -> false;
        };
    }

    private static boolean fold(Operator operator, char[] in, int i, char[] inOut, int o, int count) {
        int[] left = new int[count];
        int[] right = new int[count];
        for (int k = 0; k < count; k++) {
            left[k] = in[i + k];
            right[k] = inOut[o + k];
        }
        boolean done = IntFold.fold(operator, left, 0, right, 0, count);
        for (int k = 0; k < count; k++) {
            inOut[o + k] = (char) right[k];
        }
        return done;
    }

    private static boolean fold(Operator operator, boolean[] in, int i, boolean[] inOut, int o, int count) {
        for (int k = 0; k < count; k++) {
            boolean a = in[i + k];
            boolean b = inOut[o + k];
            inOut[o + k] = switch (operator) {
                case LAND, BAND, MIN, PROD -> a & b;
                case LOR, BOR, MAX -> a | b;
                default -> a ^ b;
            };
        }
        return operator != Operator.SUM && operator.ordinal() < Operator.MAXLOC.ordinal();
    }
}
