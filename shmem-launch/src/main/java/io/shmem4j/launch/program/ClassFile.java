// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.apart.ClassBytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A class file as far as a scan reads it: the constants, the fields, the methods and their instructions. */
final class ClassFile extends ClassBytes {
    static final int STATIC = 0x0008;
    static final int FINAL = 0x0010;
    static final int SYNCHRONIZED = 0x0020;
    static final int NATIVE = 0x0100;
    static final int SYNTHETIC = 0x1000;
    static final int ENUM = 0x4000;
    static final int MONITORENTER = 0xc2;
    private static final int MAGIC = 0xcafebabe;

    record Member(int flags, String name, String descriptor, boolean constant, int code, int length) {
        boolean is(int flag) {
            return (flags & flag) != 0;
        }
    }

    interface Operations {
        void of(int operation, int constant);
    }

    ClassFile(byte[] bytes) {
        super(bytes);
        if (i4(0) != MAGIC) {
            throw new IllegalArgumentException("no class file");
        }
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
                place += constantBytes(tag);
                i += isWide(tag) ? 1 : 0;
            }
        }
        return false;
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
            if (isMember(i)) {
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
        return u2(end);
    }

    String name() {
        return text(u2(at[u2(end + 2)] + 1));
    }

    void fields(Consumer<Member> reader) {
        members(fields(), of(reader));
    }

    void methods(Consumer<Member> reader) {
        members(members(fields(), of(_ -> { })), of(reader));
    }

    private MemberReader of(Consumer<Member> reader) {
        return (place, constant, code, length) -> reader.accept(new Member(u2(place), text(u2(place + 2)),
            text(u2(place + 4)), constant, code, length));
    }

    void operations(Member method, Operations reader) {
        int begin = method.code;
        for (int place = begin; place < begin + method.length; place += length(place, begin)) {
            reader.of(bytes[place] & 0xff, place + 2 < begin + method.length ? u2(place + 1) : 0);
        }
    }
}
