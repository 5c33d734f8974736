// SPDX-License-Identifier: Apache-2.0
//#types
package io.shmem4j.mpi.data;

/** Combines elements of two arrays; the result replaces the second operand. */
final class LongFold {
    private LongFold() {
    }

    static boolean fold(Operator operator, long[] in, int i, long[] inOut, int o, int count) {
        switch (operator) {
            case SUM -> {
                for (int k = 0; k < count; k++) {
                    inOut[o + k] += in[i + k];
                }
            }
            case PROD -> {
                for (int k = 0; k < count; k++) {
                    inOut[o + k] *= in[i + k];
                }
            }
            case MAX -> {
                for (int k = 0; k < count; k++) {
                    inOut[o + k] = in[i + k] > inOut[o + k] ? in[i + k] : inOut[o + k];
                }
            }
            case MIN -> {
                for (int k = 0; k < count; k++) {
                    inOut[o + k] = in[i + k] < inOut[o + k] ? in[i + k] : inOut[o + k];
                }
            }
            case MAXLOC, MINLOC -> locate(operator == Operator.MAXLOC, in, i, inOut, o, count);
            default -> {
                return bits(operator, in, i, inOut, o, count);
            }
        }
        return true;
    }

    /** Combines pairs of a value and an index; of equal values the lower index counts. */
    private static void locate(boolean most, long[] in, int i, long[] inOut, int o, int count) {
        for (int k = 0; k < count; k += 2) {
            int at = i + k;
            int to = o + k;
            boolean better = most ? in[at] > inOut[to] : in[at] < inOut[to];
            if (better) {
                inOut[to] = in[at];
                inOut[to + 1] = in[at + 1];
            } else if (in[at] == inOut[to] && in[at + 1] < inOut[to + 1]) {
                inOut[to + 1] = in[at + 1];
            }
        }
    }

    private static boolean bits(Operator operator, long[] in, int i, long[] inOut, int o, int count) {
//#if integer
        switch (operator) {
            case BAND -> {
                for (int k = 0; k < count; k++) {
                    inOut[o + k] &= in[i + k];
                }
            }
            case BOR -> {
                for (int k = 0; k < count; k++) {
                    inOut[o + k] |= in[i + k];
                }
            }
            case BXOR -> {
                for (int k = 0; k < count; k++) {
                    inOut[o + k] ^= in[i + k];
                }
            }
            default -> {
                for (int k = 0; k < count; k++) {
                    boolean a = in[i + k] != 0;
                    boolean b = inOut[o + k] != 0;
                    inOut[o + k] = 0;
                    if (operator == Operator.LAND ? a & b : operator == Operator.LOR ? a | b : a ^ b) {
                        inOut[o + k] = 1;
                    }
                }
            }
        }
        return true;
//#else
        // return false;
//#end
    }
}
