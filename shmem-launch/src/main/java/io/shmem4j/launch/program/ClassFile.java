// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A class file as far as a scan reads it: the constant pool, the fields, the methods and their instructions. The JDK's
 * ClassFile API takes a tenth of a second to get going.
 *
 * <p>Bytes that are no class file end in an exception of an index, or of this class.
 */
final class ClassFile {
    static final int STATIC = 0x0008;
    static final int FINAL = 0x0010;
    static final int SYNCHRONIZED = 0x0020;
    static final int NATIVE = 0x0100;
    static final int SYNTHETIC = 0x1000;
    static final int ENUM = 0x4000;
    static final int MONITORENTER = 0xc2;
    private static final int MAGIC = 0xcafebabe;
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int FIELD = 9;
    private static final int METHOD_OF_INTERFACE = 11;
    private static final int POOL = 10;
    private static final int TABLESWITCH = 0xaa;
    private static final int LOOKUPSWITCH = 0xab;
    private static final int WIDE = 0xc4;
    private static final int IINC = 0x84;
    /** Bytes of a constant by its tag, with the tag; a text's are in front of it. */
    private static final int[] CONSTANTS = {0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3};
    /** Bytes of an instruction by its operation; 0 where they depend on more. */
    private static final String LENGTHS =
        "1111111111111111" + "2323322222" + "1111111111111111111111111111" + "22222"
        + "1".repeat(73) + "3" + "1".repeat(20) + "3333333333333333" + "2" + "00" + "111111" + "3333333" + "55" + "323"
        + "11" + "33" + "11" + "0" + "4" + "33" + "55";

    private final byte[] bytes;
    private final int[] at;
    private final int head;

    record Member(int flags, String name, String descriptor, boolean constant, int code, int length) {
        boolean is(int flag) {
            return (flags & flag) != 0;
        }
    }

    interface Operations {
        void of(int operation, int constant);
    }

    ClassFile(byte[] bytes) {
        this.bytes = bytes;
        if (i4(0) != MAGIC) {
            throw new IllegalArgumentException("no class file");
        }
        this.at = new int[u2(POOL - 2)];
        int place = POOL;
        for (int i = 1; i < at.length; i++) {
            at[i] = place;
            int tag = bytes[place];
            if (tag == UTF8) {
                place += 3 + u2(place + 1);
            } else {
                place += CONSTANTS[tag];
                i += tag == LONG || tag == DOUBLE ? 1 : 0;
            }
        }
        this.head = place;
    }

    /**
     * {@return whether any text of a class's constants is one of some} Reads no further than the constants reach, since
     * inflating the bytes takes most of a scan's time.
     *
     * @param in    the jar, whose current entry is the class
     * @param texts by their length
     */
    static boolean mentions(JarReader in, byte[][][] texts) throws IOException {
        in.begin(in.size());
        int have = in.read(POOL);
        byte[] bytes = in.first();
        int count = (bytes[POOL - 2] & 0xff) << 8 | bytes[POOL - 1] & 0xff;
        int place = POOL;
        for (int i = 1; i < count; i++) {
            have = have >= place + 3 ? have : in.read(place + 3);
            int tag = bytes[place];
            if (tag == UTF8) {
                int from = place + 3;
                int length = (bytes[place + 1] & 0xff) << 8 | bytes[place + 2] & 0xff;
                place = from + length;
                if (length < texts.length) {
                    have = have >= place ? have : in.read(place);
                    for (byte[] text : texts[length]) {
                        if (bytes[from] == text[0] && Arrays.equals(bytes, from, place, text, 0, length)) {
                            return true;
                        }
                    }
                }
            } else {
                place += CONSTANTS[tag];
                i += tag == LONG || tag == DOUBLE ? 1 : 0;
            }
        }
        return false;
    }

    private boolean is(int index, int tag) {
        return at[index] != 0 && bytes[at[index]] == tag;
    }

