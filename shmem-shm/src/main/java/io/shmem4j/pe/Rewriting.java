// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * Rewrites a class file of a program so that it asks its PE instead of the process: {@code System.exit} becomes
 * {@link PeSystem#exit} and so on, as {@link Redirection} says.
 *
 * <p>The constants that name these members are changed, new ones are appended, and where the reading of a field or an
 * instance's method becomes a static method, the operation before the constant's number is changed, too. Each of these
 * instructions has three bytes and the same effect on the stack before and after, so nothing moves and stack maps hold.
 * (The JDK's ClassFile API computes those of a changed method anew, for which it has to find all classes of the program
 * that meet in it, and takes a tenth of a second to get going.)
 */
public final class Rewriting {
    private static final String ALL_TARGET = "io/shmem4j/pe/PeSystem";
    private static final Set<String> ENDS = Set.of("exit", "halt", "addShutdownHook", "removeShutdownHook");
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;
    private static final int OF_STATIC = 6;
    private static final int VERSION = 6;
    private static final int POOL = 10;
    /** That of JDK 28. A later one is read all the same: what it adds shows by a constant or an instruction. */
    private static final int NEWEST_KNOWN = 72;
    private static final AtomicBoolean TOLD = new AtomicBoolean();
    private static final int MOST = 0xffff;
    /** Bytes of a constant by its tag, with the tag; a text's are in front of it. */
    private static final int[] LENGTHS = {0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3};

    private final byte[] bytes;
    private final String into;
    private final Predicate<String> names;
    private final int[] at;
    private final int end;
    private final BitSet nowStatic = new BitSet();
    private final ByteArrayOutputStream added = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(added);
    private int count;
    private int target;

    private Rewriting(byte[] bytes, String into, Predicate<String> names) {
        this.bytes = bytes;
        this.into = into;
        this.names = names;
        this.count = u2(POOL - 2);
        this.at = new int[count];
        this.end = constants();
    }

    /**
     * {@return the class file to define instead}
     *
     * @param bytes the class file, which may be changed itself
     */
    static byte[] of(byte[] bytes) {
        return rewrite(bytes, ALL_TARGET, name -> true);
    }

    /**
     * Redirects only what concerns the end of the process.
     *
     * @param bytes the class file, which may be changed itself
     * @param into  a public class with static methods of the names {@link #ENDS}, which take the instance first where
     *              there is one
     * @return the class file to define, the same array where there is nothing to redirect
     */
    public static byte[] ofEnds(byte[] bytes, Class<?> into) {
        return rewrite(bytes, into.getName().replace('.', '/'), ENDS::contains);
    }

    private static byte[] rewrite(byte[] bytes, String into, Predicate<String> names) {
        byte[] whole = version(bytes) > NEWEST_KNOWN ? bytes.clone() : bytes;
        try {
            return new Rewriting(bytes, into, names).result();
        } catch (IndexOutOfBoundsException e) {
            // It is broken, and the JVM will say so, or it has constants or instructions that this code does not know.
            if (whole != bytes && !TOLD.getAndSet(true)) {
                System.err.println("shmem4j: class files of version " + version(bytes) + " are newer than this release"
                    + " (which knows " + NEWEST_KNOWN + "), and it can't read one of them: System.exit, System.out and"
                    + " the like in it act on its whole JVM, not on its PE; take a later release, or a JVM for each PE"
                    + " (--pes-per-jvm 1)");
            }
            return whole;
        }
    }

    private static int version(byte[] bytes) {
        return bytes.length < POOL ? 0 : (bytes[VERSION] & 0xff) << 8 | bytes[VERSION + 1] & 0xff;
    }

    private int constants() {
        int place = POOL;
        for (int i = 1; i < at.length; i++) {
            at[i] = place;
            int tag = bytes[place];
            int length = tag == UTF8 ? 3 + u2(place + 1) : LENGTHS[tag];
            if (length == 0) {
                throw new IndexOutOfBoundsException("a constant of kind " + tag);
            }
            place += length;
            if (tag == LONG || tag == DOUBLE) {
                i++;
            }
        }
        return place;
    }

    private byte[] result() {
        for (int i = 1; i < at.length; i++) {
            int tag = at[i] == 0 ? 0 : bytes[at[i]];
            if (tag == FIELD || tag == METHOD) {
                int owner = u2(at[u2(at[i] + 1)] + 1);
                if (Redirection.mayOwn(u2(at[owner] + 1))) {
                    redirect(i, text(owner));
                }
            }
        }
        if (target == 0 || count > MOST) {
            return bytes;
        }
        if (!nowStatic.isEmpty()) {
            changeHandles();
            new Instructions(bytes, at, end).makeStatic(nowStatic);
        }
        return joined();
    }

    private void redirect(int member, String owner) {
        int nameAndType = at[u2(at[member] + 3)];
        int name = u2(nameAndType + 1);
        Redirection to = Redirection.of(owner, text(name), text(u2(nameAndType + 3)));
        if (to == null || !names.test(text(name))) {
            return;
        }
        if (target == 0) {
            target = add(CLASS, add(into), 0);
        }
        put(at[member] + 1, target);
        if (to.becomesStatic()) {
            bytes[at[member]] = METHOD;
            put(at[member] + 3, add(NAME_AND_TYPE, name, add(to.descriptor())));
            nowStatic.set(member);
        }
    }

    private void changeHandles() {
        for (int i = 1; i < at.length; i++) {
            if (at[i] != 0 && bytes[at[i]] == METHOD_HANDLE && nowStatic.get(u2(at[i] + 2))) {
                bytes[at[i] + 1] = OF_STATIC;
            }
        }
    }

    private int add(String text) {
        try {
            out.writeByte(UTF8);
            out.writeUTF(text);
            return count++;
        } catch (IOException e) {
            throw new AssertionError("memory takes what is written", e);
        }
    }

    private int add(int tag, int first, int second) {
        try {
            out.writeByte(tag);
            out.writeShort(first);
            if (tag != CLASS) {
                out.writeShort(second);
            }
            return count++;
        } catch (IOException e) {
            throw new AssertionError("memory takes what is written", e);
        }
    }

    private byte[] joined() {
        put(POOL - 2, count);
        byte[] more = added.toByteArray();
        byte[] all = new byte[bytes.length + more.length];
        System.arraycopy(bytes, 0, all, 0, end);
        System.arraycopy(more, 0, all, end, more.length);
        System.arraycopy(bytes, end, all, end + more.length, bytes.length - end);
        return all;
    }

    private String text(int constant) {
        return new String(bytes, at[constant] + 3, u2(at[constant] + 1), StandardCharsets.UTF_8);
    }

    private int u2(int place) {
        return (bytes[place] & 0xff) << 8 | bytes[place + 1] & 0xff;
    }

    private void put(int place, int value) {
        bytes[place] = (byte) (value >> 8);
        bytes[place + 1] = (byte) value;
    }
}
