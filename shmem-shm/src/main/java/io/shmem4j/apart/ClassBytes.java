// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of a class file: its constants, its members and their instructions. The JDK's ClassFile API takes a tenth
 * of a second to get going.
 *
 * <p>Bytes that are no class file end in an exception of an index.
 */
public class ClassBytes {
    protected static final int UTF8 = 1;
    protected static final int LONG = 5;
    protected static final int DOUBLE = 6;
    protected static final int CLASS = 7;
    protected static final int STRING = 8;
    protected static final int FIELD = 9;
    protected static final int METHOD = 10;
    protected static final int METHOD_OF_INTERFACE = 11;
    /** Place of the first constant; in front of it stands their count, with 1 more. */
    protected static final int POOL = 10;
    /** Bytes of a constant by its tag, with the tag; a text's are in front of it. */
    private static final int[] CONSTANTS = {0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3};
    private static final int TABLESWITCH = 0xaa;
    private static final int LOOKUPSWITCH = 0xab;
    private static final int WIDE = 0xc4;
    private static final int IINC = 0x84;
    /** Bytes of an instruction by its operation; 0 where they depend on more. */
    private static final String INSTRUCTIONS =
        "1111111111111111" + "2323322222" + "1111111111111111111111111111" + "22222"
        + "1".repeat(73) + "3" + "1".repeat(20) + "3333333333333333" + "2" + "00" + "111111" + "3333333" + "55" + "323"
        + "11" + "33" + "11" + "0" + "4" + "33" + "55";
    private static final byte[] CODE = "Code".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] VALUE = "ConstantValue".getBytes(StandardCharsets.US_ASCII);

    protected final byte[] bytes;
    /** Place of each constant, 0 behind a long one. */
    protected final int[] at;
    /** Place behind the constants, of the class's flags. */
    protected final int end;

    /** Takes a field or method, whose flags, name and type stand at a place, with the place of its code, or 0. */
    protected interface MemberReader {
        void of(int place, boolean constant, int code, int codeBytes);
    }

    protected ClassBytes(byte[] bytes) {
        this.bytes = bytes;
        this.at = new int[u2(POOL - 2)];
        int place = POOL;
        for (int i = 1; i < at.length; i++) {
            at[i] = place;
            int tag = bytes[place];
            place += tag == UTF8 ? 3 + u2(place + 1) : constantBytes(tag);
            i += isWide(tag) ? 1 : 0;
        }
        this.end = place;
    }

    protected static int constantBytes(int tag) {
        if (CONSTANTS[tag] == 0) {
            throw new IndexOutOfBoundsException("a constant of kind " + tag);
        }
        return CONSTANTS[tag];
    }

    /** {@return whether a constant counts as two} */
    protected static boolean isWide(int tag) {
        return tag == LONG || tag == DOUBLE;
    }

    protected final boolean is(int constant, int tag) {
        return at[constant] != 0 && bytes[at[constant]] == tag;
    }

    /** {@return whether a constant names a field or a method} */
    protected final boolean isMember(int constant) {
        return at[constant] != 0 && bytes[at[constant]] >= FIELD && bytes[at[constant]] <= METHOD_OF_INTERFACE;
    }

    protected final String text(int constant) {
        return new String(bytes, at[constant] + 3, u2(at[constant] + 1), StandardCharsets.ISO_8859_1);
    }

    private boolean isText(int constant, byte[] text) {
        int from = at[constant] + 3;
        return Arrays.equals(bytes, from, from + u2(from - 2), text, 0, text.length);
    }

    /** {@return the place of the fields} */
    protected final int fields() {
        return end + 8 + 2 * u2(end + 6);
    }

    /** Reads the fields or the methods, which begin at a place, and {@return where they end} The methods are next. */
    protected final int members(int from, MemberReader reader) {
        int place = from + 2;
        for (int left = u2(from); left > 0; left--) {
            int member = place;
            boolean constant = false;
            int code = 0;
            int codeBytes = 0;
            place += 8;
            for (int each = u2(member + 6); each > 0; each--) {
                if (isText(u2(place), VALUE)) {
                    constant = true;
                } else if (isText(u2(place), CODE)) {
                    codeBytes = i4(place + 10);
                    code = place + 14;
                }
                place += 6 + i4(place + 2);
            }
            reader.of(member, constant, code, codeBytes);
        }
        return place;
    }

    /** {@return the bytes of an instruction of some code} */
    protected final int length(int place, int code) {
        int operation = bytes[place] & 0xff;
        int operands = place + 4 - (place - code) % 4;
        int length = switch (operation) {
            case TABLESWITCH -> operands - place + 12 + 4 * (i4(operands + 8) - i4(operands + 4) + 1);
            case LOOKUPSWITCH -> operands - place + 8 + 8 * i4(operands + 4);
            case WIDE -> (bytes[place + 1] & 0xff) == IINC ? 6 : 4;
            default -> INSTRUCTIONS.charAt(operation) - '0';
        };
        if (length <= 0) {
            throw new IndexOutOfBoundsException("no instruction");
        }
        return length;
    }

    protected final int u2(int place) {
        return (bytes[place] & 0xff) << 8 | bytes[place + 1] & 0xff;
    }

    protected final int i4(int place) {
        return u2(place) << 16 | u2(place + 2);
    }
}