    private String text(int index) {
        return new String(bytes, at[index] + 3, u2(at[index] + 1), StandardCharsets.ISO_8859_1);
    }

    /** Passes on the classes that it names, with slashes; for arrays, the class of their elements. */
    void classes(Consumer<String> reader) {
        for (int i = 1; i < at.length; i++) {
            if (is(i, CLASS)) {
                String name = text(u2(at[i] + 1));
                if (name.charAt(0) != '[') {
                    reader.accept(name);
                } else if (name.endsWith(";")) {
                    reader.accept(name.substring(name.indexOf('L') + 1, name.length() - 1));
                }
            }
        }
    }

    void texts(Consumer<String> reader) {
        for (int i = 1; i < at.length; i++) {
            if (is(i, STRING)) {
                reader.accept(text(u2(at[i] + 1)));
            }
        }
    }

    void references(BiConsumer<String, String> reader) {
        for (int i = 1; i < at.length; i++) {
            if (at[i] != 0 && bytes[at[i]] >= FIELD && bytes[at[i]] <= METHOD_OF_INTERFACE) {
                reader.accept(owner(i), name(i));
            }
        }
    }

    String owner(int reference) {
        return text(u2(at[u2(at[reference] + 1)] + 1));
    }

    String name(int reference) {
        return text(u2(at[u2(at[reference] + 3)] + 1));
    }

    String descriptor(int reference) {
        return text(u2(at[u2(at[reference] + 3)] + 3));
    }

    /** {@return the class that a constant is, null where it is none} */
    String asClass(int index) {
        return is(index, CLASS) ? text(u2(at[index] + 1)) : null;
    }

    boolean isText(int index) {
        return is(index, STRING);
    }

    int flags() {
        return u2(head);
    }

    String name() {
        return text(u2(at[u2(head + 2)] + 1));
    }

    void fields(Consumer<Member> reader) {
        members(head + 6 + 2 + 2 * u2(head + 6), reader);
    }

    void methods(Consumer<Member> reader) {
        members(members(head + 6 + 2 + 2 * u2(head + 6), _ -> { }), reader);
    }

    private int members(int from, Consumer<Member> reader) {
        int count = u2(from);
        int place = from + 2;
        for (int i = 0; i < count; i++) {
            int flags = u2(place);
            String name = text(u2(place + 2));
            String descriptor = text(u2(place + 4));
            int attributes = u2(place + 6);
            boolean constant = false;
            int code = 0;
            int length = 0;
            place += 8;
            for (int each = 0; each < attributes; each++) {
                String kind = text(u2(place));
                if (kind.equals("ConstantValue")) {
                    constant = true;
                } else if (kind.equals("Code")) {
                    length = i4(place + 10);
                    code = place + 14;
                }
                place += 6 + i4(place + 2);
            }
            reader.accept(new Member(flags, name, descriptor, constant, code, length));
        }
        return place;
    }

    void operations(Member method, Operations reader) {
        int begin = method.code;
        for (int place = begin; place < begin + method.length; place += length(place, begin)) {
            reader.of(bytes[place] & 0xff, place + 2 < begin + method.length ? u2(place + 1) : 0);
        }
    }

    private int length(int place, int begin) {
        int operation = bytes[place] & 0xff;
        int operands = place + 4 - (place - begin) % 4;
        int length = switch (operation) {
            case TABLESWITCH -> operands - place + 12 + 4 * (i4(operands + 8) - i4(operands + 4) + 1);
            case LOOKUPSWITCH -> operands - place + 8 + 8 * i4(operands + 4);
            case WIDE -> (bytes[place + 1] & 0xff) == IINC ? 6 : 4;
            default -> LENGTHS.charAt(operation) - '0';
        };
        if (length <= 0) {
            throw new IllegalArgumentException("no instruction");
        }
        return length;
    }

    private int u2(int place) {
        return (bytes[place] & 0xff) << 8 | bytes[place + 1] & 0xff;
    }

    private int i4(int place) {
        return u2(place) << 16 | u2(place + 2);
    }
}
