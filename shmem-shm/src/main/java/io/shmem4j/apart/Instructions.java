// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The instructions of all methods of a class file. */
final class Instructions {
    private static final int GETSTATIC = 0xb2;
    private static final int INVOKEVIRTUAL = 0xb6;
    private static final int INVOKESTATIC = 0xb8;
    private static final int NEW = 0xbb;
    private static final int TABLESWITCH = 0xaa;
    private static final int LOOKUPSWITCH = 0xab;
    private static final int WIDE = 0xc4;
    private static final int IINC = 0x84;
    /** Bytes of an instruction by its operation; 0 where they depend on more. */
    private static final String LENGTHS =
        "1111111111111111" + "2323322222" + "1111111111111111111111111111" + "22222"
        + "1".repeat(73) + "3" + "1".repeat(20) + "3333333333333333" + "2" + "00" + "111111" + "3333333" + "55" + "323"
        + "11" + "33" + "11" + "0" + "4" + "33" + "55";
    private static final byte[] CODE = "Code".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes;
    private final int[] constants;
    private int place;

    Instructions(byte[] bytes, int[] constants, int end) {
        this.bytes = bytes;
        this.constants = constants;
        this.place = end;
    }

    /**
     * Has instructions use other constants, given by number, 0 for no change: calls those of static methods, objects
     * those of another class.
     */
    void change(int[] instead) {
        place += 6;
        place += 2 + 2 * u2(place);
        for (int kind = 0; kind < 2; kind++) {
            int count = u2(place);
            place += 2;
            for (int i = 0; i < count; i++) {
                place += 6;
                attributes(instead);
            }
        }
    }

    private void attributes(int[] instead) {
        int count = u2(place);
        place += 2;
        for (int i = 0; i < count; i++) {
            int name = constants[u2(place)] + 3;
            int length = i4(place + 2);
            place += 6;
            if (Arrays.equals(bytes, name, name + u2(name - 2), CODE, 0, CODE.length)) {
                change(place + 8, i4(place + 4), instead);
            }
            place += length;
        }
    }

    private void change(int begin, int length, int[] instead) {
        for (int at = begin; at < begin + length; at += length(at, begin)) {
            int operation = bytes[at] & 0xff;
            if (operation == GETSTATIC || operation == INVOKEVIRTUAL || operation == NEW) {
                int other = instead[u2(at + 1)];
                if (other != 0) {
                    bytes[at] = (byte) (operation == NEW ? NEW : INVOKESTATIC);
                    bytes[at + 1] = (byte) (other >> 8);
                    bytes[at + 2] = (byte) other;
                }
            }
        }
    }

    private int length(int at, int begin) {
        int operation = bytes[at] & 0xff;
        int operands = at + 4 - (at - begin) % 4;
        return switch (operation) {
            case TABLESWITCH -> operands - at + 12 + 4 * (i4(operands + 8) - i4(operands + 4) + 1);
            case LOOKUPSWITCH -> operands - at + 8 + 8 * i4(operands + 4);
            case WIDE -> (bytes[at + 1] & 0xff) == IINC ? 6 : 4;
            default -> LENGTHS.charAt(operation) - '0';
        };
    }

    private int u2(int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    private int i4(int at) {
        return u2(at) << 16 | u2(at + 2);
    }
}
